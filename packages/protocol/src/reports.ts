import { z } from "zod";
import { EVENT_CODE } from "./device-codes.ts";
import { LIMITS } from "./limits.ts";
import {
  clock,
  count,
  instantMs,
  list,
  paramName,
  range,
  scalar,
  unitIndex,
  version,
} from "./message-parts.ts";

/** State, also the last will (then `on` is 0). `lost`: wanted sequence ranges the ring no longer holds. */
export const stateSchema = z.object({
  v: version,
  on: z.union([z.literal(0), z.literal(1)]),
  session: count,
  rev: count,
  clock,
  lost: list(range, LIMITS.wantedRanges).optional(),
});
/** On or off, session number, birth revision and clock of a gateway. */
export type State = z.infer<typeof stateSchema>;

/** Samples in columns: `d[0]` unit indices, then one array of scaled cells for each column of table `c`. */
export interface Data {
  v: 1;
  /** Birth revision that `c` and the unit indices belong to. */
  rev: number;
  /** Sequence number of the record, shared with events. */
  s: number;
  /** Milliseconds, see {@link isStartupTime}. */
  t: number;
  /** Table of the birth's columns. */
  c: number;
  d: (number | null)[][];
}

/** Largest event or makers' code; the known ones are 0 to 22. */
const eventCode = z.int().min(EVENT_CODE.groundFault).max(65_535);
const nothing = z.null().optional();

/**
 * One event: `raised` and `gone` with an event number, `up` and `down` of a unit, `ignition` with
 * 1 (succeeded) or 0 (failed), `meter` with the AC meter's lifetime reading in Wh.
 */
const event = z.union([
  z.tuple([unitIndex, z.enum(["raised", "gone"]), eventCode]),
  z.tuple([unitIndex, z.enum(["up", "down"]), nothing]),
  z.tuple([unitIndex, z.literal("ignition"), z.union([z.literal(0), z.literal(1)])]),
  z.tuple([unitIndex, z.literal("meter"), z.number().nonnegative()]),
]);

/** Event message: what happened at one instant. */
export const eventSchema = z.object({
  v: version,
  rev: count,
  s: count,
  t: instantMs,
  e: list(event, LIMITS.events, 1),
});
/** What happened at one instant; `s` is shared with data. */
export type Event = z.infer<typeof eventSchema>;
/** One entry of an event message. */
export type EventEntry = Event["e"][number];

/** Reported parameters: `[unit, name, value]`. */
export const paramSchema = z.object({
  v: version,
  t: instantMs,
  p: list(z.tuple([unitIndex, paramName, scalar]), LIMITS.params),
});
/** Parameters as the units report them. */
export type Param = z.infer<typeof paramSchema>;

/** Time request: `t0` is the gateway's own clock, ms. */
export const timeRequestSchema = z.object({ t0: count });
/** Request for the time. */
export type TimeRequest = z.infer<typeof timeRequestSchema>;

/** Time reply: `t0` as requested, `t1` received and `t2` sent by the cloud's clock, ms. */
export const timeReplySchema = z.object({ t0: count, t1: count, t2: count });
/** Reply to a request for the time. */
export type TimeReply = z.infer<typeof timeReplySchema>;

/** Sync: high-water mark, sequence ranges wanted on history at `rate` messages a second, or a new birth. */
export const syncSchema = z.object({
  stored: count.nullable().optional(),
  want: list(range, LIMITS.wantedRanges).optional(),
  rate: z.number().positive().max(1_000).optional(),
  rebirth: z.boolean().optional(),
});
/** What the cloud has and what it wants. */
export type Sync = z.infer<typeof syncSchema>;

/** First connection: asks for the permanent secret. */
export const claimRequestSchema = z.object({ v: version });
/** Asks for the permanent secret. */
export type ClaimRequest = z.infer<typeof claimRequestSchema>;

/** Reply to a claim: 32 random bytes as 43 characters of base64url, the gateway's permanent password. */
export const claimReplySchema = z.object({ secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });
/** Hands over the permanent secret. */
export type ClaimReply = z.infer<typeof claimReplySchema>;

/** 2000-01-01 in UTC: no clock that was ever set shows less, and no gateway runs for 30 years. */
const STARTUP_BELOW_MS = 946_684_800_000;

/** Whether a record's `t` counts from the gateway's start-up, as it does while its clock is "none". */
export function isStartupTime(tMs: number): boolean {
  return tMs < STARTUP_BELOW_MS;
}
