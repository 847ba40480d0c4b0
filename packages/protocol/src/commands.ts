import { z } from "zod";
import { LIMITS } from "./limits.ts";
import {
  count,
  deviceText,
  id,
  instantMs,
  list,
  paramName,
  scalar,
  unitIndex,
  unitType,
} from "./message-parts.ts";

/** Why a command was refused or failed. */
export const COMMAND_ERRORS = [
  "E_BUSY",
  "E_LOCKED",
  "E_OFFLINE",
  "E_TIMEOUT",
  "E_TYPE",
  "E_RANGE",
  "E_UNSUP",
  "E_EXPIRED",
  "E_SIGNATURE",
  "E_SPACE",
] as const;
/** One error code of a command. */
export type CommandError = (typeof COMMAND_ERRORS)[number];

/** State of a command in a reply; refused, done and failed are final. */
export const REPLY_STATES = ["accepted", "refused", "running", "done", "failed"] as const;
/** One state of a command's reply. */
export type ReplyState = (typeof REPLY_STATES)[number];

/** A firmware image and how it is to be spread over the targets. */
const otaJob = z.object({
  job: id,
  type: unitType,
  name: deviceText(128),
  version: deviceText(32),
  /** Bytes. */
  size: z
    .int()
    .min(1)
    .max(64 * 1024 * 1024),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Ed25519, 64 bytes in base64. */
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  /** Units that may be written at the same time. */
  concurrency: z.int().min(1).max(LIMITS.units),
});

const none = z.object({});
const hold = z.object({ hold: id.optional() });
const names = list(paramName, LIMITS.params);

/** The arguments of each operation. */
const ARGS = {
  open: hold,
  close: hold,
  "switch.get": none,
  ignite: none,
  "param.get": z.object({ names: names.optional() }),
  "param.set": z.object({ values: z.record(paramName, scalar) }),
  "param.copy": z.object({ from: unitIndex, names: names.optional() }),
  relay: z.object({ on: z.boolean() }),
  "ota.start": otaJob,
  "ota.cancel": z.object({ job: id }),
  fast: none,
  scan: none,
  restart: none,
  "correction.read": z.object({ day: z.iso.date().optional() }),
};

/** Operations that a gateway accepts. */
export type CommandOp = keyof typeof ARGS;
/** All operations. */
export const COMMAND_OPS = Object.keys(ARGS) as CommandOp[];

const base = {
  id,
  to: z.union([z.literal("all"), list(unitIndex, LIMITS.units + 1, 1)]),
  /** Rises with every command to a gateway; an old one is refused. */
  seq: count,
};
/** Milliseconds UTC after which the command is refused. */
const deadline = instantMs.nullable();

function variant<Op extends CommandOp, D extends z.ZodType>(op: Op, until: D) {
  return z.object({ ...base, op: z.literal(op), args: ARGS[op], deadline: until });
}

/** A command. `open` has no deadline, since it is repeated until confirmed; `close` always has one, since it must never be late. */
export const commandSchema = z.discriminatedUnion("op", [
  variant("open", z.null()),
  variant("close", instantMs),
  variant("switch.get", deadline),
  variant("ignite", deadline),
  variant("param.get", deadline),
  variant("param.set", deadline),
  variant("param.copy", deadline),
  variant("relay", deadline),
  variant("ota.start", deadline),
  variant("ota.cancel", deadline),
  variant("fast", deadline),
  variant("scan", deadline),
  variant("restart", deadline),
  variant("correction.read", deadline),
]);
/** One command to a gateway. */
export type Command = z.infer<typeof commandSchema>;
/** The command of one operation. */
export type CommandOf<Op extends CommandOp> = Extract<Command, { op: Op }>;
/** Arguments of `ota.start`. */
export type OtaJob = z.infer<typeof otaJob>;

const code = z.union([z.literal(0), z.enum(COMMAND_ERRORS)]);

/** Reply to a command; `results` are `[unit, code]`, with read-back values as an optional third item. */
export const commandReplySchema = z.object({
  id,
  state: z.enum(REPLY_STATES),
  code: code.default(0),
  percent: z.number().min(0).max(100).optional(),
  results: list(
    z.union([z.tuple([unitIndex, code]), z.tuple([unitIndex, code, z.record(paramName, scalar)])]),
    LIMITS.units + 1,
  ).optional(),
});
/** Reply to a command. */
export type CommandReply = z.infer<typeof commandReplySchema>;
/** 0 or the error of a command or of one unit. */
export type ReplyCode = CommandReply["code"];
