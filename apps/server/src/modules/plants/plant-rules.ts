import type { FieldProblem, Tariff } from "@heliograph/contract";
import { isKnownZone } from "@heliograph/solar";
import { findOverlap } from "./tariff-rules.ts";

const KNOWN_CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

interface Entered {
  readonly timeZone?: string | undefined;
  readonly currency?: string | undefined;
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
  readonly tariff?: Tariff | undefined;
}

/** What a plant's fields must hold beyond their shape; a field that is not given is not looked at. */
export function findPlantProblems(entered: Entered): FieldProblem[] {
  const { timeZone, currency, tariff } = entered;
  const fields: FieldProblem[] = [];
  if (timeZone !== undefined && !isKnownZone(timeZone))
    fields.push({ path: "timeZone", key: "field.timeZone" });
  if (currency !== undefined && !KNOWN_CURRENCIES.has(currency))
    fields.push({ path: "currency", key: "field.currency" });
  const latitude = entered.latitude ?? null;
  const longitude = entered.longitude ?? null;
  if ((latitude === null) !== (longitude === null))
    fields.push({ path: latitude === null ? "latitude" : "longitude", key: "field.coordinates" });
  const overlap = tariff?.method === "time" ? findOverlap(tariff.periods) : undefined;
  if (overlap !== undefined) fields.push({ path: `tariff.periods.${overlap}.start`, key: "field.overlap" });
  return fields;
}
