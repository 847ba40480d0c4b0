import type { z } from "zod";
import type { Birth } from "./birth.ts";
import { birthSchema, findWrongUnit } from "./birth.ts";
import { decodePayload } from "./codec.ts";
import { commandReplySchema, commandSchema } from "./commands.ts";
import { checkData, versionError } from "./data.ts";
import { otaReportSchema } from "./ota.ts";
import { ProtocolError } from "./reject.ts";
import type { Data, Event } from "./reports.ts";
import {
  claimReplySchema,
  claimRequestSchema,
  eventSchema,
  paramSchema,
  stateSchema,
  syncSchema,
  timeReplySchema,
  timeRequestSchema,
} from "./reports.ts";
import type { TopicName } from "./topics.ts";

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const v = (value as { v?: unknown } | null | undefined)?.v;
  if (typeof v === "number" && v !== 1) throw versionError(v);
  const issue = result.error.issues[0];
  throw new ProtocolError(
    "malformed",
    `${issue?.path.join(".") || "message"}: ${issue?.message ?? "refused"}`,
  );
}

function checkBirth(value: unknown): Birth {
  const birth = parse(birthSchema, value);
  const wrong = findWrongUnit(birth);
  if (wrong !== undefined)
    throw new ProtocolError("wrong-unit", `column ${wrong.column} of table ${wrong.table}`);
  return birth;
}

function checkHistory(value: unknown): Data | Event {
  const isData = typeof value === "object" && value !== null && "d" in value;
  return isData ? checkData(value) : parse(eventSchema, value);
}

/** What is checked on each topic; chunks of `down/ota` are binary, see decodeOtaChunk. */
const CHECKS = {
  upState: (value: unknown) => parse(stateSchema, value),
  upBirth: checkBirth,
  upData: checkData,
  upHistory: checkHistory,
  upEvent: (value: unknown) => parse(eventSchema, value),
  upAnswer: (value: unknown) => parse(commandReplySchema, value),
  upParam: (value: unknown) => parse(paramSchema, value),
  upOta: (value: unknown) => parse(otaReportSchema, value),
  upTime: (value: unknown) => parse(timeRequestSchema, value),
  downCommand: (value: unknown) => parse(commandSchema, value),
  downSync: (value: unknown) => parse(syncSchema, value),
  downTime: (value: unknown) => parse(timeReplySchema, value),
  claimUp: (value: unknown) => parse(claimRequestSchema, value),
  claimDown: (value: unknown) => parse(claimReplySchema, value),
} satisfies Record<Exclude<TopicName, "downOta">, (value: unknown) => unknown>;

/** Topics that carry JSON or CBOR. */
export type MessageName = keyof typeof CHECKS;
/** The message of a topic. */
export type MessageOf<Name extends MessageName> = ReturnType<(typeof CHECKS)[Name]>;

/** Checks a decoded value as the message of a topic. Throws {@link ProtocolError}. */
export function checkMessage<Name extends MessageName>(name: Name, value: unknown): MessageOf<Name> {
  return CHECKS[name](value) as MessageOf<Name>;
}

/** Decodes and checks the payload of a topic. Throws {@link ProtocolError} and nothing else. */
export function decodeMessage<Name extends MessageName>(name: Name, bytes: Uint8Array): MessageOf<Name> {
  return checkMessage(name, decodePayload(bytes));
}
