import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import type { DayRange } from "../../shared/ui/form/range-picker/range.ts";
import { rangeOfPreset, readRange, writeRange } from "../../shared/ui/form/range-picker/range.ts";

export const KINDS = ["day", "week", "month", "year", "own"] as const;

const HALF_DAY_MS = 43_200_000;

/** The latest date on Earth, and the last one that is over everywhere. */
function findDates(): { readonly latest: string; readonly complete: string } {
  const dateAt = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return { latest: dateAt(Date.now() + HALF_DAY_MS), complete: dateAt(Date.now() - 3 * HALF_DAY_MS) };
}

/** The plants and the period of a comparison, both in the address, with their energies. */
export function useComparison() {
  const [params, setParams] = useSearchParams();
  const [{ latest, complete }] = useState(findDates);
  const stationIds = params.get("plants")?.split(",").filter(Boolean) ?? [];
  const asked = params.get("period");
  const range =
    readRange(asked, KINDS, { first: undefined, today: latest }) ?? rangeOfPreset("last30", complete);
  const comparison = useQuery({
    ...queryOf(endpoints.station.compare, {
      stationIds: stationIds.join(),
      fromDay: range.from,
      toDay: range.to,
    }),
    enabled: stationIds.length > 0,
  });

  function set(name: "plants" | "period", value: string): void {
    const next = new URLSearchParams(params);
    next.set(name, value);
    setParams(next);
  }

  return {
    stationIds,
    range,
    comparison,
    bounds: { first: comparison.data?.firstDay ?? undefined, today: comparison.data?.today ?? latest },
    showRange: (next: DayRange) => set("period", writeRange(next)),
    remove: (stationId: string) => set("plants", stationIds.filter((id) => id !== stationId).join()),
  };
}
