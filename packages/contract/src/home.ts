import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, plantDay } from "./primitives.ts";
import { plantStatus } from "./status.ts";

export const getOverview = defineEndpoint({
  method: "GET",
  path: "/index/overview",
  summary: "Counts and live totals of the caller's plants",
  access: { who: "anonymous", accountsNeed: ["station:read"], scope: { kind: "in-scope" } },
  data: z.object({
    plantCount: z.int(),
    countByStatus: z.record(plantStatus, z.int()),
    powerW: z.number(),
    /** Reference of power and energies: without plants that wait for their first gateway. */
    installedCapacityKwp: z.number(),
    /** Null where all plants hide their energy from the caller. */
    energyTodayWh: z.number().nullable(),
    energyMonthWh: z.number().nullable(),
    energyYearWh: z.number().nullable(),
    energyTotalWh: z.number().nullable(),
    /** Sum of the last 24 hours: today's energy is that of each plant's own day. */
    energyLastDayWh: z.number().nullable(),
    backfilledTodayWh: z.number(),
    estimatedTodayWh: z.number(),
    /** The energies are partial for now: reports that arrived late are being counted. */
    isUpdating: z.boolean(),
    /** Not in energyTodayWh. */
    implausibleTodayWh: z.number(),
    /** Null without the permission to view alarms, and where all plants hide theirs from the caller. */
    unresolvedAlarms: z.int().nullable(),
    /** Plants that hide their energy, or their alarms, from the caller: they are in no sum of these. */
    energyHiddenCount: z.int(),
    alarmsHiddenCount: z.int(),
    updatedAt: instant.nullable(),
  }),
  errors: ["A0230"],
});

export const warningCount = defineEndpoint({
  method: "GET",
  path: "/index/warningCount",
  summary: "Unresolved alarms of the caller's plants",
  access: { who: ["alarm:read"], scope: { kind: "in-scope" } },
  data: z.int(),
  errors: ["A0230", "A0300"],
  cache: "bypass",
});

/** Days of the trend. */
export const TREND_DAYS = 30;

/** Where expected energy comes from: measured irradiance, or a clear sky, against which a cloudy day is no fault. */
const expectedFrom = z.enum(["irradiance", "clear-sky", "mixed", "none"]);

const fleetRead = { who: ["station:read"], scope: { kind: "in-scope" } } as const;

export const getTrend = defineEndpoint({
  method: "GET",
  path: "/index/trend",
  summary: `Energy of the caller's plants on the last ${TREND_DAYS} days that are over for all of them, with the expected energy`,
  access: fleetRead,
  data: z.object({
    /** Without gaps, the earliest first; a day is that of each plant's own calendar. */
    days: z.array(
      z.object({
        day: plantDay,
        /** Null without data of any plant. */
        energyWh: z.number().nullable(),
        /** Plants with data. */
        plantCount: z.int(),
        /** In the measured windows of plants with expected energy; null where no plant has any. */
        expectedWh: z.number().nullable(),
        /** Energy of the same windows. */
        comparedWh: z.number().nullable(),
      }),
    ),
    expectedFrom,
    /** Plants that hide their energy from the caller. */
    energyHiddenCount: z.int(),
  }),
  errors: ["A0230", "A0300"],
});

export const listLosses = defineEndpoint({
  method: "GET",
  path: "/index/losses",
  summary: "Plants with the most energy below the expected energy, yesterday or in seven days",
  access: fleetRead,
  query: z.object({ days: z.enum(["1", "7"]).default("1") }),
  data: z.object({
    /** Days that are over for all plants, both included. */
    fromDay: plantDay,
    toDay: plantDay,
    /** Whether the expected energy of any plant on these days is known. */
    isCompared: z.boolean(),
    rows: z.array(
      z.object({
        stationId: id,
        name: z.string(),
        /** Of the windows with data. */
        energyWh: z.number(),
        expectedWh: z.number(),
        expectedFrom: expectedFrom.extract(["irradiance", "clear-sky"]),
      }),
    ),
    /** Plants that hide their energy from the caller. */
    energyHiddenCount: z.int(),
  }),
  errors: ["A0230", "A0300", "A0400"],
});

export const getMap = defineEndpoint({
  method: "GET",
  path: "/index/map",
  summary: "The caller's plants with their places and statuses",
  access: fleetRead,
  data: z.object({
    points: z.array(
      z.object({
        stationId: id,
        name: z.string(),
        status: plantStatus,
        /** Rounded to 0.1° where the plant hides its contacts from the caller. */
        latitude: z.number(),
        longitude: z.number(),
      }),
    ),
    /** Plants without coordinates. */
    missingCount: z.int(),
  }),
  errors: ["A0230", "A0300"],
});
