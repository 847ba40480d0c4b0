import type { LiveMessage } from "@heliograph/contract";
import type { State } from "@heliograph/protocol";
import { sql } from "kysely";
import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import type { Db } from "../../infra/postgres/database.ts";

/** A replaced connection is gone and back within a moment; nobody needs to see that. */
const SETTLE_MS = 100;
const SETTLE_AGAIN_EVERY_MS = 2_000;
const HEARD_EVERY_MS = 15_000;
const SWEEP_EVERY_MS = 30_000;
/** One and a half of the longest keep-alive: a gateway that was silent so long is connected nowhere. */
const SILENT_MS = 180_000;

interface Changed {
  deviceId: string;
  plantId: string | null;
  isOnline: boolean;
}

async function writeOnline(db: Db, wanted: ReadonlyMap<string, boolean>, now: Date): Promise<Changed[]> {
  const ids = [...wanted.keys()].sort();
  const { rows } = await sql<Changed>`
    update gateways g set is_online = w.is_online,
      online_since = case when w.is_online and not g.is_online then ${now} else g.online_since end,
      offline_at = case when g.is_online and not w.is_online then ${now} else g.offline_at end,
      last_heard_at = case when w.is_online then ${now} else g.last_heard_at end
    from (
      select r.id, r.is_online, (select l.plant_id from device_links l where l.device_id = r.id and l.to_at is null) as plant_id
      from unnest(${ids}::uuid[], ${ids.map((id) => wanted.get(id) === true)}::boolean[]) as r (id, is_online)
    ) w
    where g.device_id = w.id
    returning g.device_id as "deviceId", w.plant_id as "plantId", g.is_online as "isOnline"`.execute(db);
  return rows;
}

async function sweepSilent(db: Db, now: number): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    update gateways g set is_online = false, offline_at = ${new Date(now)}
    where g.is_online and (g.last_heard_at is null or g.last_heard_at < ${new Date(now - SILENT_MS)})
    returning g.device_id as "deviceId", false as "isOnline",
      (select l.plant_id from device_links l where l.device_id = g.device_id and l.to_at is null) as "plantId"`.execute(
    db,
  );
  return rows;
}

/** Who is online, in PostgreSQL and on the live bus. Only a gateway's own, untagged session counts. */
export function createOnlineStates(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  onPlantChanged(plantId: string): void;
}) {
  const { db, bus, clock, logger, onPlantChanged } = deps;
  let wanted = new Map<string, boolean>();
  let heard = new Set<string>();
  let settling: Promise<void> | undefined;
  const timers: NodeJS.Timeout[] = [];

  function tell(changed: readonly Changed[]): void {
    for (const { deviceId, plantId, isOnline } of changed) {
      if (plantId === null) continue;
      const message: LiveMessage = { type: "gateway", stationId: plantId, deviceId, isOnline };
      bus.publish(`plant.${plantId}.gateway`, message);
      onPlantChanged(plantId);
    }
  }

  async function settle(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    settling = undefined;
    const now = wanted;
    wanted = new Map();
    try {
      tell(await writeOnline(db, now, new Date(clock.now())));
    } catch (error) {
      // Kept for the next attempt; what became known meanwhile is newer.
      wanted = new Map([...now, ...wanted]);
      throw error;
    }
  }

  /** Writes what an outage of the database left unwritten. */
  async function settleAgain(): Promise<void> {
    if (wanted.size === 0) return;
    settling ??= settle();
    await settling;
  }

  function set(gatewayId: string, isOnline: boolean): Promise<void> {
    wanted.set(gatewayId, isOnline);
    settling ??= settle();
    return settling;
  }

  async function writeHeard(): Promise<void> {
    const ids = [...heard].sort();
    heard = new Set();
    if (ids.length === 0) return;
    try {
      await sql`
        update gateways set last_heard_at = ${new Date(clock.now())}
        where device_id = any(${ids}::uuid[])`.execute(db);
    } catch (error) {
      for (const id of ids) heard.add(id);
      throw error;
    }
  }

  function repeat(action: () => Promise<void>, everyMs: number): void {
    timers.push(
      setInterval(() => {
        action().catch((error: unknown) =>
          logger.warn({ err: error }, "gateway states could not be written"),
        );
      }, everyMs),
    );
  }

  return {
    /** Resolves when it is written. */
    set,
    /** `up/state`: what the gateway says of itself. */
    async take(gatewayId: string, state: State): Promise<void> {
      await sql`
        update gateways set session = ${state.session}, clock = ${state.clock}
        where device_id = ${gatewayId}`.execute(db);
      await set(gatewayId, state.on === 1);
    },
    noteHeard(gatewayId: string): void {
      heard.add(gatewayId);
    },
    async start(): Promise<void> {
      const sweep = async () => tell(await sweepSilent(db, clock.now()));
      await sweep();
      repeat(writeHeard, HEARD_EVERY_MS);
      repeat(settleAgain, SETTLE_AGAIN_EVERY_MS);
      repeat(sweep, SWEEP_EVERY_MS);
    },
    async stop(): Promise<void> {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await settling?.catch((error: unknown) =>
        logger.warn({ err: error }, "gateway states could not be written"),
      );
    },
  };
}

export type OnlineStates = ReturnType<typeof createOnlineStates>;
