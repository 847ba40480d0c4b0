import { z } from "zod";
import { correctionMode } from "./correction.ts";
import { deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, listOf, plantDay } from "./primitives.ts";

/** A fact that the server has stored and that changed a figure of a day; nothing here is inferred. */
const figureChange = z.discriminatedUnion("kind", [
  /** Energy of reports that arrived later; `at` is when the day was counted last. */
  z.object({ kind: z.literal("late"), day: plantDay, at: instant, energyWh: z.number() }),
  /** Rises of counters beyond what their devices can have produced; not counted. */
  z.object({ kind: z.literal("implausible"), day: plantDay, at: instant, energyWh: z.number() }),
  /** Counters that began again. */
  z.object({ kind: z.literal("reset"), day: plantDay, at: instant, count: z.int() }),
  z.object({
    kind: z.literal("correction"),
    day: plantDay,
    at: instant,
    mode: correctionMode,
    /** Null without data of the day. */
    beforeWh: z.number().nullable(),
    energyWh: z.number(),
    cancelledAt: instant.nullable(),
  }),
  /** Service of a device whose energy may count: it began or ended on the day. `at`: the exact time. */
  z.object({
    kind: z.enum(["deviceAdded", "deviceRemoved"]),
    day: plantDay,
    at: instant,
    sn: z.string(),
    type: deviceType,
    slotLabel: z.string(),
  }),
  /**
   * A price that is valid from `fromDay`; earnings only. `day` is the first day of the period that it prices, and `at` when
   * it was entered.
   */
  z.object({ kind: z.literal("tariff"), day: plantDay, at: instant, fromDay: plantDay }),
  /** Another factor from DC to AC energy; earnings only. `day` is the last day of the period whose earnings followed. */
  z.object({
    kind: z.literal("factor"),
    day: plantDay,
    at: instant,
    before: z.number(),
    after: z.number(),
  }),
  /** A time zone that holds from `fromDay`; `day` is the next day of the period to it, and `at` when it was entered. */
  z.object({
    kind: z.literal("zone"),
    day: plantDay,
    at: instant,
    fromDay: plantDay,
    timeZone: z.string(),
  }),
]);
export type FigureChange = z.output<typeof figureChange>;

/** Rows of one call; of more, those of the latest days. */
export const MAX_FIGURE_CHANGES = 200;

export const listFigureChanges = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/figureChanges",
  summary: "What changed the energy or earnings of a plant's days, the latest day first",
  access: {
    who: ["station:read"],
    scope: { kind: "plant", level: "read", by: { stationId: "stationId" }, part: "energy" },
  },
  /** Both days included. */
  query: z.object({ stationId: id, fromDay: plantDay, toDay: plantDay }),
  data: listOf(figureChange),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});
