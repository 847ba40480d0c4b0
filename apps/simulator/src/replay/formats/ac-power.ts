import { countersOf } from "../counters.ts";
import { GOLDEN, unknownPlace } from "../places.ts";
import type { Place, Recording } from "../recording.ts";
import { capacityFromPeak, DEFAULT_INTERVAL_S } from "../recording.ts";
import { ReplayError } from "../replay-error.ts";
import type { SourceFile } from "../source-file.ts";
import { findOffsetH, parseStamp } from "../stamps.ts";
import type { TimedTable } from "../table.ts";
import { ambiguousColumns, hasColumns, plainName, readTimedTable } from "../table.ts";
import type { RecordingFormat } from "./format.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Watts of a normalised power of 1.0, assumed because the file does not contain it. */
const NORMALISED_NOMINAL_W = 10_000;
const MAX_NORMALISED = 2;

interface PowerRow {
  readonly at: number;
  /** As the stamp says; undefined in UTC. */
  readonly offsetH: number | undefined;
  readonly powerW: number | null;
}

/** Hours ahead of UTC of a clock whose noon is the middle of the energy. */
function offsetByNoon(rows: readonly PowerRow[]): number {
  let sumX = 0;
  let sumY = 0;
  for (const { at, powerW } of rows) {
    const angle = (2 * Math.PI * (at % DAY_MS)) / DAY_MS;
    sumX += Math.max(powerW ?? 0, 0) * Math.cos(angle);
    sumY += Math.max(powerW ?? 0, 0) * Math.sin(angle);
  }
  const middleH = ((Math.atan2(sumY, sumX) / (2 * Math.PI)) * 24 + 24) % 24;
  return Math.round(12 - middleH);
}

/** Location of the plant: by the offset in its stamps, or by its own noon for stamps in UTC. */
function findOffset(rows: readonly PowerRow[]): number {
  return rows[0]?.offsetH ?? offsetByNoon(rows);
}

function recordingOf(table: TimedTable<PowerRow>, place: Place, capacityKwp?: number): Recording {
  const { rows, rejections, intervalS = DEFAULT_INTERVAL_S } = table;
  const counterWh = countersOf(rows, intervalS);
  const peakW = rows.reduce((peak, { powerW }) => Math.max(peak, powerW ?? 0), 0);
  return {
    place,
    installedCapacityKwp: capacityKwp ?? capacityFromPeak(peakW),
    meteringLevel: "ac-meter",
    intervalS,
    isSnapshot: false,
    rejections,
    units: [],
    gatewayValues: ["pa", "ea"],
    unitValues: [],
    samples: rows.flatMap(({ at, powerW }, line) =>
      powerW === null ? [] : [{ unit: 0, at, values: { pa: powerW, ea: counterWh[line] } }],
    ),
  };
}

function listPowerColumns(source: SourceFile): number[] {
  return source.header.flatMap((cell, position) =>
    /^ac_power(_\d+)?$/.test(plainName(cell)) ? [position] : [],
  );
}

/** NREL's AC power: W, each stamp with its offset; a file in UTC gets the zone of its own noon. */
export const acPower: RecordingFormat = {
  id: "ac-power",
  about: "AC power of an inverter in W (measured_on, ac_power …): an AC meter",
  matches: (source) => source.header[0] === "measured_on" && listPowerColumns(source).length > 0,
  read(source) {
    const columns = listPowerColumns(source);
    // A gateway has one meter, and the file does not say which of the columns is the plant's.
    if (columns.length > 1) throw ambiguousColumns(source, "AC power", columns);
    const column = plainName(source.header[columns[0]!]!);
    const table = readTimedTable(source, (row): PowerRow => {
      const stamp = row.text("measured_on");
      return { at: parseStamp(stamp), offsetH: findOffsetH(stamp), powerW: row.measure(column, "pa") };
    });
    const offsetH = findOffset(table.rows);
    // Both files of this kind are NREL's; a file whose noon is another's was made elsewhere.
    return recordingOf(table, offsetH === -7 ? GOLDEN : unknownPlace(offsetH));
  },
};

/** Normalised AC power with stuck values, which are replayed unchanged, as a device would send them. */
export const normalisedPower: RecordingFormat = {
  id: "normalised-power",
  about: "normalised AC power (timestamp, value_normalized …): an AC meter, 1.0 taken as 10 kW",
  matches: (source) => hasColumns(source, ["timestamp", "value_normalized"]),
  read(source) {
    const table = readTimedTable(source, (row): PowerRow => {
      const stamp = row.text("timestamp");
      const share = row.number("value_normalized");
      if (share !== null && Math.abs(share) > MAX_NORMALISED)
        throw new ReplayError(`${source.name}: ${share} is no normalised power.`);
      const powerW = share === null ? null : share * NORMALISED_NOMINAL_W;
      return { at: parseStamp(stamp), offsetH: findOffsetH(stamp), powerW };
    });
    return recordingOf(table, unknownPlace(findOffset(table.rows)), NORMALISED_NOMINAL_W / 1000);
  },
};
