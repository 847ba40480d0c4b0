import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, line, listOf, paging } from "./primitives.ts";
import { plantStatus } from "./status.ts";

/** Visible fields of a public plant: no address, owner, money, serial numbers or layout; coordinates to 0.1°. */
export const publicStation = z.object({
  stationId: id,
  name: z.string(),
  status: plantStatus,
  /** As in the caller's own plants. */
  isAsleep: z.boolean(),
  powerW: z.number().nullable(),
  installedCapacityKwp: z.number(),
  energyTodayKwh: z.number(),
  energyTotalKwh: z.number(),
  /** The energies are partial for now: reports that arrived late are being counted. */
  isUpdating: z.boolean(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  updatedAt: instant.nullable(),
});
export type PublicStation = z.output<typeof publicStation>;

export const listPublicStations = defineEndpoint({
  method: "GET",
  path: "/public/stations",
  summary: "Public plants, as they are visible to everyone",
  access: { who: "anonymous", scope: { kind: "none" } },
  query: z.object({
    ...paging,
    sort: z.enum(["name", "powerW", "energyTodayKwh", "energyTotalKwh"]).default("name"),
    search: line(120).optional(),
  }),
  data: listOf(publicStation),
  errors: ["A0230", "A0400", "A0501"],
});
