import { endpoints } from "virtual:endpoints";
import type { UseQueryResult } from "@tanstack/react-query";
import { useQueries } from "@tanstack/react-query";
import { queryOf } from "../../../shared/api/queries.ts";
import { isUnreachable } from "../../../shared/api/use-query-with-previous.ts";
import type { PlantLine } from "../plant-lines.ts";
import type { Curve } from "./day-lines.ts";

const RELOAD_MS = 300_000;

const combine = (results: UseQueryResult<Curve>[]) => ({
  curves: results.map(({ data }) => data),
  isWhole: results.every(({ data, isError }) => data !== undefined || isError),
  // One plant that can no longer be read leaves the others.
  hasFailed:
    results.length > 0 &&
    results.every((result) => result.data === undefined && (result.isError || isUnreachable(result))),
  error: results.find(({ isError }) => isError)?.error,
  refetch(): void {
    for (const { refetch } of results) void refetch();
  },
});

/** Curves of plants on a day, in their order; undefined while one is not read. */
export const useCurves = (lines: readonly PlantLine[], day: string) =>
  useQueries({
    queries: lines.map(({ plant: { stationId } }) => ({
      ...queryOf(endpoints.station.curve, { stationId, day }),
      refetchInterval: RELOAD_MS,
    })),
    combine,
  });
