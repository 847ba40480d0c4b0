import type { LiveMessage } from "@heliograph/contract";
import type { State } from "@heliograph/protocol";
import type { Bus } from "../../../../infra/bus.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Logger } from "../../../../infra/logger.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { GatewaySession } from "../../commands/commands.service.ts";
import type { OnlineChange, WantedState } from "./online-states.repository.ts";
import { saveHeard, saveOnline, saveState, setSilentOffline } from "./online-states.repository.ts";

/** A gateway reconnects within this time, so that its short absence is not shown. */
const SETTLE_MS = 100;
const SETTLE_AGAIN_EVERY_MS = 2_000;
const ACTIVITY_EVERY_MS = 15_000;
const SWEEP_EVERY_MS = 30_000;

/**
 * Which gateways are online, in PostgreSQL and on the live bus. Only a gateway's own, untagged session counts, and only the
 * one of the last sign-in in any process.
 */
export function createOnlineStates(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  onPlantChanged(plantId: string): void;
}) {
  const { db, bus, clock, logger, onPlantChanged } = deps;
  let wanted = new Map<string, WantedState>();
  /** Epochs of the sessions that were heard. */
  let active = new Map<string, number>();
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
      // For the next attempt, unless a newer state arrived meanwhile.
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

  function set({ gatewayId, epoch }: GatewaySession, isOnline: boolean): Promise<void> {
    // The end of a session may be noticed after the start of the next one.
    if (epoch >= (wanted.get(gatewayId)?.epoch ?? 0)) wanted.set(gatewayId, { isOnline, epoch });
    settling ??= settle();
    return settling;
  }

  async function writeHeard(): Promise<void> {
    const heard = active;
    active = new Map();
    if (heard.size === 0) return;
    try {
      await saveHeard(db, heard, new Date(clock.now()));
    } catch (error) {
      active = new Map([...heard, ...active]);
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
    async applyState(session: GatewaySession, state: State): Promise<void> {
      await saveState(db, session, state);
      await set(session, state.on === 1);
    },
    recordActivity({ gatewayId, epoch }: GatewaySession): void {
      active.set(gatewayId, epoch);
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
