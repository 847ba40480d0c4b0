import type { MeteringLevel, StationInput } from "@heliograph/contract";

/** What a person has typed, as text: nothing is lost because it is not a number yet. */
export interface StationForm {
  readonly name: string;
  readonly capacity: string;
  readonly gridDate: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly meteringLevel: MeteringLevel;
  readonly visibility: "public" | "concealed";
  readonly address: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly method: "fixed" | "time";
  readonly price: string;
  readonly periods: readonly Period[];
  /** First day of a changed price; empty for today. */
  readonly tariffFrom: string;
  readonly investment: string;
  readonly installer: string;
  readonly email: string;
  readonly person: string;
  readonly phone: string;
}

export interface Period {
  readonly start: string;
  readonly end: string;
  readonly price: string;
}

/** Refusals by the field's path in the request, as the server names them. */
export type Refusals = Readonly<Record<string, string>>;

export const emptyPeriod: Period = { start: "08:00", end: "18:00", price: "" };

export function emptyForm(timeZone: string): StationForm {
  return {
    name: "",
    capacity: "",
    gridDate: "",
    timeZone,
    currency: suggestCurrency(timeZone),
    meteringLevel: "module",
    visibility: "concealed",
    address: "",
    latitude: "",
    longitude: "",
    method: "fixed",
    price: "",
    periods: [emptyPeriod],
    tariffFrom: "",
    investment: "",
    installer: "",
    email: "",
    person: "",
    phone: "",
  };
}

const currencies: readonly [zone: RegExp, currency: string][] = [
  [/^Asia\/(Shanghai|Urumqi|Chongqing|Harbin)$/, "CNY"],
  [/^Asia\/Bangkok$/, "THB"],
  [
    /^America\/(Sao_Paulo|Bahia|Fortaleza|Manaus|Recife|Belem|Cuiaba|Maceio|Araguaina|Campo_Grande|Noronha)$/,
    "BRL",
  ],
  [/^Europe\/(London|Belfast)$/, "GBP"],
  [/^Europe\/Zurich$/, "CHF"],
  [/^Europe\//, "EUR"],
  [/^Asia\/(Calcutta|Kolkata)$/, "INR"],
  [/^Asia\/Tokyo$/, "JPY"],
  [/^Australia\//, "AUD"],
];

/** The money people use where the clock shows this zone; a suggestion only. */
export function suggestCurrency(timeZone: string): string {
  return currencies.find(([zone]) => zone.test(timeZone))?.[1] ?? "USD";
}

/** A decimal as a person types it, with a point or a comma. */
export const cleanDecimal = (text: string): string => text.trim().replace(",", ".");

const toNumber = (text: string): number => Number(cleanDecimal(text));

/** The fields that may not stay empty, by the path the server would name. */
export function findMissing(form: StationForm): readonly string[] {
  const needed: Record<string, string> = {
    name: form.name,
    installedCapacityKwp: form.capacity,
    gridConnectionDate: form.gridDate,
    timeZone: form.timeZone,
    currency: form.currency,
    personInCharge: form.person,
    phone: form.phone,
  };
  if (form.method === "fixed") needed["tariff.price"] = form.price;
  else
    for (const [index, period] of form.periods.entries())
      needed[`tariff.periods.${index}.price`] = period.price;
  return Object.keys(needed).filter((path) => needed[path]?.trim() === "");
}

const prompted = [
  "name",
  "installedCapacityKwp",
  "gridConnectionDate",
  "personInCharge",
  "phone",
  "price",
] as const;

/** A field that asks for itself in words of its own (R5.2). */
export type Prompted = (typeof prompted)[number];

function findPrompt(path: string): Wrong {
  const field = prompted.find((each) => each === path.split(".").at(-1));
  return field === undefined ? "needed" : { needed: field };
}

export type Wrong =
  | "needed"
  | { readonly needed: Prompted }
  | "capacity"
  | "amount"
  | "price"
  | "email"
  | "phone"
  | "latitude"
  | "longitude"
  | "together"
  | "order";

export const MOST_KWP = 10_000_000;
export const MOST_LATITUDE = 90;
export const MOST_LONGITUDE = 180;

const isAmount = (text: string): boolean => /^\d{1,15}(\.\d{1,6})?$/.test(cleanDecimal(text));
const isPrice = (text: string): boolean => /^\d{1,6}(\.\d{1,6})?$/.test(cleanDecimal(text));
const isWithin = (text: string, most: number): boolean => Math.abs(toNumber(text)) <= most;
const isCapacity = (text: string): boolean => toNumber(text) > 0 && toNumber(text) <= MOST_KWP;
const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
const isPhone = (text: string): boolean => /^\+?\d(?:[ -]?\d){4,19}$/.test(text.trim());

/** Everything the contract would refuse at sight, by the path the server would name, so that it is said at once. */
export function findWrong(form: StationForm): Readonly<Record<string, Wrong>> {
  const wrong: Record<string, Wrong> = {};
  const check = (path: string, text: string, isRight: (text: string) => boolean, kind: Wrong): void => {
    if (text.trim() !== "" && !isRight(text)) wrong[path] = kind;
  };
  check("installedCapacityKwp", form.capacity, isCapacity, "capacity");
  check("investmentAmount", form.investment, isAmount, "amount");
  check("email", form.email, isEmail, "email");
  check("phone", form.phone, isPhone, "phone");
  check("latitude", form.latitude, (text) => isWithin(text, MOST_LATITUDE), "latitude");
  check("longitude", form.longitude, (text) => isWithin(text, MOST_LONGITUDE), "longitude");
  if ((form.latitude.trim() === "") !== (form.longitude.trim() === ""))
    wrong[form.latitude.trim() === "" ? "latitude" : "longitude"] = "together";
  if (form.method === "fixed") check("tariff.price", form.price, isPrice, "price");
  else
    for (const [index, { start, end, price }] of form.periods.entries()) {
      check(`tariff.periods.${index}.price`, price, isPrice, "price");
      // A period whose end lies before its start runs over midnight.
      if (end === start) wrong[`tariff.periods.${index}.end`] = "order";
    }
  for (const path of findMissing(form)) wrong[path] = findPrompt(path);
  return wrong;
}

export function toStationInput(form: StationForm): StationInput {
  return {
    name: form.name.trim(),
    installedCapacityKwp: toNumber(form.capacity),
    gridConnectionDate: form.gridDate,
    installer: form.installer.trim(),
    email: form.email.trim(),
    timeZone: form.timeZone,
    currency: form.currency,
    tariff:
      form.method === "fixed"
        ? { method: "fixed", price: cleanDecimal(form.price) }
        : {
            method: "time",
            periods: form.periods.map(({ start, end, price }) => ({
              start,
              end,
              price: cleanDecimal(price),
            })),
          },
    personInCharge: form.person.trim(),
    phone: form.phone.trim(),
    address: form.address.trim(),
    visibility: form.visibility,
    meteringLevel: form.meteringLevel,
    ...(form.investment.trim() !== "" && { investmentAmount: cleanDecimal(form.investment) }),
    ...(form.latitude.trim() !== "" && { latitude: toNumber(form.latitude) }),
    ...(form.longitude.trim() !== "" && { longitude: toNumber(form.longitude) }),
  };
}
