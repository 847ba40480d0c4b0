import type { StationChange, StationDetail } from "@heliograph/contract";
import type { StationForm } from "./station-form.ts";
import { emptyPeriod, toStationInput } from "./station-form.ts";

const textOf = (value: string | number | null): string => (value === null ? "" : String(value));

/** A plant as the form shows it. */
export function toStationForm(plant: StationDetail): StationForm {
  const { tariff } = plant;
  return {
    name: plant.name,
    capacity: textOf(plant.installedCapacityKwp),
    gridDate: textOf(plant.gridConnectionDate),
    timeZone: plant.timeZone,
    currency: textOf(plant.currency),
    meteringLevel: plant.meteringLevel,
    visibility: plant.visibility,
    address: textOf(plant.address),
    latitude: textOf(plant.latitude),
    longitude: textOf(plant.longitude),
    method: tariff?.method ?? "fixed",
    price: tariff?.method === "fixed" ? tariff.price : "",
    periods: tariff?.method === "time" ? tariff.periods : [emptyPeriod],
    tariffFrom: "",
    investment: textOf(plant.investmentAmount),
    installer: textOf(plant.installer),
    email: textOf(plant.email),
    person: textOf(plant.personInCharge),
    phone: textOf(plant.phone),
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Only what the form says otherwise than the plant it was filled from. */
export function toStationChange(
  original: StationForm,
  form: StationForm,
  { stationId, revision }: Pick<StationDetail, "stationId" | "revision">,
): StationChange {
  const before = toStationInput(original);
  const after = toStationInput(form);
  const isOther = <Name extends keyof typeof after>(name: Name): boolean =>
    !isSame(before[name], after[name]);
  const changed = Object.fromEntries(
    editable.flatMap((name) => (isOther(name) ? [[name, after[name] ?? null]] : [])),
  ) as Partial<StationChange>;
  const from = isOther("tariff") && form.tariffFrom !== "" ? { tariffFrom: form.tariffFrom } : {};
  // Whoever may change the plant was given one.
  return { stationId, revision: revision ?? "", ...changed, ...from };
}

const editable = [
  "name",
  "installedCapacityKwp",
  "gridConnectionDate",
  "installer",
  "email",
  "currency",
  "investmentAmount",
  "tariff",
  "personInCharge",
  "phone",
  "address",
  "latitude",
  "longitude",
  "visibility",
] as const satisfies readonly (keyof StationChange)[];

const told = [
  "name",
  "capacity",
  "gridDate",
  "currency",
  "price",
  "investment",
  "person",
  "phone",
  "installer",
  "email",
  "address",
  "latitude",
  "longitude",
] as const satisfies readonly (keyof StationForm)[];

/** Of a form, the fields that are changed in another. */
export const pickFields = (form: StationForm, changes: Partial<StationForm>): Partial<StationForm> =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, form[name as keyof StationForm]]));

/** Fields that were typed here and changed by someone else since, with what they hold now. */
export function findOverruled(
  before: Partial<StationForm>,
  now: StationForm,
  changes: Partial<StationForm>,
): { readonly name: (typeof told)[number]; readonly theirs: string }[] {
  return told
    .filter(
      (name) => changes[name] !== undefined && now[name] !== before[name] && changes[name] !== now[name],
    )
    .map((name) => ({ name, theirs: now[name] }));
}
