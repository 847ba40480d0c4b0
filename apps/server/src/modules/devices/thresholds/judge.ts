import type { AlarmSeverity } from "@heliograph/contract";
import type { OwnFaultName } from "@heliograph/contract/fault-codes";
import { getFault } from "@heliograph/contract/fault-codes";
import type { UnitType, ValueName } from "@heliograph/protocol";
import { UNIT_STATUS } from "@heliograph/protocol";
import type { LimitRow } from "./thresholds.repository.ts";

type Values = Readonly<Partial<Record<ValueName, number | null>>>;

/** A live sample of a unit. */
export interface WatchedSample {
  readonly deviceId: string;
  readonly kind: UnitType;
  readonly plantId: string;
  /** Epoch ms. */
  readonly at: number;
  /** Values of this sample. */
  readonly values: Values;
  /** The latest value of each column: status and switch are not in every report. */
  readonly latest: Values;
}

/** An enabled limit, ready for comparison. */
export interface Limit {
  readonly faultCode: string;
  readonly faultName: OwnFaultName;
  /** The quantity measured at the input, and at the output where there is no input. */
  readonly points: readonly [ValueName, ValueName];
  /** 1 for a high limit, -1 for a low one: values are compared after multiplication. */
  readonly sign: 1 | -1;
  readonly raise: number;
  readonly clear: number;
  readonly delayMs: number;
  readonly severity: AlarmSeverity;
  /** Low voltage and current are normal while a unit is open or asleep, and while the sun is low. */
  readonly isOfProduction: boolean;
}

/** A value that is or was beyond a limit. */
export interface LimitState {
  readonly deviceId: string;
  readonly kind: UnitType;
  readonly plantId: string;
  readonly faultCode: string;
  /** First sample beyond the raise value, epoch ms. */
  readonly sinceAt: number;
  /** Newest sample beyond the raise value, epoch ms; undefined after a restart. */
  lastAt: number | undefined;
  isRaised: boolean;
}

/** What a sample changes; `none` for almost every sample. */
export type Verdict = "none" | "start" | "continue" | "drop" | "end";

const FAULTS: Readonly<
  Record<LimitRow["quantity"], { high: OwnFaultName; low: OwnFaultName; points: Limit["points"] }>
> = {
  voltage: { high: "voltageHigh", low: "voltageLow", points: ["vi", "vo"] },
  current: { high: "currentHigh", low: "currentLow", points: ["ii", "io"] },
  temperature: { high: "temperatureHigh", low: "temperatureLow", points: ["tp", "tp"] },
};

/** Below this elevation of the sun, low voltage and current are normal. */
export const LOW_SUN_DEG = 5;
/** Reports of a unit may be this far apart before a delay starts again, in report intervals. */
const MAX_GAP_INTERVALS = 3;
/** A delay that was stored this long after it was due is of another occasion, such as the evening before. */
const MAX_RESTART_MS = 30 * 60_000;

const PRODUCING: ReadonlySet<number> = new Set([
  UNIT_STATUS.mppt,
  UNIT_STATUS.throttled,
  UNIT_STATUS.fault,
  UNIT_STATUS.other,
]);

export function toLimit(row: Omit<LimitRow, "revision">): Limit {
  const { quantity, side } = row;
  const { points, ...names } = FAULTS[quantity];
  const sign = side === "high" ? 1 : -1;
  return {
    faultCode: getFault(names[side]).code,
    faultName: names[side],
    points,
    sign,
    raise: sign * row.raiseValue,
    clear: sign * row.clearValue,
    delayMs: row.delayS * 1_000,
    severity: row.severity,
    isOfProduction: side === "low" && quantity !== "temperature",
  };
}

/** Whether a unit is closed and awake, as far as it reports that. */
export function isProducing({ latest: { sw, st } }: WatchedSample): boolean {
  return sw !== 0 && (st == null || PRODUCING.has(st));
}

/** The value of a sample to which a limit applies; undefined where it does not. */
export function findValue({ points, isOfProduction }: Limit, sample: WatchedSample): number | undefined {
  const value = sample.values[points[0]] ?? sample.values[points[1]];
  if (value == null || (isOfProduction && !isProducing(sample))) return undefined;
  return value;
}

function isInterrupted(state: LimitState, limit: Limit, at: number, intervalMs: number): boolean {
  if (state.lastAt === undefined) return at - state.sinceAt > limit.delayMs + MAX_RESTART_MS;
  return at - state.lastAt > MAX_GAP_INTERVALS * intervalMs;
}

/**
 * Compares one value with a limit. An alarm is raised once all values were beyond the raise value for the delay (`isDue`); it
 * ends at the clear value. A raised one stays while the limit does not apply (`value` undefined), a delay starts again.
 */
export function judge(
  limit: Limit,
  state: LimitState | undefined,
  { value, at, intervalMs }: { value: number | undefined; at: number; intervalMs: number },
): Verdict {
  if (value === undefined) return state && !state.isRaised ? "drop" : "none";
  const signed = limit.sign * value;
  if (state?.isRaised) return signed <= limit.clear ? "end" : "none";
  if (signed <= limit.raise) return state ? "drop" : "none";
  return !state || isInterrupted(state, limit, at, intervalMs) ? "start" : "continue";
}

export const isDue = ({ delayMs }: Limit, { sinceAt, lastAt }: LimitState): boolean =>
  lastAt !== undefined && lastAt - sinceAt >= delayMs;
