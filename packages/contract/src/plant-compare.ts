import { z } from "zod";
import { amount } from "./earnings.ts";
import { defineEndpoint } from "./endpoint.ts";
import { MAX_COMPARED_PLANTS } from "./plant-compare-limits.ts";
import { id, plantDay } from "./primitives.ts";
import { plantStatus } from "./status.ts";

const UUID_LENGTH = 36;
const MAX_DAYS = 366;

const plantIds = z
  .string()
  .max(MAX_COMPARED_PLANTS * (UUID_LENGTH + 1))
  .transform((text): string[] => [...new Set(text.split(","))])
  .pipe(z.array(id).min(1).max(MAX_COMPARED_PLANTS));

export const comparePlants = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/compare",
  summary:
    "Energy of plants in a period per kWp of their installed capacity, the highest first, by day or month, with the expected energy, earnings and current power",
  access: { who: ["station:read"], scope: { kind: "in-scope" } },
  query: z
    .object({
      /** Ids separated by commas. */
      stationIds: plantIds,
      /** Days of each plant's own calendar, both included. */
      fromDay: plantDay,
      toDay: plantDay,
      /** What `periods` are. */
      by: z.enum(["day", "month"]).default("day"),
    })
    .refine(({ fromDay, toDay }) => countDays(fromDay, toDay) >= 1, { path: ["toDay"], error: "field.order" })
    .refine(({ fromDay, toDay }) => countDays(fromDay, toDay) <= MAX_DAYS, {
      path: ["toDay"],
      error: "field.tooLongRange",
    }),
  data: z.object({
    /** `2026-03-29` or `2026-03`: days or months of the period that have begun, without gaps. */
    periods: z.array(z.string()),
    /** Plants that do not exist or are not visible to the caller have no row. */
    rows: z.array(
      z.object({
        stationId: id,
        name: z.string(),
        installedCapacityKwp: z.number(),
        /** Null where the plant hides its energy from the caller, and without any data. */
        energyWh: z.number().nullable(),
        specificYieldKwhPerKwp: z.number().nullable(),
        /** Days of the period with data. */
        dayCount: z.int(),
        /** The last of these days is not over at the plant: its figures are those so far. */
        isRunning: z.boolean(),
        isEnergyHidden: z.boolean(),
        isEarningsHidden: z.boolean(),
        /** Energy in each of `periods`, null without data; empty where energy is hidden from the caller. */
        energiesWh: z.array(z.number().nullable()),
        /** Energy as a share of the expected energy, 1 for all of it; null where no expected energy is known, and where energy is hidden. */
        expected: z
          .object({
            share: z.number(),
            /** The same in each of `periods`. */
            shares: z.array(z.number().nullable()),
            /** Days whose expected energy is known. */
            dayCount: z.int(),
            /** The irradiance that was measured on all of these days, else a clear sky. */
            from: z.enum(["irradiance", "clear-sky"]),
          })
          .nullable(),
        /** Null where earnings are hidden from the caller, and without any data. */
        earnings: z.object({ amount, currency: z.string(), isEstimated: z.boolean() }).nullable(),
        /** Now, whatever the period is. */
        status: plantStatus,
        /** The units are silent because the sun is low. */
        isAsleep: z.boolean(),
        powerW: z.number().nullable(),
      }),
    ),
    /** The last day that has begun at all plants: later ones have no figures. And the first day with data. */
    today: plantDay,
    firstDay: plantDay.nullable(),
  }),
  errors: ["A0230", "A0300", "A0400"],
});

function countDays(fromDay: string, toDay: string): number {
  return (Date.parse(toDay) - Date.parse(fromDay)) / 86_400_000 + 1;
}
