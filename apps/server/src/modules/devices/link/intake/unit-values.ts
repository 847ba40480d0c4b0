import type { LiveMessage } from "@heliograph/contract";
import { isPowerValid } from "@heliograph/contract/report-age";
import type { MeasuredField, UnitType, ValueName } from "@heliograph/protocol";
import { MEASURED_VALUES } from "@heliograph/protocol";
import type { GatewayFacts } from "../connection/gateway-facts.ts";
import type { LatestValues } from "./latest-values.repository.ts";
import type { GatewayPower } from "./live-values.repository.ts";
import type { PlacedSamples } from "./place-rows.ts";

/** The newest sample of a unit. */
export interface UnitSample {
  readonly deviceId: string;
  /** Undefined for a unit that the gateway's births do not list any more. */
  readonly kind: UnitType | undefined;
  /** Epoch ms; -Infinity before the first sample. */
  sampleAt: number;
  latest: LatestValues;
}

export type UnitsMessage = Extract<LiveMessage, { type: "units" }>;

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
function resolvePower(values: LatestValues): number | null {
  return values.pw ?? product(values.vo, values.io) ?? product(values.vi, values.ii);
}

/** The values of one sample, with its power. */
export function readValues(samples: PlacedSamples, row: number): LatestValues {
  const values: LatestValues = {};
  for (const [name, cells] of Object.entries(samples.columns)) {
    const value = cells[row] as number;
    values[name as ValueName] = Number.isNaN(value) ? null : value;
  }
  values.pw = resolvePower(values);
  return values;
}

export const isClosed = ({ sw }: LatestValues): boolean | null => (sw == null ? null : sw === 1);

export function hasSameState(before: LatestValues, after: LatestValues): boolean {
  return (before.st ?? null) === (after.st ?? null) && (before.sw ?? null) === (after.sw ?? null);
}

export function toLive({ deviceId, sampleAt, latest }: UnitSample): UnitsMessage["units"][number] {
  const measured = MEASURED_VALUES.map(({ field, point }) => [field, latest[point] ?? null]);
  return {
    deviceId,
    at: new Date(sampleAt).toISOString(),
    ...(Object.fromEntries(measured) as Record<MeasuredField, number | null>),
    isClosed: isClosed(latest),
  };
}

/** Sums the latest samples by level, of units whose sample is not older than two report intervals. */
export function sumPower(facts: GatewayFacts, units: Iterable<UnitSample>, now: number): GatewayPower {
  const power: GatewayPower = {
    gatewayId: facts.id,
    powerAt: 0,
    acMeterW: null,
    stringW: null,
    moduleW: null,
  };
  for (const { kind, sampleAt, latest } of units) {
    const level = kind && LEVEL[kind];
    power.powerAt = Math.max(power.powerAt, sampleAt);
    if (!level || latest.pw == null || !isPowerValid(sampleAt, facts.intervalMs, now)) continue;
    power[level] = (power[level] ?? 0) + latest.pw;
  }
  return power;
}
