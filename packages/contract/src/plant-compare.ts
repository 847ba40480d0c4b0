import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { MAX_COMPARED_PLANTS } from "./plant-compare-limits.ts";
import { id, plantDay } from "./primitives.ts";

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
  summary: "Energy of plants in a period per kWp of their installed capacity, the highest first",
  access: { who: ["station:read"], scope: { kind: "in-scope" } },
  query: z
    .object({
      /** Ids separated by commas. */
      stationIds: plantIds,
      /** Days of each plant's own calendar, both included. */
      fromDay: plantDay,
      toDay: plantDay,
    })
    .refine(({ fromDay, toDay }) => countDays(fromDay, toDay) >= 1, { path: ["toDay"], error: "field.order" })
    .refine(({ fromDay, toDay }) => countDays(fromDay, toDay) <= MAX_DAYS, {
      path: ["toDay"],
      error: "field.tooLongRange",
    }),
  data: z.object({
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
        isEnergyHidden: z.boolean(),
      }),
    ),
    /** The latest date among the plants' calendars now, and the first day with data. */
    today: plantDay,
    firstDay: plantDay.nullable(),
  }),
  errors: ["A0230", "A0300", "A0400"],
});

function countDays(fromDay: string, toDay: string): number {
  return (Date.parse(toDay) - Date.parse(fromDay)) / 86_400_000 + 1;
}
