import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { addDays, formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { readRange } from "../../shared/ui/form/range-picker/range.ts";
import type { ComparedCurve } from "./day-curve.ts";
import { toLine } from "./day-curve.ts";

/** Between the points of a median. */
const QUARTER_MS = 900_000;

/** What a day is compared with: the median of the days before it, another day, or nothing. */
export type Comparison =
  | { readonly kind: "none" }
  | { readonly kind: "median" }
  | { readonly kind: "day"; readonly day: string };

/** The comparison as the address has it: `median` or a day. */
export function readComparison(
  text: string | null,
  { firstDay, today }: Pick<StationDetail, "firstDay" | "today">,
): Comparison {
  if (text === "median") return { kind: "median" };
  const range = readRange(text, ["day"], { first: firstDay ?? undefined, today });
  return range === undefined ? { kind: "none" } : { kind: "day", day: range.from };
}

/** The day before the one shown, or the day after where there is none. */
export function proposeDay(day: string, firstDay: string | null): string {
  const before = addDays(day, -1);
  return firstDay !== null && before < firstDay ? addDays(day, 1) : before;
}

/** The curve that a day is compared with; undefined without one, until it is read, and where it has no data. */
export function useComparedCurve(
  { stationId }: StationDetail,
  day: string,
  comparison: Comparison,
): { readonly compared: ComparedCurve | undefined; readonly isEmpty: boolean; readonly isError: boolean } {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const otherDay = comparison.kind === "day" ? comparison.day : day;
  const typical = useQuery({
    ...queryOf(endpoints.station.typicalCurve, { stationId, day }),
    enabled: comparison.kind === "median",
  });
  const other = useQuery({
    ...queryOf(endpoints.station.curve, { stationId, day: otherDay }),
    enabled: comparison.kind === "day",
  });
  const used = { none: undefined, median: typical, day: other }[comparison.kind];
  const compared = useMemo((): ComparedCurve | undefined => {
    if (comparison.kind === "median" && typical.data?.points[0] !== undefined) {
      const { points, energyWh, dayCount } = typical.data;
      const name = t("curve.median", { count: dayCount });
      return { name, energyWh, line: toLine(points, Date.parse(points[0]?.at ?? "")), stepMs: QUARTER_MS };
    }
    if (comparison.kind === "day" && other.data !== undefined) {
      const { points, energyWh, fromAt, stepS } = other.data;
      const hasData = points.some(({ powerW }) => powerW !== null);
      const name = formatDay(otherDay, tag);
      const line = toLine(points, Date.parse(fromAt));
      return { name, energyWh: hasData ? energyWh : null, line, stepMs: stepS * 1000 };
    }
    return undefined;
  }, [comparison.kind, typical.data, other.data, otherDay, tag, t]);
  const isEmpty = compared !== undefined && compared.energyWh === null;
  return { compared: isEmpty ? undefined : compared, isEmpty, isError: used?.isError === true };
}
