import { countersOf, powerOf } from "../counters.ts";
import { GOLDEN } from "../places.ts";
import type { Recording } from "../recording.ts";
import { capacityFromIrradiance, DEFAULT_INTERVAL_S } from "../recording.ts";
import type { SourceFile } from "../source-file.ts";
import { parseLocal } from "../stamps.ts";
import { hasColumns, readTimedTable } from "../table.ts";
import type { RecordingFormat } from "./format.ts";

// Its stamps are said to be Golden's, but the sun would shine there until 18:15 in January: the clock is at UTC-5. The
// plant keeps that clock, so that its days are the file's.
const OFFSET_H = -5;
const PLACE = { ...GOLDEN, timeZone: "Etc/GMT+5" };

// Left out: ac_power_kw is the whole building's, and the sensors' own temperatures are no unit's.
function read(source: SourceFile): Recording {
  const table = readTimedTable(source, (row) => {
    const vi = row.measure("inv2_dc_voltage", "vi");
    const ii = row.measure("inv2_dc_current", "ii");
    return {
      at: parseLocal(row.text(""), OFFSET_H),
      vi,
      ii,
      dcW: powerOf(vi, ii),
      acW: row.measure("inv2_ac_power_w", "pa"),
      inverterC: row.measure("inv2_temp", "tp"),
      irradiance: row.measure("poa_irradiance", "gi"),
      ambientC: row.measure("ambient_temp", "ta"),
    };
  });
  const { rows } = table;
  const intervalS = table.intervalS ?? DEFAULT_INTERVAL_S;
  const wattsOf = (key: "dcW" | "acW") => rows.map((row) => ({ at: row.at, powerW: row[key] }));
  const dcWh = countersOf(wattsOf("dcW"), intervalS);
  const acWh = countersOf(wattsOf("acW"), intervalS);
  return {
    place: PLACE,
    installedCapacityKwp: capacityFromIrradiance(
      rows.map(({ dcW, irradiance }) => ({ powerW: dcW, irradiance })),
    ),
    meteringLevel: "string",
    intervalS,
    isSnapshot: false,
    rejections: table.rejections,
    units: [{ serial: "INV2", type: "SCON", model: "inverter DC input", label: "INV2" }],
    gatewayValues: ["pa", "ea", "gi", "ta"],
    unitValues: ["vi", "ii", "tp", "eh"],
    samples: rows.flatMap((row, line) => [
      {
        unit: 0,
        at: row.at,
        values: { pa: row.acW, ea: acWh[line], gi: row.irradiance, ta: row.ambientC },
      },
      ...(row.dcW === null
        ? []
        : [{ unit: 1, at: row.at, values: { vi: row.vi, ii: row.ii, tp: row.inverterC, eh: dcWh[line] } }]),
    ]),
  };
}

/** NREL RSF II: an inverter's DC input and AC output, 15 minutes. */
export const inverterInput: RecordingFormat = {
  id: "inverter-input",
  about: "an inverter's DC input and AC output (inv2_dc_voltage …): one string controller and an AC meter",
  matches: (source) => hasColumns(source, ["inv2_dc_voltage", "inv2_dc_current", "inv2_ac_power_w"]),
  read,
};
