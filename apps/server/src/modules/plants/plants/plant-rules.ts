import type { FieldProblem, Tariff } from "@heliograph/contract";
import { isKnownZone } from "@heliograph/solar";
import { findTariffProblems } from "../../energy/tariffs/tariffs.service.ts";

const KNOWN_CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

interface Entered {
  readonly timeZone?: string | undefined;
  readonly currency?: string | undefined;
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
  readonly tariff?: Tariff | undefined;
}

/** Problems of entered fields beyond their shape; a field that is not given is not checked. */
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
  if (tariff !== undefined) fields.push(...findTariffProblems(tariff));
  return fields;
}
