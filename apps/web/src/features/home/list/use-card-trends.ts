import { endpoints } from "virtual:endpoints";
import type { DataOf, StationRow } from "@heliograph/contract";
import { MAX_COMPARED_PLANTS } from "@heliograph/contract/plant-compare-limits";
import type { UseQueryResult } from "@tanstack/react-query";
import { useQueries } from "@tanstack/react-query";
import { queryOf } from "../../../shared/api/queries.ts";
import { useCan } from "../../../shared/auth/allowed.tsx";

type Comparison = DataOf<typeof endpoints.station.compare>;

/** Energy of a plant by day; null for a day without data. */
export type CardTrend = readonly { readonly day: string; readonly energyWh: number | null }[];

/** By plant; undefined until they are read, empty where no plant has any energy to show. */
export type CardTrends = ReadonlyMap<string, CardTrend> | undefined;

function combine(results: readonly UseQueryResult<Comparison>[]): CardTrends {
  if (results.some(({ isPending, fetchStatus }) => isPending && fetchStatus === "fetching")) return undefined;
  return new Map(
    results.flatMap(({ data }) =>
      (data?.rows ?? [])
        .filter(({ energyWh }) => energyWh !== null)
        .map(({ stationId, energiesWh }) => [
          stationId,
          (data?.periods ?? []).map((day, index) => ({ day, energyWh: energiesWh[index] ?? null })),
        ]),
    ),
  );
}

/** Energies of the last 30 days that are over, of the plants of a page in one request, of a long page in several. */
export function useCardTrends(rows: readonly StationRow[]): CardTrends {
  const canRead = useCan("station:read") === true;
  // Sorted: the order of the cards changes with their statuses, what is read does not.
  const stationIds = rows.map(({ stationId }) => stationId).toSorted();
  const parts = Array.from({ length: Math.ceil(stationIds.length / MAX_COMPARED_PLANTS) }, (_, index) =>
    stationIds.slice(index * MAX_COMPARED_PLANTS, (index + 1) * MAX_COMPARED_PLANTS),
  );
  return useQueries({
    queries: parts.map((part) => ({
      ...queryOf(endpoints.station.compare, { stationIds: part.join() }),
      enabled: canRead,
    })),
    combine,
  });
}
