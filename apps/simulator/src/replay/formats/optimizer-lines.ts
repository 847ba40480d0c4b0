import { z } from "zod";
import { countersOf } from "../counters.ts";
import { stepOf } from "../interval.ts";
import { unknownPlace } from "../places.ts";
import type { Recording } from "../recording.ts";
import { capacityFromPeak } from "../recording.ts";
import { createRejections, findImpossibleValue } from "../rejections.ts";
import { ReplayError } from "../replay-error.ts";
import type { SourceFile } from "../source-file.ts";
import { findOffsetH, parseStamp } from "../stamps.ts";
import type { RecordingFormat } from "./format.ts";

/** Interval of taptap's optimizers, used where the timestamps do not show it. */
const DEFAULT_LINES_INTERVAL_S = 20;

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

// `current` is the input's: a node bucking at duty 0.76 reads 5.25 A beside others of 6.9 A in its string, and
// 5.25 ÷ 0.76 = 6.9. The output current is therefore not measured. rssi is a raw number, no dBm, and stays out.
function valuesOf(entry: z.output<typeof line>) {
  return {
    vi: entry.voltage_in,
    ii: entry.current,
    vo: entry.voltage_out,
    tp: entry.temperature,
  };
}

function readLines(source: SourceFile) {
  const rejections = createRejections();
  const seen = new Set<string>();
  const entries = source.text
    .split(/\r?\n/)
    .flatMap((text, index) => {
      if (text.trim() === "") return [];
      const where = `line ${index + 1}`;
      const entry = parseLine(text);
      if (!entry) throw new ReplayError(`${source.name}, ${where}: no report of an optimizer.`);
      const at = parseStamp(entry.timestamp);
      const key = `${entry.node.id} ${at}`;
      const reason =
        findImpossibleValue(valuesOf(entry)) ?? (seen.has(key) ? "time stamp repeated" : undefined);
      seen.add(key);
      if (reason === undefined) return [{ ...entry, at }];
      rejections.add(reason, where);
      return [];
    })
    .sort((a, b) => a.at - b.at);
  return { entries, rejections: rejections.list() };
}

function read(source: SourceFile): Recording {
  const { entries, rejections } = readLines(source);
  const nodes = [...new Set(entries.map((entry) => entry.node.id))].sort((a, b) => a - b);
  const own = nodes.map((node) => entries.filter((entry) => entry.node.id === node));
  const steps = own.flatMap((each) => stepOf(each.map(({ at }) => at)) ?? []);
  const intervalS = steps.length > 0 ? Math.max(...steps) : DEFAULT_LINES_INTERVAL_S;
  const samples = own.flatMap((reports, index) => {
    const counterWh = countersOf(
      reports.map(({ at, voltage_in, current }) => ({ at, powerW: voltage_in * current })),
      intervalS,
    );
    return reports.map((entry, position) => ({
      unit: index + 1,
      at: entry.at,
      values: { ...valuesOf(entry), eh: counterWh[position] },
    }));
  });
  const peakByUnit = nodes.map((_, index) =>
    Math.max(...samples.filter(({ unit }) => unit === index + 1).map(({ values }) => values.vi * values.ii)),
  );
  return {
    place: unknownPlace(findOffsetH(entries[0]?.timestamp ?? "") ?? 0),
    installedCapacityKwp: capacityFromPeak(peakByUnit.reduce((sum, peak) => sum + peak, 0)),
    meteringLevel: "module",
    intervalS,
    isSnapshot: false,
    rejections,
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
