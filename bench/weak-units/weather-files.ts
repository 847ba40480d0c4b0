import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Place } from "@heliograph/solar";
import { skyAt } from "@heliograph/solar";
import type { Weather } from "../../apps/simulator/src/physics/weather.ts";

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
/** All rows are read as those of this year: typical years have none of their own. */
const YEAR = 2026;
/** Below this light a measured share of the clear sky is noise. */
const MIN_CLEAR_WM2 = 50;

interface Row {
  /** Middle of the time it describes. */
  readonly at: number;
  readonly ghiWm2: number;
  readonly tempC: number;
}

interface Format {
  readonly file: string;
  readonly place: Required<Pick<Place, "latitude" | "longitude" | "altitudeM">>;
  readonly stepMs: number;
  /** A row of numbers and texts; undefined for lines of the header. */
  parse(cells: readonly string[]): Row | undefined;
}

const utc = (month: number, day: number, hours: number): number =>
  Date.UTC(YEAR, month - 1, day) + hours * HOUR_MS;

/** Published files whose rows were looked at: stamps at the end, the start or the middle of the hour. */
const FORMATS: readonly Format[] = [
  {
    file: "tmy3-greensboro-723170.csv.gz",
    place: { latitude: 36.1, longitude: -79.95, altitudeM: 273 },
    stepMs: HOUR_MS,
    parse([date = "", time = "", , , ghi, ...rest]) {
      const [, month, day] = /^(\d\d)\/(\d\d)\/\d{4}$/u.exec(date) ?? [];
      if (month === undefined) return undefined;
      // Hours end at their stamp, local standard time is UTC-5; column 32 is the dry bulb.
      const at = utc(Number(month), Number(day), Number.parseInt(time, 10) - 0.5 + 5);
      return { at, ghiWm2: Number(ghi), tempC: Number(rest[26]) };
    },
  },
  {
    file: "pvgis-tmy-45N-8E.csv.gz",
    place: { latitude: 45, longitude: 8, altitudeM: 250 },
    stepMs: HOUR_MS,
    parse([stamp = "", temp, , ghi]) {
      const [, month, day, hour] = /^\d{4}(\d\d)(\d\d):(\d\d)00$/u.exec(stamp) ?? [];
      if (month === undefined) return undefined;
      return {
        at: utc(Number(month), Number(day), Number(hour) + 0.1761),
        ghiWm2: Number(ghi),
        tempC: Number(temp),
      };
    },
  },
  {
    file: "nsrdb-psm4-2023-30min-40.53N-108.54W.csv.gz",
    place: { latitude: 40.53, longitude: -108.54, altitudeM: 2168 },
    stepMs: HOUR_MS / 2,
    parse(cells) {
      const [year, month, day, hour, minute, temp] = cells;
      if (year !== "2023") return undefined;
      const at = utc(Number(month), Number(day), Number(hour) + Number(minute) / 60 + 7);
      return { at, ghiWm2: Number(cells[18]), tempC: Number(temp) };
    },
  },
];

export interface WeatherFile {
  readonly name: string;
  readonly place: Format["place"];
  readonly weather: Weather;
}

/** Means of a file by its steps in the year, with the nearest known one where a step is empty. */
function createLookup(values: Map<number, number>, steps: number, stepMs: number) {
  const filled = new Float64Array(steps);
  let last = values.get(0) ?? 0;
  for (let step = 0; step < steps; step++) {
    last = values.get(step) ?? last;
    filled[step] = last;
  }
  const valueAt = (step: number): number => filled[((step % steps) + steps) % steps] as number;
  return (at: number): number => {
    const position = (at - Date.UTC(YEAR, 0, 1)) / stepMs;
    const before = Math.floor(position);
    const part = position - before;
    return valueAt(before) * (1 - part) + valueAt(before + 1) * part;
  };
}

function readFormat(folder: string, { file, place, stepMs, parse }: Format): WeatherFile {
  const lines = gunzipSync(readFileSync(join(folder, "weather", file)))
    .toString("utf8")
    .split(/\r?\n/u);
  const rows = lines.flatMap((line) => parse(line.split(",")) ?? []);
  const steps = YEAR_MS / stepMs;
  const stepOf = (at: number): number => {
    const step = Math.floor((at - Date.UTC(YEAR, 0, 1)) / stepMs);
    return ((step % steps) + steps) % steps;
  };
  const shares = new Map<number, number>();
  const temperatures = new Map<number, number>();
  for (const { at, ghiWm2, tempC } of rows) {
    temperatures.set(stepOf(at), tempC);
    const clear = skyAt(place, at).ghiWm2;
    if (clear >= MIN_CLEAR_WM2) shares.set(stepOf(at), Math.min(Math.max(ghiWm2 / clear, 0.02), 1.15));
  }
  const clearSkyIndexAt = createLookup(shares, steps, stepMs);
  const ambientCAt = createLookup(temperatures, steps, stepMs);
  return { name: file, place, weather: { clearSkyIndexAt, ambientCAt } };
}

/** The published weather files that are there. */
export const readWeatherFiles = (folder: string): WeatherFile[] =>
  FORMATS.filter(({ file }) => existsSync(join(folder, "weather", file))).map((format) =>
    readFormat(folder, format),
  );
