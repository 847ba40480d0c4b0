import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { findCompleteDay, findLatestDay } from "../../shared/base/format/days-anywhere.ts";
import { changeParams } from "../../shared/routing/change-params.ts";
import type { DayRange } from "../../shared/ui/form/range-picker/range.ts";
import { rangeOfPreset, readRange, writeRange } from "../../shared/ui/form/range-picker/range.ts";

export const KINDS = ["day", "week", "month", "year", "own"] as const;

/** The plants and the period of a comparison, both in the address, with their energies. */
export function useComparison() {
  const [params, setParams] = useSearchParams();
  const [now] = useState(Date.now);
  const latest = findLatestDay(now);
  const stationIds = [...new Set(params.get("plants")?.split(",").filter(Boolean))];
  const asked = params.get("period");
  const range =
    readRange(asked, KINDS, { first: undefined, today: latest }) ??
    rangeOfPreset("last30", findCompleteDay(now));
  const comparison = useQuery({
    ...queryOf(endpoints.station.compare, {
      stationIds: stationIds.join(),
      fromDay: range.from,
      toDay: range.to,
    }),
    enabled: stationIds.length > 0,
  });

  return {
    stationIds,
    range,
    comparison,
    bounds: { first: comparison.data?.firstDay ?? undefined, today: comparison.data?.today ?? latest },
    showRange: (next: DayRange) => setParams(changeParams(params, { period: writeRange(next) })),
    remove(stationId: string): void {
      const plants = stationIds.filter((id) => id !== stationId).join();
      setParams(changeParams(params, { plants }));
    },
  };
}
