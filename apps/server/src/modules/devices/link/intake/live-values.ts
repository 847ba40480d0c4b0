import type { LiveMessage } from "@heliograph/contract";
import { isPowerValid } from "@heliograph/contract/report-age";
import type { MeasuredField, UnitType } from "@heliograph/protocol";
import { MEASURED_VALUES } from "@heliograph/protocol";
import type { Bus } from "../../../../infra/bus.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Logger } from "../../../../infra/logger.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { GatewayFacts } from "../connection/gateway-facts.ts";
import type { GatewayPower, LatestValues, StateRow } from "./live-values.repository.ts";
import { listStates, writeDown, writePower, writeStates } from "./live-values.repository.ts";
import type { PlacedSamples } from "./place-rows.ts";

// One statement writes the values of all gateways that reported since the last tick.
const TICK_MS = 500;
const PUBLISH_EVERY_MS = 1_000;
const WRITE_EVERY_MS = 10_000;

interface UnitState {
  readonly deviceId: string;
  readonly kind: UnitType;
  sampleAt: number;
  plantId: string | undefined;
  latest: LatestValues;
  /** Of the last `down` event; a later sample or `up` ends it. */
  downAt: number;
}

interface GatewayState {
  facts: GatewayFacts;
  units: Map<string, UnitState> | undefined;
  /** Samples since the last tick, oldest first. */
  arrived: PlacedSamples[];
  unpublished: Set<UnitState>;
  unwritten: Set<UnitState>;
  publishedAt: number;
  writtenAt: number;
  /** A unit is new or in another state than before: lists and filters must not show the old one for long. */
  isUrgent: boolean;
}

type UnitsMessage = Extract<LiveMessage, { type: "units" }>;

const LEVEL: Partial<Record<UnitType, "acMeterW" | "stringW" | "moduleW">> = {
  DCON: "acMeterW",
  SCON: "stringW",
  MCON: "stringW",
  OPT: "moduleW",
};

function product(a: number | null | undefined, b: number | null | undefined): number | null {
  return a == null || b == null ? null : a * b;
}

/** Power of one sample: measured, else output V × A, else input V × A. */
export function resolvePower(values: LatestValues): number | null {
  return values.pw ?? product(values.vo, values.io) ?? product(values.vi, values.ii);
}

function readValues(samples: PlacedSamples, row: number): LatestValues {
  const values: LatestValues = {};
  for (const [name, cells] of Object.entries(samples.columns)) {
    const value = cells[row] as number;
    values[name] = Number.isNaN(value) ? null : value;
  }
  values.pw = resolvePower(values);
  return values;
}

function toLive(unit: UnitState): UnitsMessage["units"][number] {
  const { sw, ...latest } = unit.latest;
  const measured = MEASURED_VALUES.map(({ field, point }) => [field, latest[point] ?? null]);
  return {
    deviceId: unit.deviceId,
    at: new Date(unit.sampleAt).toISOString(),
    ...(Object.fromEntries(measured) as Record<MeasuredField, number | null>),
    isClosed: sw == null ? null : sw === 1,
  };
}

/** Sums the latest samples by level, of units whose sample is not older than two report intervals. */
function sumPower({ facts, units }: GatewayState, now: number): GatewayPower {
  const power: GatewayPower = {
    gatewayId: facts.id,
    powerAt: 0,
    acMeterW: null,
    stringW: null,
    moduleW: null,
  };
  for (const unit of units?.values() ?? []) {
    const level = LEVEL[unit.kind];
    power.powerAt = Math.max(power.powerAt, unit.sampleAt);
    if (!level || unit.latest.pw == null || !isPowerValid(unit.sampleAt, facts.intervalMs, now)) continue;
    power[level] = (power[level] ?? 0) + unit.latest.pw;
  }
  return power;
}

function hasSameState(before: LatestValues, after: LatestValues): boolean {
  return before.st === after.st && before.sw === after.sw;
}

/**
 * The latest values of connected gateways' units: on the live bus at most once a second a gateway, in PostgreSQL the sums
 * as often and the units every 10 seconds, immediately when the state of one changed; always once more after the last report.
 */
