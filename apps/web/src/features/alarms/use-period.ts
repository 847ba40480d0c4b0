import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { viewerZone } from "../../shared/logs/moments.ts";
import { changeParams } from "../../shared/routing/change-params.ts";
import type { DayRange } from "../../shared/ui/form/range-picker/range.ts";
import { readRange, toInstants, writeRange } from "../../shared/ui/form/range-picker/range.ts";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";

const kinds = ["day", "week", "month", "year", "own"] as const;

/** The period of a list from the address, by the viewer's days unless a plant's zone is given. */
export function usePeriod(timeZone = viewerZone) {
  const [params, setParams] = useSearchParams();
  const bounds = {
    first: undefined,
    today: new Date(useServerNow()).toLocaleDateString("sv", { timeZone }),
  };
  const range = readRange(params.get("range"), kinds, bounds);
  return {
    bounds,
    kinds,
    range,
    set(next: DayRange | undefined): void {
      const text = next && writeRange(next);
      setParams(changeParams(params, { range: text, page: undefined, cursor: undefined }));
    },
  };
}

/** Parameters of a list for a period; none for all of the time. */
export function useWindow(range: DayRange | undefined, timeZone = viewerZone) {
  const { from, to } = range ?? {};
  return useMemo(() => {
    if (from === undefined || to === undefined) return {};
    const { fromAt, toAt } = toInstants({ kind: "own", from, to }, timeZone);
    return { fromAt: new Date(fromAt).toISOString(), toAt: new Date(toAt).toISOString() };
  }, [from, to, timeZone]);
}
