import { z } from "zod";
import { countersOf } from "../counters.ts";
import { unknownPlace } from "../places.ts";
import type { Recording } from "../recording.ts";
import { capacityFromPeak } from "../recording.ts";
import { ReplayError } from "../replay-error.ts";
import type { SourceFile } from "../source-file.ts";
import { parseStamp } from "../table.ts";
import type { RecordingFormat } from "./format.ts";

/** taptap's optimizers speak every 20 s. */
const INTERVAL_S = 20;

const line = z.object({
  node: z.object({ id: z.int() }),
  timestamp: z.string(),
  voltage_in: z.number(),
  voltage_out: z.number(),
  current: z.number(),
  temperature: z.number(),
});

function parseLine(text: string): z.output<typeof line> | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function offsetHours(stamp: string): number {
  const found = /([+-])(\d\d):(\d\d)$/.exec(stamp);
  return found ? (found[1] === "-" ? -1 : 1) * Number(found[2]) : 0;
}

// `current` is the input's: a node bucking at duty 0.76 reads 5.25 A beside neighbours of 6.9 A in its string, and
// 5.25 ÷ 0.76 = 6.9. The output current is therefore not measured. rssi is a raw number, no dBm, and stays out.
function read(source: SourceFile): Recording {
  const entries = source.text
    .split(/\r?\n/)
    .filter((text) => text.trim() !== "")
    .map((text, index) => {
      const entry = parseLine(text);
      if (!entry) throw new ReplayError(`${source.name}, line ${index + 1}: no report of an optimizer.`);
      return { ...entry, at: parseStamp(entry.timestamp) };
    })
    .sort((a, b) => a.at - b.at);
  const nodes = [...new Set(entries.map((entry) => entry.node.id))].sort((a, b) => a - b);
  const samples = nodes.flatMap((node, index) => {
    const own = entries.filter((entry) => entry.node.id === node);
    const counterWh = countersOf(
      own.map(({ at, voltage_in, current }) => ({ at, powerW: voltage_in * current })),
      INTERVAL_S,
    );
    return own.map((entry, position) => ({
      unit: index + 1,
      at: entry.at,
      values: {
        vi: entry.voltage_in,
        ii: entry.current,
        vo: entry.voltage_out,
        tp: entry.temperature,
        eh: counterWh[position],
      },
    }));
  });
  const peakByUnit = nodes.map((_, index) =>
    Math.max(...samples.filter(({ unit }) => unit === index + 1).map(({ values }) => values.vi * values.ii)),
  );
  return {
    place: unknownPlace(offsetHours(entries[0]!.timestamp)),
    installedCapacityKwp: capacityFromPeak(peakByUnit.reduce((sum, peak) => sum + peak, 0)),
    meteringLevel: "module",
    intervalS: INTERVAL_S,
    isSnapshot: false,
    units: nodes.map((node) => ({
      serial: `N${node}`,
      type: "OPT",
      model: "TS4 optimizer",
      label: `N${node}`,
    })),
    gatewayValues: [],
    unitValues: ["vi", "ii", "vo", "tp", "eh"],
    samples: samples.sort((a, b) => a.at - b.at),
  };
}

/** `taptap observe`: optimizers' reports as JSON lines. */
export const optimizerLines: RecordingFormat = {
  id: "optimizer-lines",
  about: "optimizers' reports as JSON lines (taptap observe): optimizers",
  matches: (source) => parseLine(source.text.slice(0, source.text.search(/\r?\n|$/))) !== undefined,
  read,
};
