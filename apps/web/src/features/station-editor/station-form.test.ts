import { stationInput } from "@heliograph/contract";
import { expect, it } from "vitest";
import type { StationForm } from "./station-form.ts";
import { emptyForm, findMissing, findWrong, suggestCurrency, toStationInput } from "./station-form.ts";

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

it("names every field that is still empty", () => {
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

it("names what is empty and what is wrong at once, and nothing the contract takes", () => {
  const wrong = {
    capacity: "0",
    email: "ada",
    phone: "12",
    latitude: "91",
    longitude: "",
    investment: "1e9",
  };
  expect(findWrong({ ...filled, ...wrong, name: " " })).toEqual({
    name: { needed: "name" },
    installedCapacityKwp: "capacity",
    investmentAmount: "amount",
    email: "email",
    phone: "phone",
    latitude: "latitude",
    longitude: "together",
  });
  expect(findWrong({ ...filled, email: "ada@sun.example", investment: "120000,50" })).toEqual({});
});

it("refuses no value that the contract takes, and the other way round", () => {
  const values = {
    capacity: ["0", "-1", "x", "0,001", "10000000", "10000001"],
    price: ["0", "0,31", "1.1234567", "-1", "1e3", "999999", "1000000"],
    phone: ["12345", "1234", "+49 30-1234", "+49  30", "abc"],
    latitude: ["-90", "90.1", "north"],
  };
  for (const [name, texts] of Object.entries(values))
    for (const text of texts) {
      const form = { ...filled, [name]: text };
      const isTaken = stationInput.safeParse(toStationInput(form)).success;
      expect([name, text, Object.keys(findWrong(form)).length === 0]).toEqual([name, text, isTaken]);
    }
});

it("suggests the money of the zone", () => {
  expect(
    ["Asia/Shanghai", "America/Sao_Paulo", "Asia/Bangkok", "Europe/Madrid"].map(suggestCurrency),
  ).toEqual(["CNY", "BRL", "THB", "EUR"]);
});
