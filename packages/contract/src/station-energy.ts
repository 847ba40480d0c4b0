import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, plantDay, plantPeriod } from "./primitives.ts";
import { energyRead } from "./station-access.ts";

export const meteringLevel = z.enum(["module", "string", "ac-meter"]);
export type MeteringLevel = z.output<typeof meteringLevel>;

/** How sure an energy figure is; parts of the figure in Wh. Backfilled and estimated are contained in it. */
export const coverage = z.object({
  backfilledWh: z.number(),
  estimatedWh: z.number(),
  /** Rises of counters beyond what their units can have produced; part of no energy. */
  implausibleWh: z.number(),
  /** Share of the elapsed daylight windows that have data, 0 to 1; null before the first report, before sunrise, without coordinates. */
  measuredShare: z.number().min(0).max(1).nullable(),
  resets: z.int().min(0),
});
export type Coverage = z.output<typeof coverage>;

/** One point of a curve: a step's start and its mean power; null is a gap. */
const curvePoint = z.object({ at: instant, powerW: z.number().nullable() });

/** Means over the plant's gateways: irradiance in the plane of the modules, air temperature. */
const weatherPoint = z.object({
  at: instant,
  irradianceWm2: z.number().nullable(),
  ambientC: z.number().nullable(),
});

export const getCurve = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/curve",
  summary: "Power of a plant over one of its days, with the expected power",
  access: energyRead,
  query: z.object({ stationId: id, day: plantDay }),
  data: z.object({
    day: plantDay,
    /** In which the day begins; a change of zone moves its end to the first midnight of the next zone. */
    timeZone: z.string(),
    fromAt: instant,
    toAt: instant,
    stepS: z.int(),
    /** `samples`: from reports; `windows`: from 15-minute windows where no reports are kept. */
    source: z.enum(["samples", "windows"]),
    level: meteringLevel,
    points: z.array(curvePoint),
    /** From measured irradiance of a gateway, else clear sky (then a share of clear sky, never a fault). */
    expectedFrom: z.enum(["irradiance", "clear-sky", "none"]),
    /** `ratings`: every unit's rated power is known; `capacity`: the plant's installed capacity stands for them. */
    expectedBy: z.enum(["ratings", "capacity"]),
    expected: z.array(curvePoint),
    /** Of a clear sky, from now to the end of a day whose expected power is from measured irradiance; empty otherwise. */
    clearSky: z.array(curvePoint),
    /** Quarter hours, or longer steps, with a measured value; empty without sensors, and where no reports are kept. */
    weather: z.array(weatherPoint),
    energyWh: z.number(),
    /** Of the whole day. */
    expectedWh: z.number().nullable(),
    /** Power as a share of the expected one, over the steps that have both; null without any. */
    expectedShare: z.number().nullable(),
    coverage,
    hasDemoHistory: z.boolean(),
    /** The day is partial for now: reports that arrived late are being counted. */
    isUpdating: z.boolean(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

/** Days before a day whose power a typical day is made of. */
export const TYPICAL_DAYS = 30;

export const getTypicalCurve = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/typicalCurve",
  summary: "Median power of a plant by quarter hour of its local day, over the 30 days before a day",
  access: energyRead,
  query: z.object({ stationId: id, day: plantDay }),
  data: z.object({
    day: plantDay,
    fromDay: plantDay,
    toDay: plantDay,
    /** Days with data among them. */
    dayCount: z.int().min(0),
    /** At each quarter hour of `day`, the median of the days with data then; null where these are fewer than three or half. */
    points: z.array(curvePoint),
    /** Energy of a day with these powers; null without any. */
    energyWh: z.number().nullable(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const getEnergy = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/energy",
  summary: "Energy of a plant by day of a month, week or month of a year, or year",
  access: energyRead,
  query: z.object({
    stationId: id,
    by: z.enum(["day", "week", "month", "year"]),
    /** `2026-03` for days, `2026` for weeks and months; absent for years. Weeks are those of ISO 8601. */
    period: plantPeriod.optional(),
  }),
  data: z.object({
    level: meteringLevel,
    bars: z.array(
      z.object({
        /** `2026-03-29`, `2026-W13`, `2026-03` or `2026`. */
        period: z.string(),
        /** null: no data at all in the period. */
        energyWh: z.number().nullable(),
        backfilledWh: z.number(),
        estimatedWh: z.number(),
        /** Rises of counters beyond what their units can have produced; not in energyWh. */
        implausibleWh: z.number(),
        resets: z.int(),
        isDemo: z.boolean(),
        /** Days whose energy is that of a correction. */
        correctedDays: z.int(),
        /** Energy without corrections. */
        measuredWh: z.number().nullable(),
        /**
         * Share of the period's daylight that was measured, 0 to 1: of the daylight so far, since the plant's first day with
         * data. Null for periods before that day or in the future, in a polar night, and without coordinates.
         */
        measuredShare: z.number().min(0).max(1).nullable(),
      }),
    ),
    totalWh: z.number(),
    /** Partial for now: reports that arrived late are being counted. */
    isUpdating: z.boolean(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});
