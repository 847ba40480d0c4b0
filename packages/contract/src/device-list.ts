import { z } from "zod";
import { device, deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { measuredFields } from "./measured-values.ts";
import { id, line, listOf, paging } from "./primitives.ts";
import { deviceStatus } from "./status.ts";

const deviceSort = z.enum([
  "sn",
  "alias",
  "type",
  "model",
  "status",
  "stationName",
  "companyName",
  "slotLabel",
  "softwareVersion",
  ...measuredFields,
  "onlineAt",
  "updatedAt",
]);

/** Signal by level: `good` from `GOOD_SIGNAL_DBM`, `weak` below `WEAK_SIGNAL_DBM`; `none` was never reported. */
const signalLevel = z.enum(["good", "fair", "weak", "none"]);

/** Time since the latest sample: within the last hour, or longer ago than an hour, a day, a week; `never` reported. */
const lastSeen = z.enum(["hour", "overHour", "overDay", "overWeek", "never"]);

/** What a list of devices is sorted by and limited to. */
export const deviceListing = {
  sort: deviceSort.default("slotLabel"),
  stationId: id.optional(),
  /** Company of the plants. */
  companyId: id.optional(),
  type: deviceType.optional(),
  /**
   * R3.11: `online` is everything that is neither offline nor asleep. Units that are silent because the sun is down are
   * `asleep`, not `offline`; an open fault outranks sleep.
   */
  status: z.enum(["online", ...deviceStatus.options, "asleep"]).optional(),
  model: line(60).optional(),
  softwareVersion: line(60).optional(),
  signal: signalLevel.optional(),
  lastSeen: lastSeen.optional(),
  /** In serial number, alias and place. */
  search: line(60).optional(),
} as const;

export const listDevices = defineEndpoint({
  method: "GET",
  path: "/workData/device/list",
  summary: "Devices of the caller's plants with their latest values",
  access: { who: ["device:read"], scope: { kind: "in-scope" } },
  query: z.object({ ...paging, ...deviceListing }),
  /** `total` is at most 5,000 where many match; `isTotalCapped` says that more do. */
  data: listOf(device).extend({ isTotalCapped: z.boolean().default(false) }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const listDeviceChoices = defineEndpoint({
  method: "GET",
  path: "/workData/device/choices",
  summary: "Filter values of the caller's devices: companies of their plants, models and software versions",
  access: { who: ["device:read"], scope: { kind: "in-scope" } },
  data: z.object({
    companies: z.array(z.object({ companyId: id, companyName: z.string() })),
    models: z.array(z.string()),
    softwareVersions: z.array(z.string()),
  }),
  errors: ["A0230", "A0300"],
});
