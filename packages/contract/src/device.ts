import { z } from "zod";
import { commandState } from "./command-states.ts";
import { defineEndpoint } from "./endpoint.ts";
import { measuredValues } from "./measured-values.ts";
import type { MessageKey } from "./messages/en.ts";
import {
  id,
  idempotencyKey,
  instant,
  listOf,
  paging,
  registrationCode,
  requiredLine,
  serialNumber,
  serialNumberOrEmpty,
} from "./primitives.ts";
import { deviceStatus, deviceStatusReason } from "./status.ts";
import { statusAlarm } from "./status-alarm.ts";
import { upgradeState } from "./upgrade-states.ts";

/** R1.1; the console shows RSD as "shutdown switch". */
export const deviceType = z.enum(["DCON", "SCON", "MCON", "OPT", "RSD"], {
  error: ({ input }) =>
    input === undefined || input === "" ? ("choose.deviceType" satisfies MessageKey) : undefined,
});
export type DeviceType = z.output<typeof deviceType>;

/** R5.1: ASCII letters and digits only. */
export const alias = z.string().regex(/^[A-Za-z0-9]{0,32}$/, { error: "field.alias" satisfies MessageKey });

/** An alias that is being set, so it is asked for (R5.2). */
export const requiredAlias = alias.min(1, { error: "prompt.alias" satisfies MessageKey });

/** R3.10; electrical values are the latest report's, null when never reported. */
export const device = z.object({
  deviceId: id,
  sn: z.string(),
  alias: z.string(),
  type: deviceType,
  model: z.string(),
  softwareVersion: z.string(),
  hardwareVersion: z.string(),
  hplcVersion: z.string(),
  mconStVersion: z.string(),
  ratedPowerW: z.number().nullable(),
  onlineAt: instant.nullable(),
  communicationStatus: z.enum(["online", "offline"]),
  /** Offline because the sun is down. */
  isAsleep: z.boolean(),
  status: deviceStatus,
  /** The reason for the status. */
  statusReason: deviceStatusReason,
  /**
   * The alarm that decides the status, or the most severe one of a sleeping device; null where there is none, and where
   * alarms are hidden from the caller.
   */
  alarm: statusAlarm.nullable(),
  ownerName: z.string().nullable(),
  stationId: id.nullable(),
  stationName: z.string().nullable(),
  /** Company of the plant, the plant's zone, and how often its gateway reports. */
  companyName: z.string().nullable(),
  timeZone: z.string(),
  reportIntervalS: z.int(),
  parentId: id.nullable(),
  slotLabel: z.string(),
  ...measuredValues,
  isClosed: z.boolean().nullable(),
  isAdopted: z.boolean(),
  /** R4.14: the upgrade that is under way; null for a device that waits for one. */
  upgrade: z.object({ state: upgradeState, percent: z.int().nullable() }).nullable().default(null),
  tiltDeg: z.number().nullable(),
  azimuthDeg: z.number().nullable(),
  polePosition: z.int().nullable(),
  level: z.int(),
  /** Time of the latest sample. */
  updatedAt: instant.nullable(),
});
export type Device = z.output<typeof device>;

export const registerDevices = defineEndpoint({
  method: "POST",
  path: "/workData/device/register",
  summary: "Register devices with their registration codes",
  access: { who: ["device:register"], scope: { kind: "platform" } },
  body: z.strictObject({
    rows: z
      .array(
        z.strictObject({
          sn: serialNumber,
          type: deviceType,
          model: requiredLine(60),
          registrationCode,
        }),
      )
      .min(1)
      .max(1_000),
  }),
  data: z.object({ registered: z.int() }),
  errors: ["A0150", "A0300", "A0400"],
  invalidates: [],
});

