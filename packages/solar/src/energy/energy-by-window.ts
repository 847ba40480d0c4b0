import type { CounterSample } from "./judge-readings.ts";
import { judgeReadings } from "./judge-readings.ts";

/** What a window of time gained; estimatedWh is the part of energyWh whose course was not measured. */
export interface WindowEnergy {
  readonly energyWh: number;
  readonly estimatedWh: number;
  /** Rises beyond what the unit can have produced; never part of energyWh. */
  readonly implausibleWh: number;
  /** Falls of the counter seen in the window. */
  readonly resets: number;
}

export const QUARTER_HOUR_MS = 900_000;

// More than a day and the largest clock change, so that the energy of a unit that reports once a day is still spread.
const MAX_SPREAD_MS = 26 * 3_600_000;

type Windows = Map<number, { -readonly [Figure in keyof WindowEnergy]: number }>;

function ensureWindow(windows: Windows, startAt: number) {
  let found = windows.get(startAt);
  if (!found) {
    found = { energyWh: 0, estimatedWh: 0, implausibleWh: 0, resets: 0 };
    windows.set(startAt, found);
  }
  return found;
}

function addGrowth(windows: Windows, startAt: number, growthWh: number, isEstimated: boolean) {
  const window = ensureWindow(windows, startAt);
  window.energyWh += growthWh;
  if (isEstimated) window.estimatedWh += growthWh;
}

export interface EnergyRules {
  /** Rated power of the unit in W: what bounds its growth. Unbounded by default. */
  readonly ratedPowerW?: number;
  readonly windowMs?: number;
  /** Growth over a longer time is estimated. */
  readonly measuredGapMs?: number;
}

/**
 * Energy in Wh per window (key: start in UTC ms, a multiple of windowMs) from the growth of a lifetime counter.
 * Growth is spread over the windows it overlaps; over more than 26 h it belongs to the later reading's window.
 * A fall adds nothing and counts a reset there; a rise beyond the rated power adds nothing and is marked there. [R1.3]
 */
export function energyByWindow(
  samples: Iterable<CounterSample>,
  {
    ratedPowerW = Number.POSITIVE_INFINITY,
    windowMs = QUARTER_HOUR_MS,
    measuredGapMs = QUARTER_HOUR_MS,
  }: EnergyRules = {},
): Map<number, WindowEnergy> {
  const windows: Windows = new Map();
  const windowOf = (at: number): number => Math.floor(at / windowMs) * windowMs;
  for (const { from, to, kind } of judgeReadings(samples, ratedPowerW)) {
    const growthWh = to.counterWh - from.counterWh;
    const gapMs = to.at - from.at;
    const isEstimated = gapMs > measuredGapMs;
    if (kind === "reset") {
      ensureWindow(windows, windowOf(to.at)).resets += 1;
    } else if (kind === "implausible") {
      ensureWindow(windows, windowOf(to.at)).implausibleWh += growthWh;
    } else if (gapMs > MAX_SPREAD_MS) {
      addGrowth(windows, windowOf(to.at), growthWh, isEstimated);
    } else {
      for (let startAt = windowOf(from.at); startAt < to.at; startAt += windowMs) {
        const overlapMs = Math.min(startAt + windowMs, to.at) - Math.max(startAt, from.at);
        addGrowth(windows, startAt, (growthWh * overlapMs) / gapMs, isEstimated);
      }
    }
  }
  return windows;
}
