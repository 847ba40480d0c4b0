import type { UnitType } from "@heliograph/protocol";
import type { Bus } from "../../../../infra/bus.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Logger } from "../../../../infra/logger.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { ThresholdWatch } from "../../thresholds/threshold-watch.service.ts";
import type { GatewayFacts } from "../connection/gateway-facts.ts";
import type { GatewayUnits, UnitState } from "./latest-values.ts";
import { createGatewayUnits, createLatestValues } from "./latest-values.ts";
import { writePower } from "./live-values.repository.ts";
import type { PlacedSamples } from "./place-rows.ts";
import type { UnitsMessage } from "./unit-values.ts";
import { hasSameState, readValues, sumPower, toLive } from "./unit-values.ts";

// One statement writes the values of all gateways that reported since the last tick.
const TICK_MS = 500;
const PUBLISH_EVERY_MS = 1_000;
const WRITE_EVERY_MS = 10_000;
/** Attempts to write everything at the end, each after reading again what another process has written. */
const MAX_FLUSHES = 3;

interface GatewayState {
  facts: GatewayFacts;
  readonly stored: GatewayUnits;
  /** Samples since the last tick, oldest first. */
  arrived: PlacedSamples[];
  unpublished: Set<UnitState>;
  publishedAt: number;
  writtenAt: number;
  /** A unit is new or in another state than before: lists and filters must not show the old one for long. */
  isUrgent: boolean;
}

/** Kinds of the units of all births that reports may refer to, by device. */
function listKinds({ births }: GatewayFacts): Map<string, UnitType> {
  const units = [...births.values()].flatMap((birth) => birth.units.filter((unit) => unit !== undefined));
  return new Map(units.map((unit) => [unit.deviceId, unit.kind]));
}

const hasUnknownUnit = ({ arrived, stored }: GatewayState): boolean =>
  arrived.some(({ refs }) => refs.some(({ deviceId }) => !stored.units.has(deviceId)));

/**
 * The latest values of connected gateways' units: on the live bus at most once a second a gateway, in PostgreSQL the sums
 * as often and the units every 10 seconds, immediately when the state of one changed; always once more after the last report.
 */
