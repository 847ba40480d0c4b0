import type { MessageKey } from "../../shared/base/i18n/i18n.ts";
import type { FormValues } from "../../shared/form/values.ts";
import { isSame, readRows } from "../../shared/form/values.ts";
import { findSearchProblem, SEARCH_PATH } from "./location/coordinate-search.ts";
import { findGap, findOverlap, isWithoutLength } from "./tariff/day-prices.ts";

/** A period of a tariff, as the form suggests it. */
export const NEW_PERIOD = { start: "08:00", end: "18:00", price: "" };
/** a further period: the largest part of the day that has no price. */
export const toNextPeriod = (rows: readonly FormValues[]): FormValues => ({
  ...NEW_PERIOD,
  ...findGap(rows),
});

const isEmpty = (value: unknown): boolean => String(value ?? "").trim() === "";

/** Rules between fields of a plant: coordinates come in pairs, a search text is a place, and periods have a length and do not overlap. */
export function findPlantConflicts(values: FormValues): Readonly<Record<string, MessageKey>> {
  const conflicts: Record<string, MessageKey> = {};
  const search = findSearchProblem(values[SEARCH_PATH]);
  if (search !== undefined) conflicts[SEARCH_PATH] = search;
  const { latitude, longitude } = values;
  if (isEmpty(latitude) !== isEmpty(longitude))
    conflicts[isEmpty(latitude) ? "latitude" : "longitude"] = "form.wrong.together";
  // A period that ends before it starts runs over midnight.
  const periods = readRows(values["tariff.periods"]);
  const overlap = findOverlap(periods);
  if (overlap !== undefined) conflicts[`tariff.periods.${overlap}.start`] = "plantEditor.overlap";
  for (const [index, period] of periods.entries())
    if (isWithoutLength(period)) conflicts[`tariff.periods.${index}.end`] = "form.wrong.order";
  return conflicts;
}

const tariffOf = ({ "tariff.method": method, ...values }: FormValues): unknown => [
  method,
  values[method === "fixed" ? "tariff.price" : "tariff.periods"],
];

/** Whether another price is typed than the plant has. */
export const isTariffChanged = (values: FormValues, start: FormValues): boolean =>
  !isSame(tariffOf(values), tariffOf(start));
