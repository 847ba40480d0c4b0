import type { StationDetail } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, it } from "vitest";
import { findOverruled, toStationChange, toStationForm } from "./station-changes.ts";

const plant = {
  stationId: "6a2f41a3-c54c-4ce8-b4a5-5f9f0a1d1c11",
  revision: "17",
  name: "Roof B",
  installedCapacityKwp: 12.5,
  gridConnectionDate: "2024-05-01",
  timeZone: "Europe/Berlin",
  currency: "EUR",
  meteringLevel: "module",
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
const original = toStationForm(plant);

it("sends nothing but plant and revision while nothing is changed", () => {
  expect(toStationChange(original, original, plant)).toEqual({ stationId: plant.stationId, revision: "17" });
  // Another way to write the same number is no change.
  expect(toStationChange(original, { ...original, capacity: " 12,50 " }, plant)).not.toHaveProperty(
    "installedCapacityKwp",
  );
});

it("sends only what is changed, and null for what is taken away [R3.8]", () => {
  const change = toStationChange(
    original,
    { ...original, name: "Roof C", investment: "", latitude: "", longitude: "" },
    plant,
  );
  expect(change).toEqual({
    stationId: plant.stationId,
    revision: "17",
    name: "Roof C",
    investmentAmount: null,
    latitude: null,
    longitude: null,
  });
  expect(endpoints.station.update.body?.safeParse(change)).toMatchObject({ success: true });
});

it("sends a day with a changed price only", () => {
  const dated = { ...original, tariffFrom: "2026-12-01" };
  expect(toStationChange(original, dated, plant)).not.toHaveProperty("tariffFrom");
  expect(toStationChange(original, { ...dated, price: "0.4" }, plant)).toMatchObject({
    tariff: { method: "fixed", price: "0.4" },
    tariffFrom: "2026-12-01",
  });
});

it("names the fields that both have changed, with the other's value", () => {
  const now = { ...original, name: "Theirs", phone: "+49 30 7" };
  expect(findOverruled(original, now, { name: "Mine", installer: "Sun" })).toEqual([
    { name: "name", theirs: "Theirs" },
  ]);
  expect(findOverruled(original, now, { name: "Theirs" })).toEqual([]);
});
