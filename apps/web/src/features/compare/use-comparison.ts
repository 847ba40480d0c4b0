import { endpoints } from "virtual:endpoints";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { useQueryWithPrevious } from "../../shared/api/use-query-with-previous.ts";
import { findCompleteDay, findLatestDay } from "../../shared/base/format/days-anywhere.ts";
import { addDays } from "../../shared/base/format/times.ts";
import { changeParams } from "../../shared/routing/change-params.ts";
import type { DayRange } from "../../shared/ui/form/range-picker/range.ts";
import { daysIn, rangeOfPreset, readRange, writeRange } from "../../shared/ui/form/range-picker/range.ts";
import type { Measure } from "./measures.ts";
import { MEASURES, readMeasure } from "./measures.ts";

export const KINDS = ["day", "week", "month", "year", "own"] as const;

/** As many values of a line as can be read; a longer period is drawn by month. */
const MAX_DRAWN_DAYS = 92;
/** Status and power are those of now. */
const RELOAD_MS = 60_000;

/** The plants, the period and the measure of a comparison, all in the address, with their figures. */
export function useComparison() {
  const [params, setParams] = useSearchParams();
  const [now] = useState(Date.now);
  const latest = findLatestDay(now);
  const stationIds = [...new Set(params.get("plants")?.split(",").filter(Boolean))];
  const asked = readRange(params.get("period"), KINDS, { first: undefined, today: latest });
  const comparison = useQueryWithPrevious({
    ...queryOf(endpoints.station.compare, {
      stationIds: stationIds.join(),
      // The server knows which days are over at the plants.
      ...(asked && { fromDay: asked.from, toDay: asked.to }),
      by: asked && daysIn(asked) > MAX_DRAWN_DAYS ? "month" : "day",
    }),
    enabled: stationIds.length > 0,
    refetchInterval: RELOAD_MS,
  });
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    setParams(changeParams(params, changes));

  const { data, isPlaceholderData } = comparison;
  const bounds = {
    first: data?.firstDay ?? undefined,
    today: data?.today ?? latest,
    lastDay: data === undefined ? findCompleteDay(now) : addDays(data.today, -1),
  };
  // Until the plants of the address are read, those before are shown.
  const missingCount = data === undefined || isPlaceholderData ? 0 : stationIds.length - data.rows.length;
  return {
    stationIds,
    missingCount,
    range: asked ?? rangeOfPreset("last30", bounds),
    comparison,
    measure: readMeasure(params.get("by")),
    bounds,
    showRange: (next: DayRange) => change({ period: writeRange(next) }),
    /** The order follows: another one was of another ranking. */
    rankBy: (next: Measure) =>
      change({ by: next === MEASURES[0] ? undefined : next, sort: undefined, order: undefined }),
    add: (stationId: string) => change({ plants: [...stationIds, stationId].join() }),
    remove: (stationId: string) => change({ plants: stationIds.filter((id) => id !== stationId).join() }),
  };
}
