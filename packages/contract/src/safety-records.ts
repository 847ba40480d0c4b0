import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, language, listOf, paging } from "./primitives.ts";
import { safetyString } from "./safety-strings.ts";

/** Records name people and addresses: for those who may operate the plant, as its ledger. */
const access = {
  who: ["station:read"],
  scope: { kind: "plant", level: "operate", by: { stationId: "stationId" }, part: "devices" },
} as const;

const safetyRecord = z.object({
  operationId: id,
  kind: z.enum(["shutdown", "reset"]),
  /** A shutdown that was a drill. */
  isDrill: z.boolean(),
  /** Of a drill of a string, and of closing it. */
  string: safetyString.nullable(),
  /** Of the opening or closing of a single unit outside drills; the whole plant when there is no string either. */
  unit: safetyString.nullable(),
  reason: z.string(),
  /** Null where the name is not visible to the caller. */
  byName: z.string().nullable(),
  acceptedAt: instant,
  /** Null while it is the plant's current operation. */
  endedAt: instant.nullable(),
  units: z.int(),
  proven: z.int(),
  dark: z.int(),
  /** From the press until every unit that can be measured was proven; null when that never happened. */
  safeAfterS: z.number().nullable(),
});
export type SafetyRecord = z.output<typeof safetyRecord>;

export const listRecords = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/operation/records",
  summary:
    "Shutdowns, resets and drills of a plant, and openings and closings of its units, the latest first, with the key that signs their records",
  access,
  query: z.object({ ...paging, stationId: id }),
  data: listOf(safetyRecord).extend({
    /** Ed25519, 32 bytes in base64. */
    publicKey: z.string(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const getRecord = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/operation/record",
  summary:
    "Signed record of a shutdown, a reset, a drill, or the opening or closing of a unit: presses, deliveries, replies and the evidence of every unit",
  access,
  query: z.object({ stationId: id, operationId: id, format: z.enum(["pdf", "json"]), language }),
  data: z.custom<Blob>(),
  responseType: "file",
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const getLedgerFile = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/operation/ledgerFile",
  summary: "The whole ledger of a plant as a signed file, for `npm run ledger:verify` and for its page",
  access,
  query: z.object({ stationId: id }),
  data: z.custom<Blob>(),
  responseType: "file",
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});
