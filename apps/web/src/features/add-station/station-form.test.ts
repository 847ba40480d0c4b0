import { stationInput } from "@heliograph/contract";
import { expect, it } from "vitest";
import type { StationForm } from "./station-form.ts";
import { emptyForm, findMissing, suggestCurrency, toStationInput } from "./station-form.ts";

const filled: StationForm = {
  ...emptyForm("Europe/Berlin"),
  name: " Roof B ",
  capacity: "12,5",
  gridDate: "2026-03-01",
  price: "0,31",
  person: "Ada",
  phone: "+49 30 123456",
  latitude: "52.5",
  longitude: "13.4",
};

it("makes what the contract takes from what a person types [R3.8]", () => {
  const input = toStationInput(filled);
  expect(stationInput.safeParse(input).error).toBeUndefined();
  expect(input).toMatchObject({
    name: "Roof B",
    installedCapacityKwp: 12.5,
    currency: "EUR",
    tariff: { method: "fixed", price: "0.31" },
    latitude: 52.5,
  });
  expect(input).not.toHaveProperty("investmentAmount");
});

it("names every field that is still empty [R5.2]", () => {
  expect(findMissing(emptyForm("Asia/Shanghai"))).toEqual([
    "name",
    "installedCapacityKwp",
    "gridConnectionDate",
    "personInCharge",
    "phone",
    "tariff.price",
  ]);
  expect(findMissing(filled)).toEqual([]);
  expect(findMissing({ ...filled, method: "time" })).toEqual(["tariff.periods.0.price"]);
});

it("suggests the money of the zone", () => {
  expect(
    ["Asia/Shanghai", "America/Sao_Paulo", "Asia/Bangkok", "Europe/Madrid"].map(suggestCurrency),
  ).toEqual(["CNY", "BRL", "THB", "EUR"]);
});
