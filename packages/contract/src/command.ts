import { z } from "zod";
import { commandCode, commandOp, commandResultState, commandState } from "./command-states.ts";
import { deviceRead, deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, listOf, paging } from "./primitives.ts";

const parameterValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** A command as lists show it. */
const command = z.object({
  commandId: id,
  op: commandOp,
  state: commandState,
  code: commandCode.nullable(),
  /** Of a running command. */
  percent: z.number().nullable(),
  gatewayId: id,
  gatewaySn: z.string(),
  /** The only device that the command concerns; null for several, and once the device is deleted. */
  targetId: id.nullable(),
  targetSn: z.string().nullable(),
  /** Number of devices whose result is recorded, and how many of them reported success. */
  resultCount: z.int(),
  doneCount: z.int(),
  /** Arguments of the command, such as requested parameter values. */
  requested: parameterValues,
  /** Who sent it; null for the system and where the name is not visible to the caller. */
  byName: z.string().nullable(),
  createdAt: instant,
  /** First time that it was sent, and how often it was. */
  deliveredAt: instant.nullable(),
  deliveries: z.int(),
  deadlineAt: instant.nullable(),
  /** First reply of the gateway. */
  repliedAt: instant.nullable(),
  finishedAt: instant.nullable(),
});
export type Command = z.output<typeof command>;

/** What became of a command at one device. */
const commandResult = z.object({
  unit: z.int(),
  deviceId: id.nullable(),
  sn: z.string().nullable(),
  type: deviceType.nullable(),
  slotLabel: z.string(),
  state: commandResultState,
  code: commandCode.nullable(),
  /** Values that the device reported with its reply. */
  readBack: parameterValues.nullable(),
  at: instant.nullable(),
});
export type CommandResult = z.output<typeof commandResult>;

const listQuery = {
  ...paging,
  sort: z.enum(["createdAt"]).default("createdAt"),
  order: z.enum(["asc", "desc"]).default("desc"),
  op: commandOp.optional(),
  state: commandState.optional(),
};

const readPlant = {
  who: ["device:read"],
  scope: { kind: "plant", level: "read", by: { stationId: "stationId" }, part: "devices" },
} as const;

export const listPlantCommands = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/commands",
  summary: "Commands sent to the devices of a plant",
  access: readPlant,
  query: z.object({ ...listQuery, stationId: id }),
  data: listOf(command),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const listDeviceCommands = defineEndpoint({
  method: "GET",
  path: "/workData/device/commands",
  summary: "Commands sent to a gateway, or that concern a unit, in its current plant",
  access: deviceRead,
  query: z.object({ ...listQuery, deviceId: id }),
  data: listOf(command),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const getPlantCommand = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/command",
  summary: "A command with its result at each device",
  access: readPlant,
  query: z.object({ stationId: id, commandId: id }),
  data: command.extend({ results: z.array(commandResult) }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const cancelCommand = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/command/cancel",
  summary: "Cancel a command that has not been sent yet",
  access: {
    who: ["device:command"],
    scope: { kind: "plant", level: "operate", by: { stationId: "stationId" }, part: "devices" },
  },
  body: z.strictObject({ stationId: id, commandId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [
    "/workData/powerStation/commands",
    "/workData/powerStation/command",
    "/workData/device/commands",
  ],
});
