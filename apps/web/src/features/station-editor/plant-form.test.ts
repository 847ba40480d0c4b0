import type { StationDetail } from "@heliograph/contract";
import { endpoints, stationInput } from "@heliograph/contract";
import { expect, it } from "vitest";
import { describeForm } from "../../../vite/form-schema.ts";
import { findOverruled } from "../../shared/form/form-draft.ts";
import { findProblems } from "../../shared/form/rules.ts";
import type { FormValues } from "../../shared/form/values.ts";
import { findBodyChanges, toBody, toFirstValues } from "../../shared/form/values.ts";
import { findPlantConflicts, isTariffChanged, NEW_PERIOD, toNextPeriod } from "./plant-rules.ts";
import { quarterHours } from "./tariff/day-prices.ts";

const describe = ({ body }: { readonly body?: unknown }) =>
  describeForm(body as Parameters<typeof describeForm>[0]).fields.filter(
    ({ path }) => !["ownerId", "stationId", "revision"].includes(path),
  );
const addFields = describe(endpoints.station.add);
const empty = toFirstValues(addFields, {
  timeZone: "Europe/Berlin",
  currency: "EUR",
  tariff: { periods: [NEW_PERIOD] },
});
const filled: FormValues = {
  ...empty,
  name: " Roof B ",
  installedCapacityKwp: "12.5",
  gridConnectionDate: "2026-03-01",
  "tariff.method": "fixed",
  "tariff.price": "0.31",
  personInCharge: "Ada",
  phone: "+49 30 123456",
  latitude: "52.5",
  longitude: "13.4",
};
const keysOf = (values: FormValues) =>
  Object.fromEntries(Object.entries(findProblems(addFields, values)).map(([path, { key }]) => [path, key]));

it("makes what the contract takes from what a person types [R3.8]", () => {
  const input = toBody(addFields, filled);
  expect(stationInput.safeParse(input).error).toBeUndefined();
  expect(input).toMatchObject({
    name: "Roof B",
    installedCapacityKwp: 12.5,
    currency: "EUR",
    tariff: { method: "fixed", price: "0.31" },
    meteringLevel: "module",
    visibility: "concealed",
    latitude: 52.5,
  });
  expect(input).not.toHaveProperty("investmentAmount");
  expect(input.tariff).not.toHaveProperty("periods");
  const byTime = { ...filled, "tariff.method": "time", "tariff.periods": [{ ...NEW_PERIOD, price: "0.4" }] };
  expect(toBody(addFields, byTime).tariff).toEqual({
    method: "time",
    periods: [{ start: "08:00", end: "18:00", price: "0.4" }],
  });
});

it("names every field that is still empty", () => {
  expect(keysOf(empty)).toEqual({
    name: "prompt.name",
    installedCapacityKwp: "prompt.installedCapacity",
    gridConnectionDate: "prompt.gridConnectionDate",
    personInCharge: "prompt.personInCharge",
    phone: "prompt.phone",
    "tariff.method": "choose.pricingMethod",
  });
  expect(keysOf({ ...filled, "tariff.price": "" })).toEqual({ "tariff.price": "prompt.price" });
  expect(keysOf({ ...filled, currency: "" })).toEqual({ currency: "choose.currency" });
  expect(keysOf(filled)).toEqual({});
  expect(keysOf({ ...filled, "tariff.method": "time" })).toEqual({
    "tariff.periods.0.price": "prompt.price",
  });
});

it("names what is empty and what is wrong together, and nothing that the contract takes", () => {
  const wrong = {
    ...filled,
    installedCapacityKwp: "0",
    email: "ada",
    phone: "12",
    latitude: "95",
    name: " ",
  };
  expect(keysOf({ ...wrong, investmentAmount: "1e9" })).toEqual({
    name: "prompt.name",
    installedCapacityKwp: "field.min",
    investmentAmount: "field.decimal",
    email: "field.email",
    phone: "field.phone",
    latitude: "field.latitude",
  });
  expect(keysOf({ ...filled, email: "ada@sun.example", investmentAmount: "120000.50" })).toEqual({});
});

