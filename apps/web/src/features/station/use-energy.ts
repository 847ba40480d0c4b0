import { endpoints } from "virtual:endpoints";
import type { UseQueryResult } from "@tanstack/react-query";
import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { queryOf } from "../../shared/api/queries.ts";
import { isUnreachable } from "../../shared/api/use-query-with-previous.ts";
import type { By } from "../../shared/ui/chart/periods.ts";
import type { DayRange } from "../../shared/ui/form/range-picker/range.ts";
import { monthsIn } from "../../shared/ui/form/range-picker/range.ts";
import type { Energy } from "./energy-bars.ts";
import { joinEnergies } from "./join-energies.ts";

interface EnergyAnswer {
  readonly data: Energy | undefined;
  readonly isError: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
}

const combine = (results: UseQueryResult<Energy>[]) => ({
  parts: results.map(({ data }) => data),
  isError: results.some((result) => result.isError || isUnreachable(result)),
  error: results.find(({ isError }) => isError)?.error ?? null,
  refetch(): void {
    for (const { refetch } of results) void refetch();
  },
});

/** Energies of a range; the server gives days by the month, so a range may take several answers. */
export function useEnergy(stationId: string, by: By, range: DayRange): EnergyAnswer {
  const year = range.from.slice(0, 4);
  const periods = { day: monthsIn(range), week: [year], month: [year], year: [undefined] }[by];
  const { parts, isError, error, refetch } = useQueries({
    queries: periods.map((period) =>
      queryOf(endpoints.station.energy, { stationId, by, ...(period !== undefined && { period }) }),
    ),
    combine,
  });
  const { from, to } = range;
  const joined = useMemo(() => {
    const isWhole = parts.every((part) => part !== undefined);
    return isWhole ? joinEnergies(parts, by === "day" ? { from, to } : undefined) : undefined;
  }, [parts, by, from, to]);
  // The previous range stays on screen until all of the next one is read, unless that cannot be read now.
  const [shown, setShown] = useState(joined);
  if (joined !== undefined && joined !== shown) setShown(joined);
  return { data: joined ?? (isError ? undefined : shown), isError, error, refetch };
}
