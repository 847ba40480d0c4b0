import { unknownPlace } from "../places.ts";
import { parseStamp } from "../stamps.ts";
import { hasColumns, readTimedTable } from "../table.ts";
import type { RecordingFormat } from "./format.ts";

/** Used where the timestamps do not show it. */
const DEFAULT_COUNTER_INTERVAL_S = 5;

/** Values that a home automation writes while a sensor is unavailable. */
const isUnavailable = (state: string): boolean => state === "unavailable" || state === "unknown";

/** One optimizer's own counter in Wh; it counts the day and falls when the optimizer starts again, and is sent as it is. */
export const optimizerCounter: RecordingFormat = {
  id: "optimizer-counter",
  about: "an optimizer's energy counter in Wh (entity_id, state, last_changed): one optimizer",
  matches: (source) =>
    hasColumns(source, ["entity_id", "state", "last_changed"]) &&
    (source.rows()[0]?.[source.header.indexOf("entity_id")] ?? "").endsWith("_energy"),
  read(source) {
    const { rows, intervalS, rejections } = readTimedTable(source, (row) => ({
      at: parseStamp(row.text("last_changed")),
      counterWh: isUnavailable(row.text("state")) ? undefined : row.measure("state", "eh"),
    }));
    return {
      place: unknownPlace(0),
      installedCapacityKwp: 0.4,
      meteringLevel: "module",
      intervalS: intervalS ?? DEFAULT_COUNTER_INTERVAL_S,
      isSnapshot: false,
      rejections,
      units: [{ serial: "C4", type: "OPT", model: "TS4 optimizer", label: "C4" }],
      gatewayValues: [],
      unitValues: ["eh"],
      samples: rows.flatMap(({ at, counterWh }) =>
        counterWh === undefined ? [] : [{ unit: 1, at, values: { eh: counterWh } }],
      ),
    };
  },
};
