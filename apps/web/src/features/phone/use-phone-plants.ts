import { endpoints } from "virtual:endpoints";
import type { DataOf, PlantStatus, StationRow } from "@heliograph/contract";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { loadPages, useReloaded } from "./use-reloaded.ts";

const PAGE = 30;

type Overview = DataOf<typeof endpoints.home.getOverview>;

export interface PhonePlants {
  readonly rows: readonly StationRow[];
  readonly total: number;
  readonly overview: Overview;
}

interface Asked {
  readonly search: string;
  readonly status: PlantStatus | undefined;
}

/** The caller's plants, those that need attention first, with their totals. */
export function usePhonePlants({ search, status }: Asked) {
  return useReloaded(`${status} ${search}`, async (pages, signal): Promise<PhonePlants> => {
    const filters = { ...(search !== "" && { search }), ...(status !== undefined && { status }) };
    const [list, overview] = await Promise.all([
      loadPages(pages, async (page) => {
        const query = { page, pageSize: PAGE, sort: "status", order: "desc", ...filters } as const;
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
