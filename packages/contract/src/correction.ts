import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, listOf, paging, plantDay } from "./primitives.ts";

export const correctionMode = z.enum(["auto", "manual"]);
const state = z.enum(["active", "cancelled"]);

/** A day of a plant set to a reference, such as its meter (R3.17); energies in Wh. */
const correction = z.object({
  correctionId: id,
  /** The plant's own day. */
  day: plantDay,
  /** `auto`: from the gateway's meter reading after midnight. */
  mode: correctionMode,
  /** Cancelled: the measured energy counts again. */
  state,
  /** Energy that counted before; null without any data of the day. */
  sourceWh: z.number().nullable(),
  /** Energy that counts instead. */
  correctedWh: z.number(),
  /** correctedWh - sourceWh. */
  differenceWh: z.number().nullable(),
  /** Measured energy of the day as it is now, reports that arrived later included; null without data. */
  generationWh: z.number().nullable(),
  createdAt: instant,
  /** Who entered it; null for an automatic one and where the name is not visible to the caller. */
  byName: z.string().nullable(),
  cancelledAt: instant.nullable(),
  cancelledByName: z.string().nullable(),
});
export type Correction = z.output<typeof correction>;
export type CorrectionMode = Correction["mode"];
export type CorrectionState = Correction["state"];

const listPath = "/workData/powerStation/correction/list";
const settingsPath = "/workData/powerStation/correction/settings";

const read = {
  who: ["station:read"],
  scope: { kind: "plant", level: "read", by: { stationId: "stationId" }, part: "energy" },
} as const;
const change = {
  who: ["station:correct"],
  scope: { kind: "plant", level: "administer", by: { stationId: "stationId" } },
} as const;

/** Everything that shows energies of a plant's days, or what follows from them. */
const energyPaths = [
  listPath,
  "/workData/powerStation/list",
  "/workData/powerStation/detail",
  "/workData/powerStation/energy",
  "/workData/powerStation/figureChanges",
  "/workData/powerStation/performance",
  "/workData/powerStation/compare",
  "/workData/powerStation/earnings",
  "/public/stations",
  "/index/overview",
  "/index/trend",
  "/index/losses",
  "/index/co2",
  "/index/earnings",
  "/index/earnings/periods",
  "/index/earnings/plants",
] as const;

export const listCorrections = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "Corrections of a plant's days, cancelled ones included (R3.17)",
  access: read,
  query: z.object({
    ...paging,
    order: z.enum(["asc", "desc"]).default("desc"),
    sort: z.enum(["day", "createdAt"]).default("day"),
    stationId: id,
    mode: correctionMode.optional(),
    state: state.optional(),
  }),
  data: listOf(correction),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const getCorrectionSettings = defineEndpoint({
  method: "GET",
  path: settingsPath,
  summary: "Whether a plant's days are corrected automatically, and which days can be corrected (R4.12)",
  access: read,
  query: z.object({ stationId: id }),
  data: z.object({
    isAutomatic: z.boolean(),
    /**
     * What an automatic correction compares: `meter` readings that differ from the metering level, `counts` where the meter
     * itself counts, so that there is nothing to correct, `none` without readings on the last days.
     */
    reference: z.enum(["meter", "counts", "none"]),
    /** The first and the last day that can be corrected; the last is before the first where no day is over yet. */
    firstDay: plantDay,
    lastDay: plantDay,
    /** More than the plant can produce in a day. */
    maxKwh: z.number(),
    /** Whether the caller may correct days and switch. */
    mayChange: z.boolean(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  // The last day changes with the clock, the meter with its reports.
  cache: "bypass",
});

export const addCorrection = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/correction/add",
  summary: "Correct a day of a plant that is over; refused while another correction of the day counts",
  access: change,
  body: z.strictObject({
    stationId: id,
    day: plantDay,
    /** Energy of the whole day by the reference, such as the meter. */
    energyKwh: z.number().min(0),
  }),
  data: z.object({ correctionId: id }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates: energyPaths,
});

export const cancelCorrection = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/correction/cancel",
  summary: "Cancel a correction: the measured energy counts again (R4.13)",
  access: change,
  body: z.strictObject({ stationId: id, correctionId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: energyPaths,
});

export const switchCorrection = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/correction/switch",
  summary: "Switch the automatic correction of a plant's days on or off (R4.12)",
  access: change,
  body: z.strictObject({ stationId: id, isAutomatic: z.boolean() }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates: [settingsPath, listPath],
});
