/** A lifetime counter's reading in Wh at a UTC instant in ms. */
export interface CounterSample {
  readonly at: number;
  readonly counterWh: number;
}

/** What a window of time gained; estimatedWh is the part of energyWh whose course was not measured. */
export interface WindowEnergy {
  readonly energyWh: number;
  readonly estimatedWh: number;
  /** Falls of the counter seen in the window. */
  readonly resets: number;
}

export const QUARTER_HOUR_MS = 900_000;

// More than a day and its longest clock change: a unit heard once a day still gets its energy spread.
const MAX_SPREAD_MS = 26 * 3_600_000;

type Windows = Map<number, { energyWh: number; estimatedWh: number; resets: number }>;

/** Readings in order of time, one an instant; of readings that disagree the highest stands, whatever their order. */
function sortSamples(samples: Iterable<CounterSample>): CounterSample[] {
  const byInstant = new Map<number, CounterSample>();
  for (const sample of samples) {
    const known = byInstant.get(sample.at);
    if (!known || sample.counterWh > known.counterWh) byInstant.set(sample.at, sample);
  }
  return [...byInstant.values()].sort((a, b) => a.at - b.at);
}

function ensureWindow(windows: Windows, startAt: number) {
  let found = windows.get(startAt);
  if (!found) {
    found = { energyWh: 0, estimatedWh: 0, resets: 0 };
    windows.set(startAt, found);
  }
  return found;
}

function addGrowth(windows: Windows, startAt: number, growthWh: number, isEstimated: boolean) {
  const window = ensureWindow(windows, startAt);
  window.energyWh += growthWh;
  if (isEstimated) window.estimatedWh += growthWh;
}

/**
 * Energy in Wh per window (key: start in UTC ms, a multiple of windowMs) from the growth of a lifetime counter.
 * Growth is spread over the windows it overlaps; over more than 26 h it belongs to the later reading's window.
 * A fall adds nothing and counts a reset there. Growth over more than measuredGapMs is estimated. [R1.3]
 */
export function energyByWindow(
  samples: Iterable<CounterSample>,
  windowMs = QUARTER_HOUR_MS,
  measuredGapMs = QUARTER_HOUR_MS,
): Map<number, WindowEnergy> {
  const windows: Windows = new Map();
  const windowOf = (at: number): number => Math.floor(at / windowMs) * windowMs;
  let previous: CounterSample | undefined;
  for (const sample of sortSamples(samples)) {
    const base = previous;
    previous = sample;
    if (!base) continue;
    const growthWh = sample.counterWh - base.counterWh;
    const gapMs = sample.at - base.at;
    const isEstimated = gapMs > measuredGapMs;
    if (growthWh < 0) {
      ensureWindow(windows, windowOf(sample.at)).resets += 1;
    } else if (gapMs > MAX_SPREAD_MS) {
      addGrowth(windows, windowOf(sample.at), growthWh, isEstimated);
    } else {
      for (let startAt = windowOf(base.at); startAt < sample.at; startAt += windowMs) {
        const overlapMs = Math.min(startAt + windowMs, sample.at) - Math.max(startAt, base.at);
        addGrowth(windows, startAt, (growthWh * overlapMs) / gapMs, isEstimated);
      }
    }
  }
  return windows;
}
