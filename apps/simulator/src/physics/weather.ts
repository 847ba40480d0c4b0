import { createRandom, gaussian, mixSeed } from "./random.ts";

/** Air and clouds of a place by month, January first. */
export interface Climate {
  /** Mean air temperature, °C. */
  readonly temperatureC: readonly number[];
  /** Share of the clear sky's irradiance that arrives, 0 to 1. */
  readonly clearSkyShare: readonly number[];
}

export interface Weather {
  /** Irradiance as a share of the clear sky's. */
  clearSkyIndexAt(at: number): number;
  ambientCAt(at: number): number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MINUTES = 1_440;
// A Markov chain needs a first day; nothing is simulated before it.
const FIRST_DAY = Date.UTC(2022, 0, 1) / DAY_MS;

/** Day types: mean share of the clear sky, its variability, and frequency and depth of passing clouds. */
const TYPES = {
  clear: { mean: 0.98, spread: 0.012, cloudsPerMinute: 0.0005, depth: 0.25 },
  mixed: { mean: 0.82, spread: 0.08, cloudsPerMinute: 0.035, depth: 0.5 },
  overcast: { mean: 0.28, spread: 0.1, cloudsPerMinute: 0.01, depth: 0.2 },
} as const;
type DayType = keyof typeof TYPES;
// Resulting means of the day types, passing clouds included (measured over 2,000 simulated days).
const YIELD = { clear: 0.97, mixed: 0.65, overcast: 0.28 };
const MIXED_SHARE = 0.35;
const PERSISTENCE = 0.4;
const CLOUD_MINUTES = 8;
/** The Ornstein-Uhlenbeck process forgets within this time. */
const MEMORY_MINUTES = 45;

function drawType(share: number, chance: number): DayType {
  const clear =
    (share - MIXED_SHARE * YIELD.mixed - (1 - MIXED_SHARE) * YIELD.overcast) / (YIELD.clear - YIELD.overcast);
  const clearShare = Math.min(Math.max(clear, 0), 1 - MIXED_SHARE);
  if (chance < clearShare) return "clear";
  return chance < clearShare + MIXED_SHARE ? "mixed" : "overcast";
}

/** The clear sky index of every minute of a day: a varying mean with passing clouds. */
function simulateDay(type: DayType, seed: number): Float32Array {
  const { mean, spread, cloudsPerMinute, depth } = TYPES[type];
  const random = createRandom(seed);
  const minutes = new Float32Array(MINUTES + 1);
  let drift = gaussian(random) * spread;
  let cloudLeft = 0;
  let shade = 0;
  let cut = depth;
  for (let minute = 0; minute <= MINUTES; minute++) {
    drift += -drift / MEMORY_MINUTES + gaussian(random) * spread * Math.sqrt(2 / MEMORY_MINUTES);
    if (cloudLeft <= 0 && random() < cloudsPerMinute) {
      cloudLeft = -Math.log(1 - random()) * CLOUD_MINUTES;
      cut = depth * (0.6 + 0.8 * random());
    }
    cloudLeft--;
    // A cloud's edge takes a minute or two to pass.
    shade += ((cloudLeft > 0 ? cut : 0) - shade) * 0.6;
    minutes[minute] = Math.min(Math.max((mean + drift) * (1 - shade), 0.03), 1.05);
  }
  return minutes;
}

/** Monthly mean at an instant, linearly interpolated between months. */
function monthly(figures: readonly number[], at: number): number {
  const date = new Date(at);
  const position = date.getUTCMonth() + (date.getUTCDate() - 15) / 30;
  const month = Math.floor(position);
  const part = position - month;
  return figures[(month + 12) % 12]! * (1 - part) + figures[(month + 13) % 12]! * part;
}

/** Weather of a place, computed from the seed alone: any instant, in any order, is always the same. */
export function createWeather(options: { seed: number; longitude: number; climate: Climate }): Weather {
  const { seed, climate } = options;
  // Days begin at solar midnight, so that the change from one to the next falls into the night.
  const shiftMs = (options.longitude / 360) * DAY_MS;
  const types: DayType[] = [];
  const days = new Map<number, Float32Array>();

  function typeOf(day: number): DayType {
    for (let next = FIRST_DAY + types.length; next <= day; next++) {
      const random = createRandom(mixSeed(seed, next, 1));
      const previous = types.at(-1);
      const isKept = previous !== undefined && random() < PERSISTENCE;
      types.push(isKept ? previous : drawType(monthly(climate.clearSkyShare, next * DAY_MS), random()));
    }
    return types[day - FIRST_DAY] ?? "clear";
  }

  function minutesOf(day: number): Float32Array {
    let minutes = days.get(day);
    if (minutes === undefined) {
      minutes = simulateDay(typeOf(day), mixSeed(seed, day, 2));
      days.set(day, minutes);
      if (days.size > 5) days.delete(days.keys().next().value!);
    }
    return minutes;
  }

  const anomalyOf = (day: number): number => gaussian(createRandom(mixSeed(seed, day, 3))) * 2;

  return {
    clearSkyIndexAt(at) {
      const solar = at + shiftMs;
      const day = Math.floor(solar / DAY_MS);
      const minute = (solar - day * DAY_MS) / MINUTE_MS;
      const [before, part] = [Math.floor(minute), minute % 1];
      const minutes = minutesOf(day);
      return minutes[before]! * (1 - part) + minutes[before + 1]! * part;
    },
    ambientCAt(at) {
      const solar = at + shiftMs;
      const day = Math.floor(solar / DAY_MS);
      const part = (solar - day * DAY_MS) / DAY_MS;
      const anomaly = anomalyOf(day) * (1 - part) + anomalyOf(day + 1) * part;
      // Coldest before sunrise, warmest two hours after noon.
      return monthly(climate.temperatureC, at) + anomaly + 4.5 * Math.cos(2 * Math.PI * (part - 14 / 24));
    },
  };
}

/** A climate from the latitude alone, for a site without one: warm near the equator, with seasons towards the poles. */
export function climateOfLatitude(latitude: number): Climate {
  const distance = Math.abs(latitude);
  const meanC = 28 - 0.007 * distance * distance;
  const swingK = 0.23 * distance;
  const warmest = latitude >= 0 ? 6.5 : 0.5;
  const months = Array.from({ length: 12 }, (_, month) => Math.cos((2 * Math.PI * (month - warmest)) / 12));
  return {
    temperatureC: months.map((season) => meanC + swingK * season),
    clearSkyShare: months.map((season) => 0.66 + 0.08 * season),
  };
}
