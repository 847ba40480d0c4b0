import { z } from "zod";
import { commandCode } from "./command-states.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, idempotencyKey, instant, listOf, paging } from "./primitives.ts";

const listPath = "/workData/powerStation/ignitions";
const operate = { kind: "plant", level: "operate", by: { stationId: "stationId" }, part: "devices" } as const;
const invalidates = [listPath, "/workData/powerStation/commands", "/workData/device/commands"];

const ignitionMode = z.enum(["auto", "manual"]);
const ignitionState = z.enum([
  "waiting",
  "sent",
  "started",
  "partly",
  "failed",
  "unconfirmed",
  "expired",
  "cancelled",
]);

/** A start of the units' keep-alive by one gateway (R3.17). */
const ignition = z.object({
  ignitionId: id,
  mode: ignitionMode,
  at: instant,
  state: ignitionState,
  gatewaySn: z.string(),
  /** Units that reported a start, and units that did not start; null until the gateway reports. */
  unitsStarted: z.int().nullable(),
  unitsFailed: z.int().nullable(),
  /** The error of the gateway. */
  code: commandCode.nullable(),
  /** Who sent it; null for an automatic one and where the name is not visible to the caller. */
  byName: z.string().nullable(),
});
export type Ignition = z.output<typeof ignition>;

export const listIgnitions = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "Ignitions of a plant: automatic and manual starts of its units (R3.17)",
  access: {
    who: ["station:read"],
    scope: { kind: "plant", level: "read", by: { stationId: "stationId" }, part: "devices" },
  },
  query: z.object({
    ...paging,
    sort: z.enum(["at"]).default("at"),
    order: z.enum(["asc", "desc"]).default("desc"),
    stationId: id,
    mode: ignitionMode.optional(),
  }),
  data: listOf(ignition).extend({
    /** Whether the caller may ignite now, and the reason where not. */
    ignite: z.object({ allowed: z.boolean(), reason: z.string().optional() }),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const ignite = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/ignite",
  summary: "Start the keep-alive of a plant's units: once at each gateway, within 30 minutes or not at all",
  access: { who: ["station:reset"], scope: operate },
  stepUp: true,
  promptly: true,
  body: z.strictObject({ stationId: id, idempotencyKey }),
  data: z.object({ gateways: z.int() }),
  errors: ["A0230", "A0300", "A0312", "A0400", "A0404", "A0440"],
  invalidates,
});

export const cancelIgnition = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/igniteCancel",
  summary: "Cancel an ignition that was not delivered yet (R4.13)",
  access: { who: ["station:reset"], scope: operate },
  body: z.strictObject({ stationId: id, ignitionId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates,
});
