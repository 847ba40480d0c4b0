import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { startedJob } from "./job.ts";
import { id, plantDay, plantPeriod } from "./primitives.ts";
import { tariff } from "./station.ts";
import { exportFile } from "./station-export.ts";

/** Money as decimal text, negative at negative prices; every digit of the sum, to be rounded where it is shown. */
export const amount = z.string().regex(/^-?\d+(\.\d+)?$/);

/** Energies are those of the metering level, before any conversion to AC; null where energy is hidden from the caller. */
export const earned = {
  amount,
  energyWh: z.number().nullable(),
  /** Part of the energy at times without a price; not in the amount. */
  unpricedWh: z.number().nullable(),
} as const;

/** With the average of a paid kilowatt hour: of the priced energy, that of the DC side multiplied by its factor. */
export const averaged = {
  ...earned,
  /** A number; null without priced energy, and where energy is hidden from the caller. */
  amountPerKwh: z.number().nullable(),
} as const;

export const comparedEarnings = z.object({
  fromDay: plantDay,
  toDay: plantDay,
  amount,
  before: z.object({ fromDay: plantDay, toDay: plantDay, amount }),
});

/**
 * The days of the range that are over, and those up to the same day of the month or year before. Null by year, and without
 * data since the first of these days.
 */
const earningsComparison = comparedEarnings.nullable();

const path = "/workData/powerStation/earnings";
export const earningsPeriods = {
  by: z.enum(["day", "month", "year"]),
  /** `2026-03` for days, `2026` for months; absent for years. */
  period: plantPeriod.optional(),
} as const;

const read = {
  who: ["station:read"],
  scope: { kind: "plant", level: "read", by: { stationId: "stationId" }, part: "earnings" },
} as const;

export const getEarnings = defineEndpoint({
  method: "GET",
  path,
  summary: "Earnings of a plant by day of a month, month of a year, or year, and by tariff (R1.10)",
  access: read,
  query: z.object({ stationId: id, ...earningsPeriods }),
  data: z.object({
    currency: z.string(),
    bars: z.array(
      z.object({
        /** `2026-03-29`, `2026-03` or `2026`. */
        period: z.string(),
        ...averaged,
        /** Null without any data of the period. */
        amount: amount.nullable(),
      }),
    ),
    /** Of the whole range. */
    ...averaged,
    comparison: earningsComparison,
    /** The amount contains energy measured on the DC side, converted by a factor. */
    isEstimated: z.boolean(),
    /** Factor from DC to AC of the current metering level; null where the AC side counts. */
    conversionFactor: z.number().nullable(),
    /** Tariffs with energy in the range, the earliest first. */
    tariffs: z.array(
      z.object({
        validFrom: plantDay,
        ...earned,
        /** By time of day, in the order of the tariff; empty at a fixed price. */
        periods: z.array(
          z.object({
            start: z.string(),
            end: z.string(),
            price: amount,
            amount,
            energyWh: z.number().nullable(),
          }),
        ),
      }),
    ),
    /** Only by year: investment ÷ average yearly earnings; null without an investment, earnings or 30 days of them. */
    payback: z
      .object({
        years: z.number(),
        investment: amount,
        /** Average of a year, since the first day with data. */
        yearlyAmount: amount,
        days: z.int(),
      })
      .nullable(),
    /** Partial for now: reports that arrived late are being counted. */
    isUpdating: z.boolean(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

/** Longer than 96 periods are. */
const MAX_TARIFF_TEXT = 12_000;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const previewTariff = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/tariffs/preview",
  summary: "What a plant's past earnings would be if a tariff were valid since a past day; changes nothing",
  access: {
    who: ["station:tariff"],
    scope: { kind: "plant", level: "administer", by: { stationId: "stationId" } },
  },
  query: z.object({
    stationId: id,
    /** As JSON, because an address has no nested values. */
    tariff: z.string().max(MAX_TARIFF_TEXT).transform(readJson).pipe(tariff),
    tariffFrom: plantDay,
  }),
  data: z.object({
    currency: z.string(),
    /** Days whose prices change, both included: until the next tariff begins, or today. */
    fromDay: plantDay,
    toDay: plantDay,
    /** Earnings of these days as they are, and as they would be. */
    before: z.object(earned),
    after: z.object(earned),
    isEstimated: z.boolean(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const setConversionFactor = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/conversionFactor",
  summary: "Set the factor from DC to AC energy that a plant's earnings apply at its current metering level",
  access: {
    who: ["station:edit"],
    scope: { kind: "plant", level: "administer", by: { stationId: "stationId" } },
  },
  body: z.strictObject({
    stationId: id,
    /** Kept to four decimals. */
    conversionFactor: z.number().min(0.5).max(1),
  }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates: [
    path,
    "/index/earnings",
    "/index/earnings/periods",
    "/index/earnings/plants",
    "/index/co2",
    "/workData/powerStation/list",
    "/workData/powerStation/performance",
    "/workData/powerStation/compare",
    "/workData/powerStation/figureChanges",
  ],
});

const earningsExport = z.strictObject({
  stationId: id,
  ...earningsPeriods,
  ...exportFile,
});
export type EarningsExport = z.output<typeof earningsExport>;

export const exportEarnings = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/earnings/export",
  summary: "Write earnings of a plant to a file in a background job (`/job`)",
  access: read,
  body: earningsExport,
  data: startedJob,
  errors: ["A0230", "A0300", "A0400", "A0404", "A0501"],
  invalidates: ["/job/list"],
});
