import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import { queryOf } from "../api/queries.ts";
import { useMissing } from "../routing/cached-page.ts";

/** The plant of a page; `isMissing`: it does not exist or is not accessible, and the page's tab closes. */
export function usePlant(stationId: string) {
  const station = useQuery(queryOf(endpoints.station.get, { stationId }));
  const isMissing = station.error instanceof ApiError && [400, 403, 404].includes(station.error.status);
  useMissing(isMissing);
  return { station, isMissing };
}
