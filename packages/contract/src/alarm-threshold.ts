import { z } from "zod";
import { alarmSeverity } from "./alarm.ts";
import { deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import type { FieldProblem } from "./field-problems.ts";
import { id, instant } from "./primitives.ts";

/** R3.13: measured values with thresholds: V and A of the input, or of the output where no input is measured; °C. */
export const thresholdQuantity = z.enum(["voltage", "current", "temperature"]);
export type ThresholdQuantity = z.output<typeof thresholdQuantity>;

/** `high`: raised above the value; `low`: raised below it. */
export const thresholdSide = z.enum(["high", "low"]);
export type ThresholdSide = z.output<typeof thresholdSide>;

/** Values that a limit may have, as devices can measure them: V, A, °C. */
export const THRESHOLD_RANGE = {
  voltage: { min: -10, max: 2_000 },
  current: { min: -50, max: 1_000 },
  temperature: { min: -60, max: 200 },
} as const satisfies Record<ThresholdQuantity, { min: number; max: number }>;

/** Longest delay of an alarm, s. */
export const MAX_THRESHOLD_DELAY_S = 86_400;

const values = {
  isOn: z.boolean(),
  /** The alarm is raised beyond this value, in the unit of the quantity. */
  raiseValue: z.number().min(-60).max(2_000),
  /** The condition ends at this value: below the raise value of a high limit, above that of a low one. */
  clearValue: z.number().min(-60).max(2_000),
  /** How long the value must be beyond the raise value. */
  delayS: z.int().min(0).max(MAX_THRESHOLD_DELAY_S),
  severity: alarmSeverity,
};
const thresholdValues = z.object(values);
export type ThresholdValues = z.output<typeof thresholdValues>;

const limitKey = { deviceType, quantity: thresholdQuantity, side: thresholdSide };
/** Larger after each change; a change names the one it is based on, 0 for a limit that the plant does not have yet. */
const revision = z.int().min(0);

const threshold = z.object({ ...limitKey, ...values, revision });
export type Threshold = z.output<typeof threshold>;

const plantThreshold = z.object({
  ...limitKey,
  /** The limits in force at the plant. */
  ...values,
  /** Whether they are the plant's own, not the default of the type. */
  isOwn: z.boolean(),
  revision,
  default: thresholdValues,
});
export type PlantThreshold = z.output<typeof plantThreshold>;

type Draft = Pick<ThresholdValues, "raiseValue" | "clearValue"> & {
  quantity: ThresholdQuantity;
  side: ThresholdSide;
};

/** Problems of the values of a limit in combination. */
export function findThresholdProblems({ quantity, side, raiseValue, clearValue }: Draft): FieldProblem[] {
  const { min, max } = THRESHOLD_RANGE[quantity];
  const outside = Object.entries({ raiseValue, clearValue }).flatMap(([path, value]): FieldProblem[] => {
    if (value < min) return [{ path, key: "field.min", params: { min } }];
    return value > max ? [{ path, key: "field.max", params: { max } }] : [];
  });
  if (outside.length > 0) return outside;
  if (side === "high" && clearValue >= raiseValue)
    return [{ path: "clearValue", key: "field.lessThan", params: { max: raiseValue } }];
  if (side === "low" && clearValue <= raiseValue)
    return [{ path: "clearValue", key: "field.moreThan", params: { min: raiseValue } }];
  return [];
}

const listPath = "/alarm/threshold/list";
const plantPath = "/alarm/threshold/plant";

/** Defaults concern every plant: they are settings of the platform operator. */
const ofPlatform = { who: ["system:config"], scope: { kind: "platform" } } as const;
const changePlant = {
  who: ["alarm:thresholds"],
  scope: { kind: "plant", level: "install", by: { stationId: "stationId" }, part: "alarms" },
} as const;

export const listThresholds = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "Alarm thresholds by device type: the defaults of all plants",
  access: ofPlatform,
  data: z.object({ rows: z.array(threshold) }),
  errors: ["A0230", "A0300"],
  cache: "bypass",
});

export const setThreshold = defineEndpoint({
  method: "POST",
  path: "/alarm/threshold/set",
  summary: "Set the default threshold of a device type",
  access: ofPlatform,
  body: z.strictObject({ ...limitKey, ...values, revision }),
  data: threshold,
  errors: ["A0230", "A0300", "A0400", "A0440"],
  invalidates: [listPath, plantPath],
});

export const listPlantThresholds = defineEndpoint({
  method: "GET",
  path: plantPath,
  summary: "Alarm thresholds in force at a plant, with the defaults of their types",
  access: {
    who: ["alarm:read"],
    scope: { kind: "plant", level: "read", by: { stationId: "stationId" }, part: "alarms" },
  },
  query: z.object({ stationId: id }),
  data: z.object({
    rows: z.array(plantThreshold),
    /** Device types that the plant has. */
    deviceTypes: z.array(deviceType),
    /** Whether the caller may change them. */
    mayChange: z.boolean(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const setPlantThreshold = defineEndpoint({
  method: "POST",
  path: "/alarm/threshold/setPlant",
  summary: "Set a plant's own threshold, which replaces the default of the type there",
  access: changePlant,
  body: z.strictObject({ stationId: id, ...limitKey, ...values, revision }),
  data: plantThreshold,
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [listPath, plantPath],
});

export const resetPlantThreshold = defineEndpoint({
  method: "POST",
  path: "/alarm/threshold/resetPlant",
  summary: "Remove a plant's own threshold: the default of the type applies again",
  access: changePlant,
  body: z.strictObject({ stationId: id, ...limitKey, revision }),
  data: plantThreshold,
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [listPath, plantPath],
});

/** Days of stored samples that a preview reads. */
export const PREVIEW_DAYS = 30;

export const previewThreshold = defineEndpoint({
  method: "GET",
  path: "/alarm/threshold/preview",
  summary:
    "How many alarms a threshold would have raised in the last days, from stored samples of a plant, or of all plants of the caller that have none of their own",
  // For a plant's own limits, and for the defaults.
  access: { who: ["alarm:thresholds", "system:config"], scope: { kind: "in-scope" } },
  query: z.object({
    stationId: id.optional(),
    ...limitKey,
    raiseValue: z.coerce.number().min(-60).max(2_000),
    clearValue: z.coerce.number().min(-60).max(2_000),
    delayS: z.coerce.number().int().min(0).max(MAX_THRESHOLD_DELAY_S),
  }),
  data: z.object({
    alarms: z.int(),
    /** Devices of the alarms. */
    devices: z.int(),
    /** Days counted, up to now: fewer than 30 where there are very many samples. */
    days: z.int(),
    /** First measured value that counts; null where none was measured in these days. */
    fromAt: instant.nullable(),
    /** Length of the steps whose largest or smallest values were counted instead of each sample, s; null for each sample. */
    stepS: z.int().nullable(),
    /** More alarms than were counted. */
    isCapped: z.boolean(),
  }),
  errors: ["A0230", "A0300", "A0400"],
  cache: "bypass",
});
export type ThresholdPreview = z.output<typeof previewThreshold.data>;
