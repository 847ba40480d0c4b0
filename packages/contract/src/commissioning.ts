import { z } from "zod";
import { MAX_EXPECTED_DEVICES, MAX_EXPECTED_PLACE } from "./commissioning-limits.ts";
import { deviceType } from "./device.ts";
import { importUpload } from "./device-import.ts";
import { defineEndpoint } from "./endpoint.ts";
import { startedJob } from "./job.ts";
import type { MessageKey } from "./messages/en.ts";
import { id, instant, language, line, listOf, paging, requiredLine, serialNumber } from "./primitives.ts";

/**
 * What is expected at a plant: a `list` of serial numbers, else the places of its published `layout` and its devices
 * outside it, else its `devices`.
 */
export const expectedSource = z.enum(["list", "layout", "devices"]);
export type ExpectedSource = z.output<typeof expectedSource>;

/** `found`: in the plant and has reported; `missing`: expected and not found; `unknown`: in the plant and not expected. */
export const commissioningState = z.enum(["missing", "unknown", "found"]);
export type CommissioningState = z.output<typeof commissioningState>;

/** Why a device is missing. */
export const missingReason = z.enum(["notAdded", "notReported", "emptyPlace"]);
export type MissingReason = z.output<typeof missingReason>;

const expectedDevice = z.strictObject({ sn: serialNumber, place: line(MAX_EXPECTED_PLACE).default("") });
export type ExpectedDevice = z.output<typeof expectedDevice>;

const scope = {
  kind: "plant",
  level: "install",
  by: { stationId: "stationId" },
  part: "devices",
} as const;
const read = { who: ["device:read"], scope } as const;
const edit = { who: ["device:edit"], scope } as const;

const getPath = "/workData/commissioning/get";
const listPath = "/workData/commissioning/expected";

export const getCommissioning = defineEndpoint({
  method: "GET",
  path: getPath,
  summary:
    "Expected devices of a plant against those found, with their signal and the values of their first reports",
  access: read,
  query: z.object({
    stationId: id,
    state: commissioningState.optional(),
    page: paging.page,
    pageSize: paging.pageSize,
  }),
  data: listOf(
    z.object({
      /** Number of the row in the comparison: it has no other identity. */
      number: z.int(),
      state: commissioningState,
      /** Only of a missing device. */
      reason: missingReason.nullable(),
      /** Null for an empty place. */
      sn: z.string().nullable(),
      /** Null for a device that is not in the plant. */
      deviceId: id.nullable(),
      type: deviceType.nullable(),
      alias: z.string(),
      place: z.string(),
      /** Of an unknown device: serial number of another device of the comparison with the same place. */
      sharesPlaceWith: z.string().nullable(),
      /** Serial number of the device it is wired to. */
      parentSn: z.string().nullable(),
      isOnline: z.boolean(),
      signalDbm: z.number().nullable(),
      /** Instant and values of the first report in this plant. */
      firstAt: instant.nullable(),
      inputVoltageV: z.number().nullable(),
      outputVoltageV: z.number().nullable(),
      powerW: z.number().nullable(),
      temperatureC: z.number().nullable(),
    }),
  ).extend({
    source: expectedSource,
    counts: z.object({
      expected: z.int(),
      found: z.int(),
      missing: z.int(),
      unknown: z.int(),
      /** Found devices with a weak signal. */
      weakSignal: z.int(),
    }),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  // Devices report at any time.
  cache: "bypass",
});
export type CommissioningRow = z.output<typeof getCommissioning.data>["rows"][number];

export const getExpectedDevices = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "The list of devices that are expected at a plant; empty without one",
  access: read,
  query: z.object({ stationId: id }),
  data: z.object({ devices: z.array(expectedDevice) }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const saveExpectedDevices = defineEndpoint({
  method: "POST",
  path: "/workData/commissioning/save",
  summary: "Replace the list of devices that are expected at a plant; an empty one compares with its layout",
  access: edit,
  body: z.strictObject({
    stationId: id,
    devices: z
      .array(expectedDevice)
      .max(MAX_EXPECTED_DEVICES)
      .refine(
        (devices) => new Set(devices.map(({ sn }) => sn)).size === devices.length,
        "field.twice" satisfies MessageKey,
      ),
  }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates: [getPath, listPath],
});

export const readExpectedDevices = defineEndpoint({
  method: "POST",
  path: "/workData/commissioning/read",
  summary: `Serial numbers and places of an .xlsx or .csv file of at most ${MAX_EXPECTED_DEVICES} rows; nothing is written`,
  access: edit,
  query: z.object({ stationId: id, fileName: requiredLine(120) }),
  upload: importUpload,
  data: z.object({ devices: z.array(z.object({ sn: z.string(), place: z.string() })) }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0700"],
  invalidates: [],
});

export const createCommissioningReport = defineEndpoint({
  method: "POST",
  path: "/workData/commissioning/report",
  summary: "Write the acceptance report of a plant as PDF in a background job (`/job`)",
  access: read,
  body: z.strictObject({ stationId: id, language }),
  data: startedJob,
  errors: ["A0230", "A0300", "A0400", "A0404", "A0501"],
  invalidates: ["/job/list"],
});