export function createLiveValues(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  thresholds: Pick<ThresholdWatch, "note" | "forget">;
  onPlantChanged(plantId: string): void;
}) {
  const { db, bus, clock, logger, thresholds, onPlantChanged } = deps;
  const latestValues = createLatestValues(db);
  const gateways = new Map<string, GatewayState>();
  /** Disconnected gateways; removed once all of their values are written. */
  const leaving = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function load(moved: readonly GatewayState[]): Promise<void> {
    const stale = new Set(moved.filter((state) => !state.stored.isLoaded || hasUnknownUnit(state)));
    for (const state of gateways.values())
      if (!state.stored.isLoaded && state.stored.unwritten.size > 0) stale.add(state);
    await latestValues.load(
      [...stale].map(({ stored, facts }) => ({ gateway: stored, kinds: listKinds(facts) })),
    );
  }

  function merge(state: GatewayState, samples: PlacedSamples): void {
    const { units, unwritten } = state.stored;
    const watched = { gatewayId: state.facts.id, intervalMs: state.facts.intervalMs };
    for (let row = 0; row < samples.count; row++) {
      const ref = samples.refs[row] as PlacedSamples["refs"][number];
      const sampleAt = samples.atMs[row] as number;
      const unit = units.get(ref.deviceId);
      // Unknown: deleted since.
      if (!unit || unit.sampleAt > sampleAt) continue;
      const isFirst = unit.sampleAt === Number.NEGATIVE_INFINITY;
      unit.sampleAt = sampleAt;
      unit.plantId = samples.plantIds[row];
      // Columns the report does not have keep their last value; power is of this sample alone.
      const values = readValues(samples, row);
      const latest = { ...unit.latest, ...values };
      state.isUrgent ||= isFirst || latestValues.isDown(unit.deviceId) || !hasSameState(unit.latest, latest);
      unit.latest = latest;
      state.unpublished.add(unit);
      unwritten.add(unit);
      const { deviceId, kind } = ref;
      const plantId = samples.plantIds[row] as string;
      thresholds.note(watched, { deviceId, kind, plantId, at: sampleAt, values, latest });
    }
  }

  function publish(state: GatewayState): Set<string> {
    const byPlant = Map.groupBy(state.unpublished, (unit) => unit.plantId);
    state.unpublished.clear();
    const plants = new Set<string>();
    for (const [plantId, units] of byPlant) {
      if (plantId === undefined) continue;
      plants.add(plantId);
      const message: UnitsMessage = { type: "units", stationId: plantId, units: units.map(toLive) };
      bus.publish(`plant.${plantId}.units`, message);
    }
    return plants;
  }

  async function write(
    moved: readonly GatewayState[],
    { now, isDue }: { now: number; isDue(at: number, everyMs: number): boolean },
  ): Promise<void> {
    const powers = moved.map(({ facts, stored }) => sumPower(facts, stored.units.values(), now));
    await writePower(
      db,
      powers.filter(({ powerAt }) => powerAt > 0),
    );
    const due = [...gateways.values()].filter(
      ({ stored, isUrgent, writtenAt }) =>
        stored.unwritten.size > 0 && (isUrgent || isDue(writtenAt, WRITE_EVERY_MS)),
    );
    try {
      await latestValues.save(
        due.map(({ stored }) => stored),
        now,
      );
    } finally {
      for (const state of due) {
        state.writtenAt = now;
        // What was not written is written at the next tick, together with newer values.
        state.isUrgent = state.stored.unwritten.size > 0;
      }
    }
  }

  async function tick(isLast: boolean): Promise<void> {
    const now = clock.now();
    const isDue = (at: number, everyMs: number) => isLast || Math.abs(now - at) >= everyMs;
    const moved = [...gateways.values()].filter(
      (state) => state.arrived.length > 0 && isDue(state.publishedAt, PUBLISH_EVERY_MS),
    );
    await load(moved);
    for (const state of moved) {
      for (const samples of state.arrived.splice(0)) merge(state, samples);
      state.publishedAt = now;
    }
    try {
      await write(moved, { now, isDue });
    } finally {
      // After the write, so that a client that reads on this message finds it; also when the database is unavailable.
      const plants = new Set(moved.flatMap((state) => [...publish(state)]));
      for (const plantId of plants) onPlantChanged(plantId);
    }
    for (const gatewayId of leaving) {
      const state = gateways.get(gatewayId);
      if (state && state.arrived.length + state.stored.unwritten.size > 0) continue;
      gateways.delete(gatewayId);
      leaving.delete(gatewayId);
      thresholds.forget(gatewayId);
    }
  }

  function run(isLast: boolean): Promise<void> {
    // One tick at a time, so that a slow database reduces their number.
    running ??= tick(isLast)
      .catch((error: unknown) => logger.warn({ err: error }, "live values could not be written"))
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  async function flush(): Promise<void> {
    await running;
    const hasUnwritten = () =>
      [...gateways.values()].some(({ arrived, stored }) => arrived.length + stored.unwritten.size > 0);
    await run(true);
    for (let attempt = 1; attempt < MAX_FLUSHES && hasUnwritten(); attempt++) await run(true);
  }

  return {
    /** Call for each live report, not for history. */
    note(facts: GatewayFacts, samples: PlacedSamples): void {
      if (samples.count === 0) return;
      leaving.delete(facts.id);
      const state = gateways.get(facts.id);
      if (state) {
        state.facts = facts;
        state.arrived.push(samples);
        return;
      }
      gateways.set(facts.id, {
        facts,
        stored: createGatewayUnits(facts.id),
        arrived: [samples],
        unpublished: new Set(),
        publishedAt: Number.NEGATIVE_INFINITY,
        writtenAt: Number.NEGATIVE_INFINITY,
        isUrgent: false,
      });
    },
    /** A unit reported `down` or `up`; resolves when that is written. */
    async setDown(deviceId: string, isDown: boolean, at: number): Promise<void> {
      // A write under way does not know it.
      await running;
      await latestValues.setDown(deviceId, isDown, at);
    },
    forget(gatewayId: string): void {
      leaving.add(gatewayId);
    },
    start(): void {
      timer = setInterval(() => void run(false), TICK_MS);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

export type LiveValues = ReturnType<typeof createLiveValues>;
