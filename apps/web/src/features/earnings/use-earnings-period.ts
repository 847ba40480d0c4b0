import { useSearchParams } from "react-router";
import { changeParams } from "../../shared/routing/change-params.ts";
import type { By as AnyBy } from "../../shared/ui/chart/periods.ts";
import type { Bounds, DayRange, RangeKind } from "../../shared/ui/form/range-picker/range.ts";
import { rangeAround, readRange, writeRange } from "../../shared/ui/form/range-picker/range.ts";

type By = Exclude<AnyBy, "week">;

const KINDS: Record<By, readonly RangeKind[]> = { day: ["month"], month: ["year"], year: [] };

const readBy = (text: string | null): By => (text === "day" || text === "year" ? text : "month");

/** What the bars are and the period they cover; both are in the address, where a change of them starts the list anew. */
export function useEarningsPeriod() {
  const [params, setParams] = useSearchParams();
  const by = readBy(params.get("by"));
  const asked = params.get("period");

  const change = (values: Readonly<Record<"by" | "period" | "currency", string | undefined>>): void =>
    setParams(changeParams(params, { ...values, page: undefined }));

  const currency = params.get("currency") ?? undefined;
  // The server's range of a period without a name is the current one.
  const period = by !== "year" && isPeriod(asked, by) ? asked : undefined;
  return {
    by,
    currency,
    kinds: KINDS[by],
    /** What the server is asked for. */
    query: { by, ...(period !== undefined && { period }) },
    /** The range on screen, once the calendar of the plants is known. */
    readRange: (bounds: Bounds): DayRange =>
      readRange(period ?? null, KINDS[by], bounds) ??
      rangeAround(by === "day" ? "month" : "year", bounds.today),
    showBy: (next: By) => change({ by: next, period: undefined, currency }),
    showRange: (range: DayRange) => change({ by, period: writeRange(range), currency }),
    showFiner: (finer: { by: AnyBy; period: string }) => change({ ...finer, currency }),
    showCurrency: (next: string) => change({ by, period, currency: next }),
  };
}

const isPeriod = (text: string | null, by: By): text is string =>
  text !== null &&
  /^(19[7-9]\d|2[01]\d\d)(-(0[1-9]|1[0-2]))?$/.test(text) &&
  text.length === (by === "day" ? 7 : 4);

export type EarningsPeriod = ReturnType<typeof useEarningsPeriod>;