it("asks for both coordinates or neither, a search text that is a place, and periods that have a length", () => {
  expect(findPlantConflicts({ ...filled, longitude: " " })).toEqual({ longitude: "form.wrong.together" });
  expect(findPlantConflicts({ ...filled, latitude: "" })).toEqual({ latitude: "form.wrong.together" });
  expect(findPlantConflicts({ ...filled, latitude: "", longitude: "" })).toEqual({});
  expect(findPlantConflicts({ ...filled, coordinates: "121.5, 31.2" })).toEqual({
    coordinates: "plantEditor.swapped",
  });
  expect(findPlantConflicts({ ...filled, coordinates: " " })).toEqual({});
  const periods = [
    { start: "08:00", end: "18:00" },
    { start: "22:00", end: "06:00" },
  ];
  const conflictsOf = (...more: object[]) =>
    findPlantConflicts({ ...filled, "tariff.periods": [...periods, ...more] });
  expect(conflictsOf()).toEqual({});
  expect(conflictsOf({ start: "07:00", end: "07:00" })).toMatchObject({
    "tariff.periods.2.end": "form.wrong.order",
  });
  expect(conflictsOf({ start: "24:00", end: "00:00" })).toMatchObject({
    "tariff.periods.2.end": "form.wrong.order",
  });
  const whole = { ...filled, "tariff.periods": [{ start: "00:00", end: "24:00" }] };
  expect(findPlantConflicts(whole)).toEqual({});
  expect(conflictsOf({ start: "18:00", end: "22:15" })).toEqual({
    "tariff.periods.2.start": "plantEditor.overlap",
  });
  expect(toNextPeriod(periods)).toEqual({ start: "18:00", end: "22:00", price: "" });
});

it("refuses no value that the contract takes, and the other way round", () => {
  const texts = {
    installedCapacityKwp: ["0", "-1", "x", "0.001", "10000000", "10000001"],
    "tariff.price": ["0", "0.31", "1.1234567", "-1", "-0.25", "--1", "1e3", "999999", "1000000", "-1000000"],
    phone: ["12345", "1234", "+49 30-1234", "+49  30", "abc"],
    latitude: ["-90", "90.1", "north"],
  };
  for (const [path, typed] of Object.entries(texts))
    for (const text of typed) {
      const values = { ...filled, [path]: text };
      const isTaken = stationInput.safeParse(toBody(addFields, values)).success;
      expect([path, text, Object.keys(keysOf(values)).length === 0]).toEqual([path, text, isTaken]);
    }
});

it("offers the times that the contract takes, midnight at both ends of a day [R5.6]", () => {
  expect([quarterHours[0], quarterHours[96], quarterHours.length]).toEqual(["00:00", "24:00", 97]);
  for (const start of quarterHours) {
    const tariff = { method: "time", periods: [{ start, end: start, price: "1" }] };
    expect(stationInput.safeParse({ ...toBody(addFields, filled), tariff }).success).toBe(true);
  }
});

const plant = {
  name: "Roof B",
  installedCapacityKwp: 12.5,
  gridConnectionDate: "2024-05-01",
  currency: "EUR",
  visibility: "concealed",
  address: "",
  latitude: 52.5,
  longitude: 13.4,
  tariff: { method: "fixed", price: "0.31" },
  investmentAmount: "15000.00",
  installer: "",
  email: "",
  personInCharge: "Ada",
  phone: "+49 30 123456",
} as unknown as StationDetail;
const editFields = describe(endpoints.station.update);
const original = toFirstValues(editFields, plant);
const changesOf = (typed: FormValues) =>
  findBodyChanges(toBody(editFields, original), toBody(editFields, { ...original, ...typed }));

it("sends nothing while nothing is changed", () => {
  expect(changesOf({})).toEqual({});
  // Another notation of the same number is no change.
  expect(changesOf({ installedCapacityKwp: " 12.50 " })).toEqual({});
});

it("sends only what is changed, and null for what is cleared [R3.8]", () => {
  const changes = changesOf({ name: "Roof C", investmentAmount: "", latitude: "", longitude: "" });
  expect(changes).toEqual({ name: "Roof C", investmentAmount: null, latitude: null, longitude: null });
  const body = { stationId: crypto.randomUUID(), revision: "17", ...changes };
  expect(endpoints.station.update.body?.safeParse(body)).toMatchObject({ success: true });
});

it("asks for a day with a changed price only, and sends the whole tariff", () => {
  expect(isTariffChanged({ ...original, "tariff.periods": [NEW_PERIOD] }, original)).toBe(false);
  expect(isTariffChanged({ ...original, "tariff.price": "0.4" }, original)).toBe(true);
  expect(isTariffChanged({ ...original, "tariff.method": "time" }, original)).toBe(true);
  expect(changesOf({ "tariff.price": "0.4", tariffFrom: "2026-12-01" })).toEqual({
    tariff: { method: "fixed", price: "0.4" },
    tariffFrom: "2026-12-01",
  });
});

it("names the fields that both have changed, with the current value", () => {
  const now = { ...original, name: "Theirs", phone: "+49 30 7" };
  const typed = { name: "Mine", installer: "Sun" };
  expect(findOverruled(editFields, { values: { ...now, ...typed }, before: original }, now)).toEqual([
    { path: "name", theirs: "Theirs" },
  ]);
  expect(findOverruled(editFields, { values: { ...now, name: "Theirs" }, before: original }, now)).toEqual(
    [],
  );
});
