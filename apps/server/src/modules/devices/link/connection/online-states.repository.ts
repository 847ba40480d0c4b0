import type { State } from "@heliograph/protocol";
import { sql } from "kysely";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { GatewaySession } from "../../commands/commands.service.ts";

/** One and a half times the longest keep-alive: a gateway silent for this long is not connected to any process. */
const SILENT_MS = 180_000;

export interface OnlineChange {
  deviceId: string;
  plantId: string | null;
  isOnline: boolean;
}

/** Whether a gateway is online, as the session of this epoch says. */
export interface WantedState {
  readonly isOnline: boolean;
  readonly epoch: number;
}

/** Writes which gateways are online; returns those written, with their plants. A session that was replaced writes nothing. */
export async function saveOnline(
  db: Db,
  wanted: ReadonlyMap<string, WantedState>,
  now: Date,
): Promise<OnlineChange[]> {
  const ids = [...wanted.keys()].sort();
  const states = ids.map((id) => wanted.get(id) as WantedState);
  const { rows } = await sql<OnlineChange>`
    update gateways g set is_online = w.is_online,
      online_since = case when w.is_online and not g.is_online then ${now} else g.online_since end,
      offline_at = case when g.is_online and not w.is_online then ${now} else g.offline_at end,
      last_heard_at = case when w.is_online then ${now} else g.last_heard_at end
    from (
      select r.id, r.is_online, r.epoch, (select l.plant_id from device_links l where l.device_id = r.id and l.to_at is null) as plant_id
      from unnest(
        ${ids}::uuid[], ${states.map(({ isOnline }) => isOnline)}::boolean[], ${states.map(({ epoch }) => epoch)}::bigint[]
      ) as r (id, is_online, epoch)
    ) w
    where g.device_id = w.id and g.session_epoch = w.epoch
    returning g.device_id as "deviceId", w.plant_id as "plantId", g.is_online as "isOnline"`.execute(db);
  return rows;
}

/** Sets gateways offline that were silent for too long. */
export async function setSilentOffline(db: Db, now: number): Promise<OnlineChange[]> {
  const { rows } = await sql<OnlineChange>`
    update gateways g set is_online = false, offline_at = ${new Date(now)}
    where g.is_online and (g.last_heard_at is null or g.last_heard_at < ${new Date(now - SILENT_MS)})
    returning g.device_id as "deviceId", false as "isOnline",
      (select l.plant_id from device_links l where l.device_id = g.device_id and l.to_at is null) as "plantId"`.execute(
    db,
  );
  return rows;
}

/** Writes that sessions were heard: epochs by gateway. */
export async function saveHeard(db: Db, epochs: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const ids = [...epochs.keys()].sort();
  await sql`
    update gateways g set last_heard_at = ${at}
    from unnest(${ids}::uuid[], ${ids.map((id) => epochs.get(id))}::bigint[]) as r (id, epoch)
    where g.device_id = r.id and g.session_epoch = r.epoch`.execute(db);
}

/** Session and clock, as the gateway reports them. */
export async function saveState(db: Db, { gatewayId, epoch }: GatewaySession, state: State): Promise<void> {
  await sql`
    update gateways set session = ${state.session}, clock = ${state.clock}
    where device_id = ${gatewayId} and session_epoch = ${epoch}`.execute(db);
}
