import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { ObservedUnit } from "../../apps/server/src/modules/devices/missing-data/missing-data-rules.ts";
import { findUnitFault } from "../../apps/server/src/modules/devices/missing-data/missing-data-rules.ts";

/** NREL, Golden, Colorado: where all of these series were measured. */
const PLACE = { latitude: 39.74, longitude: -105.18 };
const INTERVAL_MS = 15 * 60_000;
const STANDARD_TIME = "-07:00";
/** In less light a module's electronics may sleep: an alarm about a zero is false. */
const DARK_WM2 = 50;

interface Row {
  readonly at: number;
  /** One value for each unit; undefined where none was measured. */
  readonly powersW: readonly (number | undefined)[];
  readonly irradianceWm2: number | undefined;
}

type Cells = Readonly<Record<string, string>>;

interface Format {
  readonly file: string;
  readonly timeColumn: string;
  parse(cells: Cells): Omit<Row, "at">;
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined || text === "" ? undefined : Number(text);
}

const product = (a: string | undefined, b: string | undefined): number | undefined => {
  const [first, second] = [toNumber(a), toNumber(b)];
  return first === undefined || second === undefined ? undefined : first * second;
};

const FORMATS: readonly Format[] = [
  {
    file: "strings/serf_west_15min.csv",
    timeColumn: "",
    parse: (cells) => ({
      powersW: [
        product(cells.dc_pos_voltage__774, cells.dc_pos_current__775),
        product(cells.dc_neg_voltage__776, cells.dc_neg_current__777),
      ],
      irradianceWm2: toNumber(cells.poa_irradiance__771),
    }),
  },
  {
    file: "strings/snow_data.csv",
    timeColumn: "Timestamp",
    parse: (cells) => ({
      powersW: [product(cells["INV1 CB2 Voltage [V]"], cells["INV1 CB2 Current [A]"])],
      irradianceWm2: toNumber(cells["POA [W/m²]"]),
    }),
  },
  {
    file: "strings/nrel_RSF_II.csv",
    timeColumn: "",
    parse: (cells) => ({
      powersW: [toNumber(cells.inv2_ac_power_w__1047)],
      irradianceWm2: toNumber(cells.poa_irradiance__1055),
    }),
  },
  {
    file: "power/serf_east_15min_ac_power.csv",
    timeColumn: "measured_on",
    parse: (cells) => ({ powersW: [toNumber(cells.ac_power)], irradianceWm2: undefined }),
  },
  {
    file: "power/nrel-system50-ac-power-15min.csv.gz",
    timeColumn: "measured_on",
    parse: (cells) => ({ powersW: [toNumber(cells.ac_power_2)], irradianceWm2: undefined }),
  },
];

/** Times without an offset are local standard time. */
function toInstant(text: string): number {
  const [, month, day, year, time] = /^(\d+)\/(\d+)\/(\d{4}) (\d+:\d\d)$/u.exec(text) ?? [];
  if (month !== undefined)
    return Date.parse(
      `${year}-${month.padStart(2, "0")}-${day?.padStart(2, "0")}T${time?.padStart(5, "0")}:00${STANDARD_TIME}`,
    );
  return Date.parse(/Z$|[+-]\d\d:\d\d$/u.test(text) ? text : `${text.replace(" ", "T")}${STANDARD_TIME}`);
}

function readTable(path: string): Cells[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const [head = "", ...lines] = text.split(/\r?\n/u).filter((line) => line !== "");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, index) => [names[index], cell])));
}

/** Satellite irradiance of the place of system 50 by half hour. */
function readSatellite(folder: string): Map<number, number> {
  const path = join(folder, "power/nrel-system50-weather-30min.csv.gz");
  return new Map(readTable(path).map(({ index = "", ghi = "" }) => [Date.parse(index), Number(ghi)]));
}

function readRows(folder: string, { file, timeColumn, parse }: Format): Row[] {
  const satellite = file.includes("system50") ? readSatellite(folder) : undefined;
  const halfHour = 2 * INTERVAL_MS;
  return readTable(join(folder, file)).map((cells) => {
    const at = toInstant(cells[timeColumn] ?? "");
    const row = parse(cells);
    return {
      at,
      ...row,
      irradianceWm2: row.irradianceWm2 ?? satellite?.get(Math.floor(at / halfHour) * halfHour),
    };
  });
}

export interface SeriesResult {
  readonly file: string;
  readonly readings: number;
  /** Alarms about a zero by day: beginnings of runs of readings. */
  readonly alarms: number;
  readonly days: number;
  /** Those that began while less than `DARK_WM2` was measured; undefined without a measurement. */
  readonly dark: number | undefined;
}

function observe(row: Row, unit: number): ObservedUnit {
  const peers = row.powersW.filter((_, index) => index !== unit);
  return {
    ...PLACE,
    intervalMs: INTERVAL_MS,
    lastSampleAt: row.at,
    expectedSince: 0,
    canProduce: true,
    powerW: row.powersW[unit] ?? null,
    peers: peers.length,
    // The rated power of the half strings is about 1.5 kW.
    producingPeers: peers.filter((powerW) => powerW !== undefined && powerW > 50).length,
  };
}

function judgeSeries(file: string, rows: readonly Row[]): SeriesResult {
  const begun: Row[] = [];
  const isRaised = new Set<number>();
  for (const row of rows) {
    for (const unit of row.powersW.keys()) {
      const isZero = findUnitFault(observe(row, unit), row.at) === "zeroPower";
      if (isZero && !isRaised.has(unit)) begun.push(row);
      if (isZero) isRaised.add(unit);
      else if ((row.powersW[unit] ?? 0) > 0) isRaised.delete(unit);
    }
  }
  const known = rows.some(({ irradianceWm2 }) => irradianceWm2 !== undefined);
  return {
    file,
    readings: rows.flatMap(({ powersW }) => powersW.filter((powerW) => powerW !== undefined)).length,
    alarms: begun.length,
    days: new Set(begun.map(({ at }) => new Date(at - 7 * 3_600_000).toISOString().slice(0, 10))).size,
    dark: known
      ? begun.filter(({ irradianceWm2 = Number.POSITIVE_INFINITY }) => irradianceWm2 < DARK_WM2).length
      : undefined,
  };
}

/** What the rule of a zero by day (H202) makes of measured series. */
export const judgeRealSeries = (folder: string): SeriesResult[] =>
  FORMATS.filter(({ file }) => existsSync(join(folder, file))).map((format) =>
    judgeSeries(format.file, readRows(folder, format)),
  );
