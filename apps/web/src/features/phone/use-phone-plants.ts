import { endpoints } from "virtual:endpoints";
import type { DataOf, StationRow } from "@heliograph/contract";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import type { PlantListing } from "./plant-listing.ts";
import { toPlantQuery } from "./plant-listing.ts";
import { loadPages, useReloaded } from "./use-reloaded.ts";

type Overview = DataOf<typeof endpoints.home.getOverview>;

export interface PhonePlants {
  readonly rows: readonly StationRow[];
  readonly total: number;
  readonly overview: Overview;
}

/** The caller's plants with their totals. */
export function usePhonePlants(listing: PlantListing) {
  const key = JSON.stringify(toPlantQuery(listing, 1));
  return useReloaded(key, async (pages, signal): Promise<PhonePlants> => {
    const [list, overview] = await Promise.all([
      loadPages(pages, async (page) => {
        const query = toPlantQuery(listing, page);
        const response = await call(endpoints.station.list, { query, signal, refusalIn: "card" });
        return orFail(response).data;
      }),
      call(endpoints.home.getOverview, { signal, refusalIn: "card" }),
    ]);
    return { ...list, overview: orFail(overview).data };
  });
}

function orFail<Response>(response: Response | undefined): Response {
  if (response === undefined) throw new ApiError("");
  return response;
}
