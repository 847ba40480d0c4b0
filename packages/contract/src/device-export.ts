import { z } from "zod";
import { deviceListing } from "./device-list.ts";
import { defineEndpoint } from "./endpoint.ts";
import { startedJob } from "./job.ts";
import { measuredFields } from "./measured-values.ts";
import type { MessageKey } from "./messages/en.ts";
import { paging } from "./primitives.ts";
import { exportFile } from "./station-export.ts";

/** R3.10, with the fields that the list shows beside it. */
const deviceColumn = z.enum([
  "sn",
  "alias",
  "type",
  "model",
  "status",
  "communicationStatus",
  "stationName",
  "companyName",
  "ownerName",
  "slotLabel",
  "softwareVersion",
  "hardwareVersion",
  "hplcVersion",
  "mconStVersion",
  "ratedPowerW",
  ...measuredFields,
  "tiltDeg",
  "azimuthDeg",
  "polePosition",
  "level",
  "onlineAt",
  "updatedAt",
]);
export type DeviceColumn = z.output<typeof deviceColumn>;

const deviceExport = z.strictObject({
  ...exportFile,
  /** In the order of the file. */
  columns: z
    .array(deviceColumn)
    .min(1)
    .max(deviceColumn.options.length)
    .refine((columns) => new Set(columns).size === columns.length, {
      error: "field.twice" satisfies MessageKey,
    }),
  ...deviceListing,
  order: paging.order,
});
export type DeviceExport = z.output<typeof deviceExport>;

export const exportDevices = defineEndpoint({
  method: "POST",
  path: "/workData/device/export",
  summary: "Write the devices of the caller's plants to a file in a background job (`/job`)",
  access: { who: ["device:read"], scope: { kind: "in-scope" } },
  body: deviceExport,
  data: startedJob,
  errors: ["A0230", "A0300", "A0400", "A0404", "A0501"],
  invalidates: ["/job/list"],
});
