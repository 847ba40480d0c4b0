import { z } from "zod";
import { deviceRead, requiredAlias } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { clearable, id } from "./primitives.ts";

/** More than any string inverter takes. */
const MAX_RATED_POWER_W = 1_500_000;

/** A hash of the fields: a change that is based on other values is refused. */
const revision = z.string().regex(/^[0-9a-f]{32}$/);

const settingsPath = "/workData/device/settings";

export const getDeviceSettings = defineEndpoint({
  method: "GET",
  path: settingsPath,
  summary: "What a user can change of a device, and whether the caller may",
  access: deviceRead,
  query: z.object({ deviceId: id }),
  data: z.object({
    deviceId: id,
    alias: z.string(),
    /** Of the device itself; a module at its place may have another one. */
    ratedPowerW: z.number().nullable(),
    tiltDeg: z.number().nullable(),
    azimuthDeg: z.number().nullable(),
    polePosition: z.int().nullable(),
    /** Tilt, azimuth and pole position belong to a place on the roof, which gateways have none of. */
    isPlaced: z.boolean(),
    mayEdit: z.boolean(),
    mayReplace: z.boolean().default(false),
    mayMove: z.boolean().default(false),
    mayRemove: z.boolean().default(false),
    revision,
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});
export type DeviceSettings = z.output<typeof getDeviceSettings.data>;

export const updateDevice = defineEndpoint({
  method: "POST",
  path: "/workData/device/update",
  summary:
    "Change a device's alias, rated power, tilt, azimuth and pole position; absent fields stay as they are",
  access: {
    who: ["device:edit"],
    scope: { kind: "plant", level: "install", by: { deviceId: "deviceId" }, part: "devices" },
  },
  body: z.strictObject({
    deviceId: id,
    revision,
    /** Null removes it. */
    alias: clearable(requiredAlias),
    ratedPowerW: z.number().gt(0).max(MAX_RATED_POWER_W).nullable().optional(),
    /** From horizontal. */
    tiltDeg: z.number().min(0).max(90).nullable().optional(),
    /** From north over east. */
    azimuthDeg: z.number().min(0).lt(360).nullable().optional(),
    /** Where of nine places the unit is on its module, by rows from the top left. */
    polePosition: z.int().min(1).max(9).nullable().optional(),
  }),
  data: z.object({ deviceId: id, revision }),
  errors: ["A0300", "A0400", "A0404", "A0440"],
  invalidates: [
    settingsPath,
    "/workData/device/list",
    "/workData/device/detail",
    "/workData/device/place",
    "/workData/device/history",
  ],
});
