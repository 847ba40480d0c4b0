import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, plantDay } from "./primitives.ts";
import { energyRead } from "./station-access.ts";

/** What a kilowatt hour of the grid emits in a country. */
const gridFactor = z.object({
  /** ISO 3166-1, by the plant's time zone. */
  country: z.string().length(2),
  /** g CO₂ equivalent per kWh. */
  gramsPerKwh: z.number(),
  year: z.int(),
  source: z.string(),
});

/** Complete days before today that the performance of a plant is of. */
export const PERFORMANCE_DAYS = 30;

export const getPerformance = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/performance",
  summary:
    "Performance ratio or share of clear sky over the last 30 complete days, and avoided CO₂ of a plant",
  access: energyRead,
  query: z.object({ stationId: id }),
  data: z.object({
    fromDay: plantDay,
    toDay: plantDay,
    /** IEC 61724: final yield ÷ reference yield, where a gateway measured irradiance; else null. */
    ratio: z
      .object({
        value: z.number(),
        /** Energy of the plant in these quarter hours, and irradiation in the plane of the modules. */
        energyWh: z.number(),
        irradiationWhM2: z.number(),
        /** Days with quarter hours that have both. */
        dayCount: z.int(),
      })
      .nullable(),
    /** Energy ÷ that of a clear sky in the measured quarter hours; null without coordinates or data. */
    clearSky: z.object({ value: z.number(), dayCount: z.int() }).nullable(),
    /** Null where the country, or its factor, is not known. */
    co2: gridFactor.extend({ monthKg: z.number(), yearKg: z.number(), totalKg: z.number() }).nullable(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const getFleetCo2 = defineEndpoint({
  method: "GET",
  path: "/index/co2",
  summary: "CO₂ avoided by the caller's plants, by the grid factors of their countries",
  access: { who: "anonymous", accountsNeed: ["station:read"], scope: { kind: "in-scope" } },
  data: z.object({
    /** Null where no plant has a factor and visible energy. */
    monthKg: z.number().nullable(),
    yearKg: z.number().nullable(),
    totalKg: z.number().nullable(),
    factors: z.array(gridFactor),
    /** Plants with visible energy in a country without factor; their energy avoids nothing here. */
    unknownCount: z.int().min(0),
    /** The same of plants whose time zone, such as UTC, belongs to no country. */
    noCountryCount: z.int().min(0),
  }),
  errors: ["A0230"],
});
