import type { LiveMessage } from "@heliograph/contract";
import type { State } from "@heliograph/protocol";
import type { Bus } from "../../../../infra/bus.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Logger } from "../../../../infra/logger.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { OnlineChange } from "./online-states.repository.ts";
import { saveHeard, saveOnline, saveState, setSilentOffline } from "./online-states.repository.ts";

/** A gateway reconnects within this time, so that its short absence is not shown. */
const SETTLE_MS = 100;
const SETTLE_AGAIN_EVERY_MS = 2_000;
const ACTIVITY_EVERY_MS = 15_000;
const SWEEP_EVERY_MS = 30_000;

/** Which gateways are online, in PostgreSQL and on the live bus. Only a gateway's own, untagged session counts. */
export function createOnlineStates(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  onPlantChanged(plantId: string): void;
}) {
  const { db, bus, clock, logger, onPlantChanged } = deps;
  let wanted = new Map<string, boolean>();
  let active = new Set<string>();
  let settling: Promise<void> | undefined;
  const timers: NodeJS.Timeout[] = [];

  function publish(changed: readonly OnlineChange[]): void {
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
      publish(await saveOnline(db, now, new Date(clock.now())));
    } catch (error) {
      // Kept for the next attempt, unless a newer state arrived meanwhile.
      wanted = new Map([...now, ...wanted]);
      throw error;
    }
  }

  /** Writes states that could not be written during an outage of the database. */
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
    const ids = [...active].sort();
    active = new Set();
    if (ids.length === 0) return;
    try {
      await saveHeard(db, ids, new Date(clock.now()));
    } catch (error) {
      for (const id of ids) active.add(id);
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
    /** Applies `up/state`. */
    async applyState(gatewayId: string, state: State): Promise<void> {
      await saveState(db, gatewayId, state);
      await set(gatewayId, state.on === 1);
    },
    recordActivity(gatewayId: string): void {
      active.add(gatewayId);
    },
    async start(): Promise<void> {
      const sweep = async () => publish(await setSilentOffline(db, clock.now()));
      await sweep();
      repeat(writeHeard, ACTIVITY_EVERY_MS);
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
