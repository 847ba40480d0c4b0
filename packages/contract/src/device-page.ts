import { z } from "zod";
import { device, deviceRead, deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant } from "./primitives.ts";

/** Devices beside and below a device in one response. */
export const MAX_PLACED_DEVICES = 200;
/** Entries of a device's history in one response. */
export const MAX_DEVICE_HISTORY = 200;

/** Devices of one level, in the order of their places, and how many there are. */
const placedDevices = z.object({ rows: z.array(device).max(MAX_PLACED_DEVICES), total: z.int() });

export const getDevicePlace = defineEndpoint({
  method: "GET",
  path: "/workData/device/place",
  summary:
    "Place of a device in its plant: devices above, beside and below it, at most 200 of a level, with their latest values",
  access: deviceRead,
  query: z.object({ deviceId: id }),
  data: z.object({
    /** From the gateway down to the device's parent; empty for a gateway. */
    above: z.array(device),
    /** Devices of the same type with the same parent, the device among them; for a gateway the plant's gateways. */
    beside: placedDevices,
    /** Devices connected to it. */
    below: placedDevices,
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});
export type DevicePlace = z.output<typeof getDevicePlace.data>;

/** A device at a place from one instant to another. */
const devicePlacement = z.object({
  linkId: id,
  deviceId: id,
  sn: z.string(),
  alias: z.string(),
  type: deviceType,
  stationId: id,
  stationName: z.string(),
  timeZone: z.string(),
  /** Empty without a place, and where the plant's layout is hidden from the caller. */
  slotLabel: z.string(),
  parentSn: z.string().nullable(),
  fromAt: instant,
  /** Null while it is there. */
  toAt: instant.nullable(),
  /** The user who added it; null for a gateway's report, and where contacts are hidden from the caller. */
  createdByName: z.string().nullable(),
});
export type DevicePlacement = z.output<typeof devicePlacement>;

export const listDeviceHistory = defineEndpoint({
  method: "GET",
  path: "/workData/device/history",
  summary:
    "Places of a device over time, and other devices at the same places, in plants visible to the caller; the last 200",
  access: deviceRead,
  query: z.object({ deviceId: id }),
  data: z.object({ rows: z.array(devicePlacement).max(MAX_DEVICE_HISTORY), total: z.int() }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});
