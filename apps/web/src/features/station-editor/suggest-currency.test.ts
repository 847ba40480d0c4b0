import { findCountry } from "@heliograph/solar";
import { expect, it } from "vitest";
import { suggestCurrency } from "./suggest-currency.ts";

it.each([
  ["Asia/Shanghai", "CNY"],
  ["America/Sao_Paulo", "BRL"],
  ["Asia/Bangkok", "THB"],
  ["America/Indiana/Knox", "USD"],
  ["America/Argentina/Cordoba", "ARS"],
  ["America/Toronto", "CAD"],
  ["Asia/Seoul", "KRW"],
  ["Europe/Madrid", "EUR"],
  ["Europe/Sofia", "EUR"],
  ["Europe/Zurich", "CHF"],
  ["Europe/Warsaw", "PLN"],
  ["Europe/Stockholm", "SEK"],
  ["Europe/Oslo", "NOK"],
  ["Europe/Prague", "CZK"],
  ["Europe/Istanbul", "TRY"],
  ["Africa/Accra", "GHS"],
  ["Asia/Qatar", "QAR"],
  ["Asia/Novosibirsk", "RUB"],
  ["America/Port_of_Spain", "TTD"],
])("suggests for %s the currency of its country, %s", (zone, currency) => {
  expect(suggestCurrency(zone)).toBe(currency);
});

it("suggests none for a zone of no known currency", () => {
  expect(["UTC", "Antarctica/Troll", ""].map(suggestCurrency)).toEqual([undefined, undefined, undefined]);
});

it("suggests a currency for every zone of a country", () => {
  const zones = Intl.supportedValuesOf("timeZone").filter((zone) => findCountry(zone) !== undefined);
  // Antarctica has none.
  const unknown = zones.filter((zone) => suggestCurrency(zone) === undefined && findCountry(zone) !== "AQ");
  expect(unknown).toEqual([]);
});

it("suggests only currencies that exist", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  const currencies = Intl.supportedValuesOf("currency");
  const suggested = new Set(zones.map(suggestCurrency).filter((currency) => currency !== undefined));
  expect([...suggested].filter((currency) => !currencies.includes(currency))).toEqual([]);
});
