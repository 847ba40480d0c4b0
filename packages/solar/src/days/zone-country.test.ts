import { expect, test } from "vitest";
import { findCountry } from "./zone-country.ts";

test("finds the country of a time zone, whichever of its names is used", () => {
  const zones = {
    "Europe/Berlin": "DE",
    "Europe/Busingen": "DE",
    "Europe/Zagreb": "HR",
    "Africa/Bangui": "CF",
    "America/Sao_Paulo": "BR",
    "America/Los_Angeles": "US",
    "US/Pacific": "US",
    "Asia/Kolkata": "IN",
    "Asia/Calcutta": "IN",
    "Asia/Shanghai": "CN",
    "Asia/Urumqi": "CN",
    "Asia/Bangkok": "TH",
    "Pacific/Chatham": "NZ",
  };
  for (const [zone, country] of Object.entries(zones))
    expect([zone, findCountry(zone)]).toEqual([zone, country]);
});

test("knows no country of a zone that belongs to none", () => {
  for (const zone of ["UTC", "Etc/GMT+3", "Atlantis/Center", ""]) expect(findCountry(zone)).toBeUndefined();
});

test("finds a country for each place that the runtime has a zone for", () => {
  const places = Intl.supportedValuesOf("timeZone").filter((zone) => /^(?!Etc\/)\w+\//.test(zone));
  expect(places.length).toBeGreaterThan(350);
  expect(places.filter((zone) => findCountry(zone) === undefined)).toEqual([]);
});