export function createLiveValues(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  onPlantChanged(plantId: string): void;
}) {
  const { db, bus, clock, logger, onPlantChanged } = deps;
  const gateways = new Map<string, GatewayState>();
  const downs = new Map<string, number>();
  /** Disconnected gateways; removed once all of their values are written. */
  const leaving = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function load(states: readonly GatewayState[]): Promise<void> {
    if (states.length === 0) return;
    const refs = states.map(({ facts }) => {
      const units = [...facts.births.values()].flatMap((birth) =>
        birth.units.filter((unit) => unit !== undefined),
      );
      return new Map(units.map((unit) => [unit.deviceId, unit.kind]));
    });
    const stored = await listStates(db, [...new Set(refs.flatMap((kinds) => [...kinds.keys()]))]);
    const byId = new Map(stored.map((state) => [state.deviceId, state]));
    for (const [index, kinds] of refs.entries()) {
      const units = new Map<string, UnitState>();
      for (const [deviceId, kind] of kinds) {
        const state = byId.get(deviceId);
        if (!state?.lastSampleAt) continue;
        const downAt = state.isDown ? state.updatedAt.getTime() : 0;
        units.set(deviceId, {
          deviceId,
          kind,
          sampleAt: state.lastSampleAt.getTime(),
          plantId: undefined,
          latest: state.latest,
          downAt,
        });
      }
      (states[index] as GatewayState).units = units;
    }
  }

  function merge(state: GatewayState, samples: PlacedSamples): void {
    const units = state.units as Map<string, UnitState>;
    for (let row = 0; row < samples.count; row++) {
      const ref = samples.refs[row] as PlacedSamples["refs"][number];
      const sampleAt = samples.atMs[row] as number;
      let unit = units.get(ref.deviceId);
      if (unit && unit.sampleAt > sampleAt) continue;
      if (!unit) {
        unit = {
          deviceId: ref.deviceId,
          kind: ref.kind,
          sampleAt,
          plantId: undefined,
          latest: {},
          downAt: 0,
        };
        units.set(ref.deviceId, unit);
      }
      unit.sampleAt = sampleAt;
      unit.plantId = samples.plantIds[row];
      unit.downAt = downs.get(ref.deviceId) ?? unit.downAt;
      // Columns the report does not have keep their last value; power is of this sample alone.
      const latest = { ...unit.latest, ...readValues(samples, row) };
      state.isUrgent ||= !hasSameState(unit.latest, latest);
      unit.latest = latest;
      state.unpublished.add(unit);
      state.unwritten.add(unit);
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

  function removeUnwrittenRows(states: readonly GatewayState[]): StateRow[] {
    return states.flatMap((state) => {
      const rows = [...state.unwritten].map(({ deviceId, sampleAt, downAt, latest }) => ({
        deviceId,
        sampleAt,
        isDown: downAt > sampleAt,
        latest,
      }));
      state.unwritten.clear();
      return rows;
    });
  }

  async function write(
    moved: readonly GatewayState[],
    { now, isDue }: { now: number; isDue(at: number, everyMs: number): boolean },
  ): Promise<void> {
    await writePower(
      db,
      moved.map((state) => sumPower(state, now)).filter(({ powerAt }) => powerAt > 0),
    );
    const due = [...gateways.values()].filter(
      (state) => state.unwritten.size > 0 && (state.isUrgent || isDue(state.writtenAt, WRITE_EVERY_MS)),
    );
    for (const state of due) {
      state.writtenAt = now;
      state.isUrgent = false;
    }
    const unwritten = due.map((state) => [state, [...state.unwritten]] as const);
    const rows = removeUnwrittenRows(due);
    try {
      if (rows.length > 0) await writeStates(db, rows, now);
    } catch (error) {
      // Written at the next tick, together with newer values.
      for (const [state, units] of unwritten) {
        for (const unit of units) state.unwritten.add(unit);
        state.isUrgent = true;
      }
      throw error;
    }
  }

  async function tick(isLast: boolean): Promise<void> {
    const now = clock.now();
    const isDue = (at: number, everyMs: number) => isLast || Math.abs(now - at) >= everyMs;
    const moved = [...gateways.values()].filter(
      (state) => state.arrived.length > 0 && isDue(state.publishedAt, PUBLISH_EVERY_MS),
    );
    await load(moved.filter((state) => !state.units));
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
      if (state && state.arrived.length + state.unwritten.size > 0) continue;
      gateways.delete(gatewayId);
      leaving.delete(gatewayId);
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
        units: undefined,
        arrived: [samples],
        unpublished: new Set(),
        unwritten: new Set(),
        publishedAt: Number.NEGATIVE_INFINITY,
        writtenAt: Number.NEGATIVE_INFINITY,
        isUrgent: false,
      });
    },
    /** A unit reported `down` or `up`; resolves when that is written. */
    async setDown(deviceId: string, isDown: boolean, at: number): Promise<void> {
      if (isDown) downs.set(deviceId, at);
      else downs.delete(deviceId);
      await writeDown(db, deviceId, isDown, at);
    },
    forget(gatewayId: string): void {
      leaving.add(gatewayId);
    },
    /** Writes all pending values. */
    async flush(): Promise<void> {
      await running;
      await run(true);
    },
    start(): void {
      timer = setInterval(() => void run(false), TICK_MS);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
      await run(true);
    },
  };
}

export type LiveValues = ReturnType<typeof createLiveValues>;
