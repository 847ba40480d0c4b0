import { unknownPlace } from "../places.ts";
import { hasColumns, parseStamp, tableRows } from "../table.ts";
import type { RecordingFormat } from "./format.ts";

/** One optimizer's own counter in Wh; it counts the day and falls when the optimizer starts again, and is sent as it is. */
export const optimizerCounter: RecordingFormat = {
  id: "optimizer-counter",
  about: "an optimizer's energy counter in Wh (entity_id, state, last_changed): one optimizer",
  matches: (source) =>
    hasColumns(source, ["entity_id", "state", "last_changed"]) &&
    /_energy,/.test(source.text.slice(0, 4_096)),
  read(source) {
    const samples = tableRows(source).flatMap((row) => {
      const state = row.text("state");
      // What a home automation writes while a sensor is away.
      if (state === "unavailable" || state === "unknown") return [];
      return [{ unit: 1, at: parseStamp(row.text("last_changed")), values: { eh: row.number("state") } }];
    });
    return {
      place: unknownPlace(0),
      installedCapacityKwp: 0.4,
      meteringLevel: "module",
      intervalS: 5,
      isSnapshot: false,
      units: [{ serial: "C4", type: "OPT", model: "TS4 optimizer", label: "C4" }],
      gatewayValues: [],
      unitValues: ["eh"],
      samples: samples.sort((a, b) => a.at - b.at),
    };
  },
};
