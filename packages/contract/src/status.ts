import { z } from "zod";

/** R3.11, in order of severity, as lists sort and offer them. */
export const deviceStatus = z.enum(["normal", "warning", "alarm", "fault", "offline"]);
export type DeviceStatus = z.output<typeof deviceStatus>;

/**
 * Shut-down (by command) > waiting (no gateway of the plant has ever reported) > offline > fault > alarm > warning > normal
 * (domain: Plant, Status).
 */
export const plantStatus = z.enum(["normal", "warning", "alarm", "fault", "offline", "waiting", "shut-down"]);
export type PlantStatus = z.output<typeof plantStatus>;

/**
 * Status of a device by the reason that decides it; the first reason that applies decides (domain: Status of a device). While
 * the sun is down, `unit-fault` and `fault-alarm` of a unit come before the reasons of being offline.
 * `disconnected`: its gateway has no session; `silent`: its gateway was not heard for three report intervals;
 * `unit-down`: the gateway reported the unit down; `no-samples`: no sample of it for three report intervals;
 * `unit-fault`: unit status 7; the alarms: open ones by severity.
 */
export const DEVICE_STATUS_BY_REASON = {
  disconnected: "offline",
  silent: "offline",
  "unit-down": "offline",
  "no-samples": "offline",
  "unit-fault": "fault",
  "fault-alarm": "fault",
  "threshold-alarm": "alarm",
  "warning-alarm": "warning",
  none: "normal",
} as const satisfies Readonly<Record<string, DeviceStatus>>;

/**
 * Status of a plant by the reason that decides it, as for devices. `never-connected`: no gateway of it was ever heard;
 * `disconnected` and `silent`: no gateway of it is online; `unit-fault`: of any unit; `shut-down`: by command, every unit
 * proven.
 */
export const PLANT_STATUS_BY_REASON = {
  "shut-down": "shut-down",
  "never-connected": "waiting",
  disconnected: "offline",
  silent: "offline",
  "unit-fault": "fault",
  "fault-alarm": "fault",
  "threshold-alarm": "alarm",
  "warning-alarm": "warning",
  none: "normal",
} as const satisfies Readonly<Record<string, PlantStatus>>;

const enumOfKeys = <Key extends string>(byKey: Readonly<Record<Key, unknown>>) =>
  z.enum(Object.keys(byKey) as [Key, ...Key[]]);

export const deviceStatusReason = enumOfKeys(DEVICE_STATUS_BY_REASON);
export type DeviceStatusReason = z.output<typeof deviceStatusReason>;

export const plantStatusReason = enumOfKeys(PLANT_STATUS_BY_REASON);
export type PlantStatusReason = z.output<typeof plantStatusReason>;
