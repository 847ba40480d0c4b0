import { countersOf } from "../counters.ts";
import { GOLDEN, unknownPlace } from "../places.ts";
import type { Place, Recording } from "../recording.ts";
import { capacityFromPeak } from "../recording.ts";
import { ReplayError } from "../replay-error.ts";
import type { SourceFile } from "../source-file.ts";
import { hasColumns, parseStamp, plainName, tableRows } from "../table.ts";
import type { RecordingFormat } from "./format.ts";

const INTERVAL_S = 900;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What 1.0 of a normalised power stands for, W: the file does not say, so this is ours. */
const NORMALISED_NOMINAL_W = 10_000;

interface PowerRow {
  readonly at: number;
  readonly powerW: number | null;
}

/** Hours ahead of UTC by the offset in the stamps; undefined where they are in UTC, which tells nothing of the place. */
function offsetInStamp(stamp: string): number | undefined {
  const found = /([+-])(\d\d):?00$/.exec(stamp);
  const hours = found ? (found[1] === "-" ? -1 : 1) * Number(found[2]) : 0;
  return hours === 0 ? undefined : hours;
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

function recordingOf(rows: readonly PowerRow[], place: Place, capacityKwp?: number): Recording {
  const counterWh = countersOf(rows, INTERVAL_S);
  const peakW = rows.reduce((peak, { powerW }) => Math.max(peak, powerW ?? 0), 0);
  return {
    place,
    installedCapacityKwp: capacityKwp ?? capacityFromPeak(peakW),
    meteringLevel: "ac-meter",
    intervalS: INTERVAL_S,
    isSnapshot: false,
    units: [],
    gatewayValues: ["pa", "ea"],
    unitValues: [],
    samples: rows.flatMap(({ at, powerW }, line) =>
      powerW === null ? [] : [{ unit: 0, at, values: { pa: powerW, ea: counterWh[line] } }],
    ),
  };
}

function powerColumn(source: SourceFile): string | undefined {
  return source.header.map(plainName).find((name) => /^ac_power(_\d+)?$/.test(name));
}

/** NREL's AC power: W, each stamp with its offset; a file in UTC gets the zone of its own noon. */
export const acPower: RecordingFormat = {
  id: "ac-power",
  about: "AC power of an inverter in W (measured_on, ac_power …): an AC meter",
  matches: (source) => source.header[0] === "measured_on" && powerColumn(source) !== undefined,
  read(source) {
    const column = powerColumn(source)!;
    const lines = tableRows(source);
    const rows = lines.map((row) => ({
      at: parseStamp(row.text("measured_on")),
      powerW: row.number(column),
    }));
    const offsetH = offsetInStamp(lines[0]?.text("measured_on") ?? "") ?? offsetByNoon(rows);
    // Both files of this kind are NREL's; a file whose noon is another's was made elsewhere.
    return recordingOf(rows, offsetH === -7 ? GOLDEN : unknownPlace(offsetH));
  },
};

/** Normalised AC power with stuck values: they are replayed as they are, as a device would send them. */
export const normalisedPower: RecordingFormat = {
  id: "normalised-power",
  about: "normalised AC power (timestamp, value_normalized …): an AC meter, 1.0 taken as 10 kW",
  matches: (source) => hasColumns(source, ["timestamp", "value_normalized"]),
  read(source) {
    const rows = tableRows(source).map((row) => {
      const share = row.number("value_normalized");
      if (share !== null && Math.abs(share) > 2)
        throw new ReplayError(`${source.name}: ${share} is no normalised power.`);
      return {
        at: parseStamp(row.text("timestamp")),
        powerW: share === null ? null : share * NORMALISED_NOMINAL_W,
      };
    });
    return recordingOf(rows, unknownPlace(offsetByNoon(rows)), NORMALISED_NOMINAL_W / 1000);
  },
};
