import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { currentPassword, endpointName, id, instant, listOf } from "./primitives.ts";

const own = { who: "signed-in", scope: { kind: "none" } } as const;

/** One of the caller's own sessions, with the last known address and browser. */
export const sessionRow = z.object({
  sessionId: id,
  endpoint: endpointName,
  userAgent: z.string(),
  address: z.string(),
  startedAt: instant,
  lastSeenAt: instant,
  /** The session this very call belongs to. */
  isCurrent: z.boolean(),
});
export type SessionRow = z.output<typeof sessionRow>;

export const listSessions = defineEndpoint({
  method: "GET",
  path: "/user/sessions",
  summary: "The caller's active sessions, most recently used first",
  access: own,
  data: listOf(sessionRow),
  errors: ["A0230", "A0300"],
  cache: "bypass",
});

export const endSessions = defineEndpoint({
  method: "POST",
  path: "/user/sessions/end",
  summary: "End one of the caller's sessions, or all but this one",
  access: own,
  body: z.strictObject({
    /** All others when absent. */
    sessionId: id.optional(),
  }),
  data: z.object({ ended: z.int() }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates: ["/user/sessions"],
});

/** Seconds for which a step-up is valid (security: rule 5). */
export const STEP_UP_S = 300;

export const stepUp = defineEndpoint({
  method: "POST",
  path: "/user/stepUp",
  summary: "Confirm the password: allows calls that require step-up for 5 minutes in this session",
  access: own,
  body: z.strictObject({ password: currentPassword }),
  data: z.object({ untilAt: instant }),
  errors: ["A0210", "A0230", "A0300", "A0400", "A0501"],
  invalidates: [],
});

/** Plants that keep an account from being cancelled: `data` of the refusal, at most 200 of them. */
export const ownedStations = z.object({
  stations: z.array(z.object({ stationId: id, name: z.string() })),
  total: z.int(),
});
export type OwnedStations = z.output<typeof ownedStations>;

export const logoff = defineEndpoint({
  method: "POST",
  path: "/user/logoff",
  summary: "Permanently cancel the caller's own account; refused while it owns plants (listed in `data`)",
  access: own,
  stepUp: true,
  body: z.strictObject({}),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0430"],
  invalidates: "all",
});
