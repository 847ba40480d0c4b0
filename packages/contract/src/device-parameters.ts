import { z } from "zod";
import { commandCode, commandOp, commandState } from "./command-states.ts";
import { deviceRead, deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { measuredFields } from "./measured-values.ts";
import type { MessageKey } from "./messages/en.ts";
import { MAX_COPY_TARGETS } from "./parameter-limits.ts";
import { id, idempotencyKey, instant } from "./primitives.ts";

const MAX_PARAMETERS = 64;

const because = (error: MessageKey) => ({ error });
const scalar = z.union([z.string().max(64), z.number(), z.boolean()]);
const parameterName = z.string().regex(/^[A-Za-z][A-Za-z0-9._-]{0,63}$/);

/** New values by name; the model of the device has their names and ranges. */
const parameterValues = z.record(parameterName, scalar).refine((values) => {
  const { length } = Object.keys(values);
  return length > 0 && length <= MAX_PARAMETERS;
}, because("choose.parameters"));

const getPath = "/workData/device/parameters";
const invalidates = [getPath, "/workData/device/commands", "/workData/powerStation/commands"];
const change = {
  who: ["device:parameters"],
  scope: { kind: "plant", level: "operate", by: { deviceId: "deviceId" }, part: "devices" },
} as const;
const sent = z.object({ commandId: id, state: commandState });
const errors = ["A0230", "A0300", "A0312", "A0400", "A0404", "A0440", "A0720", "B0210"] as const;

/** A parameter as the model of the device has it. */
const parameterRules = {
  kind: z.enum(["number", "choice", "switch"]),
  unit: z.string(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  choices: z.array(z.string()),
  /** At least this many times the value of another parameter. */
  minMultiple: z.object({ times: z.number(), parameter: z.string() }).nullable(),
  isReadOnly: z.boolean(),
  /** Names by language, of parameters that only the model knows. */
  texts: z.record(z.string(), z.string()),
};

const deviceParameters = z.object({
  deviceId: id,
  type: deviceType,
  /** Whether the gateway can take a command now. */
  isOnline: z.boolean(),
  /** Whether the caller may acquire, set and copy. */
  mayChange: z.boolean(),
  /** Parameters of the device's model; none for a device without parameters. */
  rows: z.array(
    z.object({
      name: z.string(),
      ...parameterRules,
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
  summary: "Parameters of an MCON or gateway: what was requested last beside what it reported last (R3.15)",
  access: deviceRead,
  query: z.object({ deviceId: id }),
  data: deviceParameters,
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

/** The MCON or gateway that is selected for an operation (R5.12). */
const selected = (error: MessageKey) => z.uuid(because(error)).toLowerCase();

const deviceModelFacts = z.object({
  model: z.string(),
  /** No file describes the model: that of the type applies. */
  isGeneric: z.boolean(),
  /** Measured values that such devices report. */
  fields: z.array(z.enum(measuredFields)),
  parameterCount: z.int(),
  /** Operations that such devices carry out. */
  capabilities: z.array(commandOp),
});
export type DeviceModelFacts = z.output<typeof deviceModelFacts>;

export const getDeviceModel = defineEndpoint({
  method: "GET",
  path: "/workData/device/model",
  summary: "What devices of the model measure, and whether they have parameters",
  access: deviceRead,
  query: z.object({ deviceId: id }),
  data: deviceModelFacts,
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const acquireParameters = defineEndpoint({
  method: "POST",
  path: "/workData/device/parametersAcquire",
  summary: "Read the parameters of an MCON or gateway from the device",
  access: change,
  body: z.strictObject({
    deviceId: selected("prompt.mconToAcquire"),
    idempotencyKey: idempotencyKey.optional(),
  }),
  data: sent,
  errors,
  invalidates,
});

export const setParameters = defineEndpoint({
  method: "POST",
  path: "/workData/device/parametersSet",
  summary: "Set parameters of exactly one MCON or gateway (R5.10)",
  access: change,
  body: z.strictObject({
    deviceId: selected("prompt.mconToSet"),
    values: parameterValues,
    idempotencyKey: idempotencyKey.optional(),
  }),
  data: sent,
  errors,
  invalidates,
});

export const copyParameters = defineEndpoint({
  method: "POST",
  path: "/workData/device/parametersCopy",
  summary: `Copy the parameters of one MCON to at most ${MAX_COPY_TARGETS} others behind the same gateway (R5.11)`,
  access: change,
  body: z.strictObject({
    deviceId: selected("prompt.mconToCopy"),
    toDeviceIds: z
      .array(id)
      .min(1, because("choose.mconTargets"))
      .max(MAX_COPY_TARGETS, because("field.tooManyMcons"))
      .refine((ids) => new Set(ids).size === ids.length, because("field.twice")),
    idempotencyKey: idempotencyKey.optional(),
  }),
  data: sent,
  errors,
  invalidates,
});