export const addDevice = defineEndpoint({
  method: "POST",
  path: "/workData/device/add",
  summary: "Add a device to a plant by serial number and registration code",
  access: {
    who: ["device:add"],
    scope: { kind: "plant", level: "install", by: { stationId: "stationId" } },
  },
  body: z.strictObject({
    stationId: id,
    /** An empty one is refused: it asks for that of the gateway (DCON) where the plant has none (R5.2). */
    sn: serialNumberOrEmpty,
    registrationCode,
    alias: alias.default(""),
    /** By default the plant's grid connection date, or the end of the device's previous link if that is later. */
    installedAt: instant.optional(),
  }),
  data: z.object({ deviceId: id }),
  errors: ["A0150", "A0240", "A0300", "A0400", "A0404", "A0501"],
  invalidates: ["/workData/device/list", "/workData/device/choices", "/workData/powerStation/detail"],
});

/** Access to the device's plant, where the caller sees its devices. */
export const deviceRead = {
  who: ["device:read"],
  scope: { kind: "plant", level: "read", by: { deviceId: "deviceId" }, part: "devices" },
} as const;

export const getDevice = defineEndpoint({
  method: "GET",
  path: "/workData/device/detail",
  summary: "One device",
  access: deviceRead,
  query: z.object({ deviceId: id }),
  data: device,
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const getDeviceData = defineEndpoint({
  method: "GET",
  path: "/workData/device/data",
  summary: "Samples of one device over at most 8 days",
  access: deviceRead,
  query: z.object({ deviceId: id, fromAt: instant, toAt: instant }),
  data: z.object({
    rows: z.array(
      z.object({
        at: instant,
        inputVoltageV: z.number().nullable(),
        inputCurrentA: z.number().nullable(),
        outputVoltageV: z.number().nullable(),
        outputCurrentA: z.number().nullable(),
        powerW: z.number().nullable(),
        temperatureC: z.number().nullable(),
        generationWh: z.number().nullable(),
      }),
    ),
    /** Rises of the counter in these windows of 15 minutes that no such unit can have produced; not counted as energy. */
    implausibleWh: z.number(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const listRejected = defineEndpoint({
  method: "GET",
  path: "/workData/device/rejected",
  summary: "Rejected reports of a gateway, with the reason",
  access: deviceRead,
  query: z.object({ ...paging, deviceId: id }),
  data: listOf(
    z.object({
      receivedAt: instant,
      topic: z.string(),
      seq: z.number().nullable(),
      reason: z.string(),
      detail: z.string(),
      /** As text, or base64 if `isBinary`, cut at 4,096 characters. */
      body: z.string(),
      /** The body is not text. */
      isBinary: z.boolean(),
    }),
  ).extend({ counts: z.array(z.object({ reason: z.string(), total: z.int() })) }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

/** Gateway commands that need no safety rules of their own. */
export const gatewayOp = z.enum(["fast", "scan", "restart"]);

export const commandDevice = defineEndpoint({
  method: "POST",
  path: "/workData/device/command",
  summary: "Send a gateway one of the simple commands",
  access: {
    who: ["device:command"],
    scope: { kind: "plant", level: "operate", by: { deviceId: "deviceId" }, part: "devices" },
  },
  body: z.strictObject({
    deviceId: id,
    op: gatewayOp,
    /** Requests of an account with the same key and content are one command. */
    idempotencyKey: idempotencyKey.optional(),
  }),
  data: z.object({ commandId: id, state: z.string() }),
  errors: ["A0300", "A0312", "A0400", "A0404", "A0440", "B0210"],
  invalidates: ["/workData/device/command", "/workData/device/commands", "/workData/powerStation/commands"],
});

export const getCommand = defineEndpoint({
  method: "GET",
  path: "/workData/device/command",
  summary: "State of a command sent to a device",
  access: deviceRead,
  query: z.object({ deviceId: id, commandId: id }),
  data: z.object({
    commandId: id,
    op: z.string(),
    state: commandState,
    code: z.string().nullable(),
    percent: z.int().nullable(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});
