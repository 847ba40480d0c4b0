import { z } from "zod";
import { amount, averaged, comparedEarnings, earned, earningsPeriods } from "./earnings.ts";
import { defineEndpoint } from "./endpoint.ts";
import { startedJob } from "./job.ts";
import { id, line, listOf, paging, plantDay } from "./primitives.ts";
import { exportFile } from "./station-export.ts";

const read = { who: ["station:read"], scope: { kind: "in-scope" } } as const;
const currency = z.string().regex(/^[A-Z]{3}$/);

export const getFleetEarnings = defineEndpoint({
  method: "GET",
  path: "/index/earnings",
  summary: "Earnings of the caller's plants today, by currency; the day is that of each plant's own calendar",
  access: read,
  data: z.object({
    /** The one with the most plants first. */
    currencies: z.array(
      z.object({
        currency: z.string(),
        amountToday: amount,
        unpricedTodayWh: z.number(),
        isEstimated: z.boolean(),
        plantCount: z.int(),
      }),
    ),
    /** Plants that hide their earnings from the caller. */
    earningsHiddenCount: z.int(),
  }),
  errors: ["A0230", "A0300"],
});

/** Sums of many plants. Energies and averages are those of the plants that show their energy; null where none does. */
const fleetEarned = {
  ...averaged,
  /** Energy measured on the DC side is in the amount, converted by a factor. */
  isEstimated: z.boolean(),
} as const;

export const getFleetPeriods = defineEndpoint({
  method: "GET",
  path: "/index/earnings/periods",
  summary:
    "Earnings of the caller's plants by currency and day of a month, month of a year, or year; days are those of each plant's own calendar",
  access: read,
  query: z.object(earningsPeriods),
  data: z.object({
    /** The one with the most plants first. */
    currencies: z.array(
      z.object({
        currency: z.string(),
        /** Plants that show their earnings to the caller. */
        plantCount: z.int(),
        bars: z.array(
          z.object({
            /** `2026-03-29`, `2026-03` or `2026`. */
            period: z.string(),
            ...earned,
            /** Null without any data of the period. */
            amount: amount.nullable(),
          }),
        ),
        /** Of the whole range. */
        ...fleetEarned,
        /**
         * Of the plants with data since the first of the days before, as both sums are of the same plants; null by year, and
         * without any such plant.
         */
        comparison: comparedEarnings.extend({ plantCount: z.int() }).nullable(),
        /** Plants with energy at times without a price, of those that show their energy. */
        unpricedPlantCount: z.int(),
      }),
    ),
    /** The latest date among the plants' calendars now, and the first day with data. */
    today: plantDay,
    firstDay: plantDay.nullable(),
    /** Plants that hide their earnings from the caller. */
    earningsHiddenCount: z.int(),
    /** Partial for now: the past of some plants is being computed. */
    isUpdating: z.boolean(),
  }),
  errors: ["A0230", "A0300", "A0400"],
});

export const listFleetPlants = defineEndpoint({
  method: "GET",
  path: "/index/earnings/plants",
  summary: "The caller's plants of one currency with their earnings in a period",
  access: read,
  query: z.object({
    ...paging,
    ...earningsPeriods,
    /** That with the most plants by default. */
    currency: currency.optional(),
    /** Part of the name or number. */
    search: line(120).optional(),
    sort: z
      .enum(["name", "installedCapacityKwp", "amount", "amountPerKwp", "energyWh", "unpricedWh", "change"])
      .default("amount"),
  }),
  data: listOf(
    z.object({
      stationId: id,
      name: z.string(),
      currency: z.string(),
      installedCapacityKwp: z.number(),
      /** Whether the caller may edit the plant, such as its prices. */
      mayEdit: z.boolean(),
      ...fleetEarned,
      /** Null without any data of the period. */
      amount: amount.nullable(),
      /** Amount per kWp of the installed capacity, as a number; null without an amount. */
      amountPerKwp: z.number().nullable(),
      /**
       * Difference from the period before, as a share of it, over the days that are over; null by year, and without
       * earnings since the first of the days compared.
       */
      change: z.number().nullable(),
    }),
  ),
  errors: ["A0230", "A0300", "A0400"],
});

const fleetEarningsExport = z.strictObject({ ...earningsPeriods, ...exportFile });

export const exportFleetEarnings = defineEndpoint({
  method: "POST",
  path: "/index/earnings/export",
  summary: "Write earnings of the caller's plants by period to a file in a background job (`/job`)",
  access: read,
  body: fleetEarningsExport,
  data: startedJob,
  errors: ["A0230", "A0300", "A0400", "A0501"],
  invalidates: ["/job/list"],
});
