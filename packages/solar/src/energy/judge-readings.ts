import { maxGrowthWh } from "./plausible-growth.ts";

/** A lifetime counter's reading in Wh at a UTC instant in ms. */
export interface CounterSample {
  readonly at: number;
  readonly counterWh: number;
}

/**
 * The time over which an unchanged counter may have been collecting: coarse counters, and those read less often
 * than they are reported, grow in steps.
 */
export const MAX_STILL_MS = 900_000;

/** What happened to a counter between two readings that follow one another. */
export interface CounterStep {
  readonly from: CounterSample;
  readonly to: CounterSample;
  readonly kind: "growth" | "reset" | "implausible";
}

interface Reading extends CounterSample {
  /** Since when the counter has shown this value. */
  readonly stillSince: number;
}

/** Readings in order of time, one per instant: of several the highest, whatever their order. */
function sortReadings(samples: Iterable<CounterSample>): Reading[] {
  const byInstant = new Map<number, CounterSample>();
  for (const sample of samples) {
    const known = byInstant.get(sample.at);
    if (!known || sample.counterWh > known.counterWh) byInstant.set(sample.at, sample);
  }
  let previous: Reading | undefined;
  return [...byInstant.values()]
    .sort((a, b) => a.at - b.at)
    .map(({ at, counterWh }) => {
      const stillSince = previous?.counterWh === counterWh ? previous.stillSince : at;
      previous = { at, counterWh, stillSince };
      return previous;
    });
}

function canHaveGrown(from: Reading, to: Reading, ratedPowerW: number): boolean {
  const since = Math.min(from.at, Math.max(from.stillSince, to.at - MAX_STILL_MS));
  return to.counterWh - from.counterWh <= maxGrowthWh(ratedPowerW, to.at - since);
}

/** Whether the middle reading is a rise that the unit cannot have produced and that is gone again at the next one. */
function isSpike(
  before: Reading | undefined,
  middle: Reading,
  after: Reading | undefined,
  ratedPowerW: number,
) {
  if (!before || !after || canHaveGrown(before, middle, ratedPowerW)) return false;
  const isBack = after.counterWh < middle.counterWh && after.counterWh >= before.counterWh;
  return isBack && canHaveGrown(before, after, ratedPowerW);
}

/**
 * Steps of a counter on a unit rated at ratedPowerW, in order of time. A step beyond what the unit can have produced is
 * implausible, and the next one starts from its end; only a single reading that is gone at the next one is left out,
 * and the step after it starts before it. Readings may come in any order.
 */
export function judgeReadings(samples: Iterable<CounterSample>, ratedPowerW: number): CounterStep[] {
  const readings = sortReadings(samples);
  const steps: CounterStep[] = [];
  let base: Reading | undefined;
  for (const [index, to] of readings.entries()) {
    const from = base;
    const isLeftOut = isSpike(from, to, readings[index + 1], ratedPowerW);
    if (!isLeftOut) base = to;
    if (!from) continue;
    if (to.counterWh < from.counterWh) steps.push({ from, to, kind: "reset" });
    else if (canHaveGrown(from, to, ratedPowerW)) steps.push({ from, to, kind: "growth" });
    else steps.push({ from, to, kind: "implausible" });
  }
  return steps;
}
