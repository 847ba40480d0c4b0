import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, idempotencyKey, instant, line } from "./primitives.ts";
import { safetyPaths } from "./safety.ts";
import { safetyString } from "./safety-strings.ts";
import { switchPath } from "./unit-switch.ts";

const drillsPath = "/workData/powerStation/operation/drills";
/** Drills of a plant that are listed; older ones are in its records. */
export const MAX_LISTED_DRILLS = 24;
export const DEFAULT_DRILL_MONTHS = 12;

const drill = z.object({
  operationId: id,
  /** Null where the name is not visible to the caller. */
  byName: z.string().nullable(),
  isMine: z.boolean(),
  /** Where only a string was opened; null: the whole plant. */
  string: safetyString.nullable(),
  startedAt: instant,
  /** Null while the plant, or the string, is still held by it. */
  endedAt: instant.nullable(),
  /** Of a string: a shutdown of the plant ended it, and opened its units too. */
  isReplaced: z.boolean(),
  note: z.string(),
  units: z.int(),
  proven: z.int(),
  dark: z.int(),
  /** From the start until every unit that can be measured was proven open; null when that never happened. */
  safeAfterS: z.number().nullable(),
});
export type SafetyDrill = z.output<typeof drill>;

export const listDrills = defineEndpoint({
  method: "GET",
  path: drillsPath,
  summary: "Drills of a plant, the latest first, and when the next one is due",
  access: {
    who: ["station:read"],
    scope: { kind: "plant", level: "operate", by: { stationId: "stationId" }, part: "devices" },
  },
  query: z.object({ stationId: id }),
  data: z.object({
    rows: z.array(drill),
    /** What a drill can open instead of the whole plant, with the number of its switches. */
    strings: z.array(safetyString.extend({ units: z.int() })),
    /** Null: no reminder. */
    everyMonths: z.int().nullable(),
    /** Null without a reminder; in the past: the drill is due. Counted from the latest drill of the whole plant, or from when it was added. */
    dueAt: instant.nullable(),
    mayChangeInterval: z.boolean(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const startDrill = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/operation/drill",
  summary:
    "Start a drill: a rapid shutdown of a plant, or of one string, by a person at the plant, who also resets it",
  access: {
    who: ["station:shutdown"],
    scope: { kind: "plant", level: "operate", by: { stationId: "stationId" } },
  },
  /** `isOnSite`: the person confirms to be at the plant. `stringId`: the MCON or SCON of the only string; closed as a single unit. */
  body: z.strictObject({
    stationId: id,
    stringId: id.optional(),
    isOnSite: z.literal(true),
    note: line(150).default(""),
    idempotencyKey,
  }),
  data: z.object({ operationId: id }),
  errors: ["A0230", "A0300", "A0312", "A0400", "A0404", "A0440", "A0720", "B0210"],
  invalidates: [...safetyPaths, switchPath],
});

export const setDrillInterval = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/operation/drillInterval",
  summary: "Set how often a plant is reminded of a drill; null: never",
  access: {
    who: ["station:edit"],
    scope: { kind: "plant", level: "administer", by: { stationId: "stationId" } },
  },
  body: z.strictObject({ stationId: id, everyMonths: z.int().min(1).max(60).nullable() }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates: [drillsPath, "/workData/powerStation/operation/list"],
});
