import type { SampleRow } from "@heliograph/protocol";
import { z } from "zod";
import { unknownPlace } from "../places.ts";
import type { RecordedUnit, Recording } from "../recording.ts";
import { capacityFromPeak, DEFAULT_INTERVAL_S } from "../recording.ts";
import { createRejections, findImpossibleValue } from "../rejections.ts";
import { ReplayError } from "../replay-error.ts";
import type { SourceFile } from "../source-file.ts";
import type { RecordingFormat } from "./format.ts";

const JOULES_PER_WH = 3600;

const reading = z.object({
  endDate: z.number().positive(),
  dcVoltageINmV: z.number(),
  dcCurrentINmA: z.number(),
  channelTemp: z.number().nullish(),
});
const channel = z.object({
  watts: z.object({ now: z.number(), max: z.number() }),
  // A module that is gone has null or an empty object here.
  lastReading: z.union([reading, z.strictObject({}), z.null()]),
  lifetime: z.object({ joulesProduced: z.number().optional() }).nullish(),
});
const moduleEntry = z.object({
  devName: z.literal("pcu"),
  sn: z.string(),
  modGone: z.boolean(),
  channels: z.array(channel),
});
const productionEntry = z.object({
  serialNumber: z.string(),
  lastReportDate: z.number(),
  lastReportWatts: z.number(),
  maxReportWatts: z.number(),
});

interface ModuleReading {
  readonly serial: string;
  readonly peakW: number;
  /** undefined for a module that is gone. */
  readonly sample: Pick<SampleRow, "at" | "values"> | undefined;
}

function snapshotOf(modules: readonly ModuleReading[], unitValues: Recording["unitValues"]): Recording {
  const units = modules.map(
    ({ serial }, index): RecordedUnit => ({
      serial,
      type: "OPT",
      model: "microinverter",
      label: `M${String(index + 1).padStart(2, "0")}`,
    }),
  );
  const rejections = createRejections();
  const samples = modules.flatMap(({ serial, sample }, index) => {
    if (sample === undefined) return [];
    const reason = findImpossibleValue(sample.values);
    if (reason === undefined) return [{ unit: index + 1, ...sample }];
    rejections.add(reason, serial);
    return [];
  });
  return {
    place: unknownPlace(0),
    installedCapacityKwp: capacityFromPeak(modules.reduce((sum, { peakW }) => sum + peakW, 0)),
    meteringLevel: "module",
    // Watts are means over about 904 s.
    intervalS: DEFAULT_INTERVAL_S,
    isSnapshot: true,
    rejections: rejections.list(),
    units,
    gatewayValues: [],
    unitValues,
    samples: samples.sort((a, b) => a.at - b.at),
  };
}

function entriesOf(json: unknown): { devName?: unknown }[] {
  const isMap = typeof json === "object" && json !== null && !Array.isArray(json);
  return isMap ? Object.values(json).filter((entry) => typeof entry === "object" && entry !== null) : [];
}

function parseEntry<S extends z.ZodType>(schema: S, entry: unknown, name: string): z.output<S> {
  const result = schema.safeParse(entry);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new ReplayError(`${name}: ${issue?.path.join(".")}: ${issue?.message}.`, { cause: result.error });
}

function readChannel(serial: string, isGone: boolean, entry: z.output<typeof channel>): ModuleReading {
  const { watts, lastReading: last, lifetime } = entry;
  const peakW = watts.max;
  if (isGone || last === null || !("endDate" in last)) return { serial, peakW, sample: undefined };
  return {
    serial,
    peakW,
    sample: {
      at: last.endDate * 1000,
      values: {
        vi: last.dcVoltageINmV / 1000,
        ii: last.dcCurrentINmA / 1000,
        pw: watts.now,
        tp: last.channelTemp ?? null,
        eh: lifetime?.joulesProduced === undefined ? null : lifetime.joulesProduced / JOULES_PER_WH,
      },
    },
  };
}

function readDeviceData(source: SourceFile): Recording {
  const modules = entriesOf(source.json())
    .filter(({ devName }) => devName === "pcu")
    .map((entry) => parseEntry(moduleEntry, entry, source.name));
  return snapshotOf(
    modules.flatMap(({ sn, modGone, channels }) =>
      channels.map((entry, index) => readChannel(index === 0 ? sn : `${sn}-${index + 1}`, modGone, entry)),
    ),
    // rssi is a raw number around 106, no dBm, and stays out.
    ["vi", "ii", "pw", "tp", "eh"],
  );
}

/** A gateway's list of its microinverters with their last reading. */
export const microinverterReadings: RecordingFormat = {
  id: "microinverter-readings",
  about: "microinverters with their last readings (ivp_pdm_device_data.json): optimizers, one snapshot",
  matches: (source) => entriesOf(source.json()).some(({ devName }) => devName === "pcu"),
  read: readDeviceData,
};

/** A gateway's list of its microinverters' last watts. */
export const microinverterWatts: RecordingFormat = {
  id: "microinverter-watts",
  about: "microinverters with their last watts (api_v1_production_inverters.json): optimizers, one snapshot",
  matches(source) {
    const json = source.json();
    return Array.isArray(json) && json.length > 0 && productionEntry.safeParse(json[0]).success;
  },
  read(source) {
    const list = z.array(productionEntry);
    return snapshotOf(
      parseEntry(list, source.json(), source.name).map((entry) => ({
        serial: entry.serialNumber,
        peakW: entry.maxReportWatts,
        sample: { at: entry.lastReportDate * 1000, values: { pw: entry.lastReportWatts } },
      })),
      ["pw"],
    );
  },
};
