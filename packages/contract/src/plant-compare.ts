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
      /** Days of each plant's own calendar, both included. Without both, the last 30 days that are over at all plants. */
      fromDay: plantDay.optional(),
      toDay: plantDay.optional(),
      /** What `periods` are. */
      by: z.enum(["day", "month"]).default("day"),
    })
    .refine(({ fromDay, toDay }) => (fromDay === undefined) === (toDay === undefined), {
      path: ["toDay"],
      error: "field.required",
    })
    .refine((days) => countDays(days) >= 1, { path: ["toDay"], error: "field.order" })
    .refine((days) => countDays(days) <= MAX_DAYS, { path: ["toDay"], error: "field.tooLongRange" }),
  data: z.object({
    /**
     * The days of the figures. They end with the last day that is over at all plants, so that all have the same whole days; a
     * period without such a day ends with the last one that has begun at all plants, and `toDay` of a later one is before `fromDay`.
     */
    fromDay: plantDay,
    toDay: plantDay,
    /** `2026-03-29` or `2026-03`: these days or their months, without gaps. */
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
        /** Days with data. */
        dayCount: z.int(),
        /** The last day is not over at the plant: its figures are those so far, and not comparable with those of whole days. */
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
        earnings: z
          .object({
            amount,
            /** The same in each of `periods`, null without data. */
            amounts: z.array(amount.nullable()),
            currency: z.string(),
            isEstimated: z.boolean(),
          })
          .nullable(),
        /** Now, whatever the period is. */
        status: plantStatus,
        /** The units are silent because the sun is low. */
        isAsleep: z.boolean(),
        powerW: z.number().nullable(),
      }),
    ),
    /** The last day that has begun at all plants: the one before is over at all of them. And the first day with data. */
    today: plantDay,
    firstDay: plantDay.nullable(),
  }),
  errors: ["A0230", "A0300", "A0400"],
});

/** Days of a range; one without ends is as long as it may be. */
function countDays({ fromDay, toDay }: { fromDay?: string | undefined; toDay?: string | undefined }): number {
  if (fromDay === undefined || toDay === undefined) return MAX_DAYS;
  return (Date.parse(toDay) - Date.parse(fromDay)) / 86_400_000 + 1;
}
