import type { MessageKey } from "../../shared/base/i18n/i18n.ts";
import type { FormValues } from "../../shared/form/values.ts";
import { isSame, readRows } from "../../shared/form/values.ts";

/** R5.6: multiples of 15 minutes, 24:00 as an end. */
export const quarterHours = Array.from({ length: 97 }, (_, index) => {
  const hours = String(Math.floor(index / 4)).padStart(2, "0");
  return `${hours}:${String((index % 4) * 15).padStart(2, "0")}`;
});
/** A period of a tariff, as the form suggests it. */
export const NEW_PERIOD = { start: "08:00", end: "18:00", price: "" };

const isEmpty = (value: unknown): boolean => String(value ?? "").trim() === "";

/** Rules between fields of a plant: coordinates come in pairs, and a period has a length. */
export function findPlantConflicts(values: FormValues): Readonly<Record<string, MessageKey>> {
  const conflicts: Record<string, MessageKey> = {};
  const { latitude, longitude } = values;
  if (isEmpty(latitude) !== isEmpty(longitude))
    conflicts[isEmpty(latitude) ? "latitude" : "longitude"] = "form.wrong.together";
  // A period that ends before it starts runs over midnight.
  for (const [index, { start, end }] of readRows(values["tariff.periods"]).entries())
    if (start === end) conflicts[`tariff.periods.${index}.end`] = "form.wrong.order";
  return conflicts;
}

const tariffOf = ({ "tariff.method": method, ...values }: FormValues): unknown => [
  method,
  values[method === "fixed" ? "tariff.price" : "tariff.periods"],
];

/** Whether another price is typed than the plant has. */
export const isTariffChanged = (values: FormValues, start: FormValues): boolean =>
  !isSame(tariffOf(values), tariffOf(start));
