import { countersOf, powerOf } from "../counters.ts";
import type { Place, Recording } from "../recording.ts";
import { capacityFromIrradiance, DEFAULT_INTERVAL_S } from "../recording.ts";
import type { SourceFile } from "../source-file.ts";
import { parseLocal } from "../stamps.ts";
import { hasColumns, readTimedTable } from "../table.ts";
import type { RecordingFormat } from "./format.ts";

const VOLTAGE = "INV1 CB2 Voltage [V]";
const CURRENT = "INV1 CB2 Current [A]";
const AC_POWER = "INV1 AC Power [kW]";

// The file names no place. Its own zenith and azimuth columns fit 42.58 N 72.52 W at UTC-5 to 0.0002°, and
// no place at UTC-7 better than 0.007°.
const OFFSET_H = -5;
const PLACE: Place = {
  timeZone: "Etc/GMT+5",
  address: "42.58 N 72.52 W",
  currency: "USD",
  latitude: 42.58,
  longitude: -72.52,
};

// The combiner is one of several of its inverter, so the AC side is more than its energy. Module temperature is no unit's own.
function read(source: SourceFile): Recording {
  const table = readTimedTable(source, (row) => {
    const vi = row.measure(VOLTAGE, "vi");
    const ii = row.measure(CURRENT, "ii");
    return {
      at: parseLocal(row.text("Timestamp"), OFFSET_H),
      vi,
      ii,
      dcW: powerOf(vi, ii),
      acW: row.measure(AC_POWER, "pa", 1000),
      irradiance: row.measure("POA [W/m²]", "gi"),
      ambientC: row.measure("Ambient Temp [C]", "ta"),
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
    units: [{ serial: "CB2", type: "SCON", model: "combiner, 4 strings of 18 modules", label: "CB2" }],
    gatewayValues: ["pa", "ea", "gi", "ta"],
    unitValues: ["vi", "ii", "eh"],
    samples: rows.flatMap((row, line) => [
      {
        unit: 0,
        at: row.at,
        // A meter that shows no power shows no counter either.
        values: {
          pa: row.acW,
          ea: row.acW === null ? null : acWh[line],
          gi: row.irradiance,
          ta: row.ambientC,
        },
      },
      ...(row.dcW === null
        ? []
        : [{ unit: 1, at: row.at, values: { vi: row.vi, ii: row.ii, eh: dcWh[line] } }]),
    ]),
  };
}

/** A string combiner under snow; its nights have no electrical values. */
export const combiner: RecordingFormat = {
  id: "combiner",
  about: "a string combiner (INV1 CB2 Voltage [V] …): one string controller",
  matches: (source) => hasColumns(source, ["Timestamp", VOLTAGE, CURRENT, AC_POWER]),
  read,
};
