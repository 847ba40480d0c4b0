import { z } from "zod";
import { commandCode, commandOp, commandState } from "./command-states.ts";
import { deviceRead, deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { MCON_PARAMETERS, MIN_HEARTBEATS } from "./mcon-parameters.ts";
import type { MessageKey } from "./messages/en.ts";
import { id, idempotencyKey, instant } from "./primitives.ts";

const { heartbeat, otaInterval, repeatAlarm, mosTimeout, alarmPolling } = MCON_PARAMETERS;
const valueIn = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max);

const mconValues = z
  .strictObject({
    heartbeat: valueIn(heartbeat),
    otaInterval: valueIn(otaInterval),
    repeatAlarm: valueIn(repeatAlarm),
    mosTimeout: valueIn(mosTimeout),
    alarmPolling: valueIn(alarmPolling),
  })
  .refine((values) => values.mosTimeout >= MIN_HEARTBEATS * values.heartbeat, {
    path: ["mosTimeout"],
    error: "field.mosTimeout" satisfies MessageKey,
  });

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const getPath = "/workData/device/parameters";
const invalidates = [getPath, "/workData/device/commands", "/workData/powerStation/commands"];
const change = {
  who: ["device:parameters"],
  scope: { kind: "plant", level: "operate", by: { deviceId: "deviceId" }, part: "devices" },
} as const;
const sent = z.object({ commandId: id, state: commandState });
const errors = ["A0230", "A0300", "A0400", "A0404", "A0440", "A0720", "B0210"] as const;

const deviceParameters = z.object({
  deviceId: id,
  type: deviceType,
  /** Whether the gateway can take a command now. */
  isOnline: z.boolean(),
  /** Whether the caller may acquire, set and copy. */
  mayChange: z.boolean(),
  rows: z.array(
    z.object({
      name: z.string(),
      reported: scalar.nullable(),
      reportedAt: instant.nullable(),
      requested: scalar.nullable(),
      requestedAt: instant.nullable(),
    }),
  ),
  /** The latest command about parameters of the device; null if there was none. */
  command: z
    .object({
      commandId: id,
      op: commandOp,
      state: commandState,
      /** Of the device where it has a result of its own, else of the command. */
      code: commandCode.nullable(),
      /** Whether the device itself has confirmed it. */
      isConfirmed: z.boolean(),
      createdAt: instant,
    })
    .nullable(),
});
export type DeviceParameters = z.output<typeof deviceParameters>;

export const getDeviceParameters = defineEndpoint({
  method: "GET",
  path: getPath,
  summary: "Parameters of a device: what was requested last beside what it reported last (R3.15)",
  access: deviceRead,
  query: z.object({ deviceId: id }),
  data: deviceParameters,
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const acquireParameters = defineEndpoint({
  method: "POST",
  path: "/workData/device/parametersAcquire",
  summary: "Read the parameters of an MCON from the device",
  access: change,
  body: z.strictObject({ deviceId: id, idempotencyKey: idempotencyKey.optional() }),
  data: sent,
  errors,
  invalidates,
});

export const setParameters = defineEndpoint({
  method: "POST",
  path: "/workData/device/parametersSet",
  summary: "Set the parameters of exactly one MCON (R5.10)",
  access: change,
  body: z.strictObject({ deviceId: id, values: mconValues, idempotencyKey: idempotencyKey.optional() }),
  data: sent,
  errors,
  invalidates,
});
