import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, listOf } from "./primitives.ts";
import { safetyEvidence } from "./safety-evidence.ts";
import { safetyState } from "./safety-states.ts";

/** A plant that is not in normal operation. */
const heldPlant = z.object({
  stationId: id,
  name: z.string(),
  number: z.string(),
  timeZone: z.string(),
  state: safetyState,
  /** Who pressed last; null where the name is not visible to the caller. */
  byName: z.string().nullable(),
  isMine: z.boolean(),
  acceptedAt: instant,
  units: z.int(),
  /** In the state that the operation wants, measured. */
  proven: z.int(),
  dark: z.int(),
  evidence: safetyEvidence,
  /** "Keep shut" marks. */
  marks: z.int(),
});
export type HeldPlant = z.output<typeof heldPlant>;

/** A plant that is not shut down, and how many of its devices were opened separately and how many are not proven closed. */
const switchedPlant = z.object({
  stationId: id,
  name: z.string(),
  number: z.string(),
  timeZone: z.string(),
  opened: z.int(),
  /** Those of the opened that are drills. */
  drills: z.int(),
  closing: z.int(),
  /** When the first of them was pressed. */
  since: instant,
});
export type SwitchedPlant = z.output<typeof switchedPlant>;

export const listHolds = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/operation/list",
  summary:
    "Plants that are shut down, being shut down or reset, with their holders; the latest press first. Beside them those with devices that were switched separately",
  access: { who: ["station:read"], scope: { kind: "in-scope" } },
  duringMaintenance: true,
  /** At most 500 rows; `total` counts all. */
  data: listOf(heldPlant).extend({ switchedPlants: listOf(switchedPlant) }),
  errors: ["A0230", "A0300"],
  cache: "bypass",
});
