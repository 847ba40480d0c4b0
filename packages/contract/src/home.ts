import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { instant } from "./primitives.ts";
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
    /** Null where all plants hide their alarms from the caller. */
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
