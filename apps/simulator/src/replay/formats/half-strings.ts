import { countersOf, powerOf } from "../counters.ts";
import { GOLDEN } from "../places.ts";
import type { Recording } from "../recording.ts";
import { capacityFromIrradiance, DEFAULT_INTERVAL_S } from "../recording.ts";
import type { SourceFile } from "../source-file.ts";
import { parseLocal } from "../stamps.ts";
import { hasColumns, readTimedTable } from "../table.ts";
import type { RecordingFormat } from "./format.ts";

const OFFSET_H = -7;
const HALVES = ["dc_pos", "dc_neg"] as const;

// Left out: ac_current stays 0, das_temperature repeats ac_power, and the module temperatures are no unit's own.
function read(source: SourceFile): Recording {
  const table = readTimedTable(source, (row) => ({
    at: parseLocal(row.text(""), OFFSET_H),
    acW: row.measure("ac_power", "pa"),
    irradiance: row.measure("poa_irradiance", "gi"),
    ambientC: row.measure("ambient_temp", "ta"),
    inverterC: row.measure("inveter_temp", "tp"),
    halves: HALVES.map((half) => {
      const vi = row.measure(`${half}_voltage`, "vi");
      const ii = row.measure(`${half}_current`, "ii");
      return { vi, ii, powerW: powerOf(vi, ii) };
    }),
  }));
  const { rows } = table;
  const intervalS = table.intervalS ?? DEFAULT_INTERVAL_S;
  const acWh = countersOf(
    rows.map(({ at, acW }) => ({ at, powerW: acW })),
    intervalS,
  );
  const dcWh = HALVES.map((_, half) =>
    countersOf(
      rows.map(({ at, halves }) => ({ at, powerW: halves[half]!.powerW })),
      intervalS,
    ),
  );
  return {
    place: GOLDEN,
    installedCapacityKwp: capacityFromIrradiance(
      rows.map(({ halves, irradiance }) => ({
        powerW: halves.reduce((sum, half) => sum + (half.powerW ?? 0), 0),
        irradiance,
      })),
    ),
    meteringLevel: "string",
    intervalS,
    isSnapshot: false,
    rejections: table.rejections,
    units: HALVES.map((half, index) => ({
      serial: half === "dc_pos" ? "POS" : "NEG",
      type: "SCON",
      model: "half string",
      label: `S${index + 1}`,
    })),
    gatewayValues: ["pa", "ea", "gi", "ta", "tp"],
    unitValues: ["vi", "ii", "eh"],
    samples: rows.flatMap((row, line) => [
      {
        unit: 0,
        at: row.at,
        values: { pa: row.acW, ea: acWh[line], gi: row.irradiance, ta: row.ambientC, tp: row.inverterC },
      },
      ...row.halves.flatMap(({ vi, ii, powerW }, half) =>
        powerW === null ? [] : [{ unit: half + 1, at: row.at, values: { vi, ii, eh: dcWh[half]![line] } }],
      ),
    ]),
  };
}

/** NREL SERF West: an inverter with two half strings, 15 minutes, local standard time. */
export const halfStrings: RecordingFormat = {
  id: "half-strings",
  about: "two half strings of an inverter (dc_pos_voltage, dc_neg_voltage …): two string controllers",
  matches: (source) =>
    hasColumns(source, ["dc_pos_voltage", "dc_pos_current", "dc_neg_voltage", "dc_neg_current", "ac_power"]),
  read,
};
