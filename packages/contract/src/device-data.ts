import { z } from "zod";
import { deviceRead } from "./device.ts";
import {
  countDataValues,
  DATA_STEPS_S,
  findDataStep,
  MAX_DATA_DAYS,
  MAX_DATA_DEVICES,
  MAX_DATA_VALUES,
} from "./device-data-limits.ts";
import { defineEndpoint } from "./endpoint.ts";
import { startedJob } from "./job.ts";
import { measuredFields } from "./measured-values.ts";
import type { MessageKey } from "./messages/en.ts";
import { id, instant } from "./primitives.ts";
import { exportFile } from "./station-export.ts";

const DAY_MS = 86_400_000;
/** A change of clocks makes a period of local days an hour longer. */
const MAX_MS = MAX_DATA_DAYS * DAY_MS + 3_600_000;
const UUID_LENGTH = 36;
const MAX_FIELD_LENGTH = 20;

const because = (error: MessageKey) => ({ error });
const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

const deviceIds = z
  .array(id)
  .min(1, because("choose.device"))
  .max(MAX_DATA_DEVICES)
  .refine(isUnique, because("field.twice"));
const fields = z
  .array(z.enum(measuredFields))
  .min(1, because("choose.parameters"))
  .max(measuredFields.length)
  .refine(isUnique, because("field.twice"));

/** A list in an address: `a,b`; an empty text is an empty list. */
const listIn = (maxLength: number, missing: MessageKey) =>
  z
    .string(because(missing))
    .max(maxLength)
    .transform((text): string[] => (text === "" ? [] : text.split(",")));

const period = {
  fromAt: z.string(because("choose.dataDate")).min(1, because("choose.dataDate")).pipe(instant),
  /** Excluded. */
  toAt: z.string(because("choose.dataDate")).min(1, because("choose.dataDate")).pipe(instant),
};

function checkPeriod({ fromAt, toAt }: { fromAt: string; toAt: string }, context: z.RefinementCtx): void {
  const lengthMs = Date.parse(toAt) - Date.parse(fromAt);
  const refuse = (message: MessageKey) => context.addIssue({ code: "custom", path: ["toAt"], message });
  if (lengthMs <= 0) refuse("field.order");
  else if (lengthMs > MAX_MS) refuse("field.tooLongRange");
}

const query = z
  .object({
    /** Ids separated by commas. */
    deviceIds: listIn(MAX_DATA_DEVICES * (UUID_LENGTH + 1), "choose.device").pipe(deviceIds),
    /** Names of measured values separated by commas. */
    fields: listIn(measuredFields.length * MAX_FIELD_LENGTH, "choose.parameters").pipe(fields),
    ...period,
    /** Step to average over; by default the shortest one with which the response stays within its limit. */
    stepS: z.coerce
      .number<number>()
      .refine((stepS) => (DATA_STEPS_S as readonly number[]).includes(stepS), because("field.choice"))
      .optional(),
  })
  .superRefine(checkPeriod)
  .superRefine((asked, context) => {
    const size = {
      devices: asked.deviceIds.length,
      fields: asked.fields.length,
      lengthMs: Date.parse(asked.toAt) - Date.parse(asked.fromAt),
    };
    // What is missing is said already.
    if (Number.isNaN(size.lengthMs)) return;
    const stepS = asked.stepS ?? findDataStep(size);
    if (stepS === undefined || countDataValues(size, stepS) > MAX_DATA_VALUES)
      context.addIssue({
        code: "custom",
        path: ["stepS"],
        message: "field.tooManyValues" satisfies MessageKey,
      });
  });

const access = { who: ["device:read"], scope: { kind: "in-scope" } } as const;

export const getDeviceSeries = defineEndpoint({
  method: "GET",
  path: "/workData/device/series",
  summary: `Measured values of at most ${MAX_DATA_DEVICES} devices by step over at most ${MAX_DATA_DAYS} days (R5.5)`,
  access,
  query,
  data: z.object({
    fromAt: instant,
    stepS: z.int(),
    /** One for each device, in the order asked for. */
    series: z.array(
      z.object({
        deviceId: id,
        /** Numbers of the steps with samples, from the start of the period. */
        steps: z.array(z.int()),
        /**
         * By parameter in the order asked for, one value for each of the steps: the mean of its samples, of a counter the
         * last one; null without a value.
         */
        values: z.array(z.array(z.number().nullable())),
      }),
    ),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});
export type DeviceSeries = z.output<typeof getDeviceSeries.data>;

export const getLastSample = defineEndpoint({
  method: "GET",
  path: "/workData/device/series/last",
  summary:
    "Time of a device's last sample in its plant, also of one that came late with the gateway's earlier reports",
  access: deviceRead,
  query: z.object({ deviceId: id }),
  data: z.object({
    /** Null without any sample. */
    at: instant.nullable(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

const deviceDataExport = z
  .strictObject({ ...exportFile, deviceIds, fields, ...period })
  .superRefine(checkPeriod);
export type DeviceDataExport = z.output<typeof deviceDataExport>;

export const exportDeviceData = defineEndpoint({
  method: "POST",
  path: "/workData/device/series/export",
  summary: "Write every sample of devices in a period to a file in a background job (`/job`)",
  access,
  body: deviceDataExport,
  data: startedJob,
  errors: ["A0230", "A0300", "A0400", "A0404", "A0501"],
  invalidates: ["/job/list"],
});
