import { expect, test } from "vitest";
import { rankPlants, sortPlants } from "./ranked-plants.ts";

const makeRow = (name: string, value: number | null, change: object = {}) => ({
  stationId: name,
  name,
  installedCapacityKwp: 5,
  energyWh: value === null ? null : value * 5_000,
  specificYieldKwhPerKwp: value,
  dayCount: 30,
  isEnergyHidden: false,
  ...{
    energiesWh: [],
    expected: null,
    earnings: null,
    status: "normal" as const,
    isAsleep: false,
    powerW: null,
  },
  ...change,
});

const rows = [
  makeRow("Roof 10", 6),
  makeRow("Roof 9", 4, { dayCount: 20 }),
  makeRow("Barn", 2, { installedCapacityKwp: 50 }),
  makeRow("Hidden", null, { dayCount: 0, isEnergyHidden: true }),
];
const sorted = (sort: string, order: "asc" | "desc") =>
  sortPlants(rankPlants(rows).plants, sort, order).map(({ name }) => name);

test("ranks plants with a yield and compares each with the median", () => {
  const { plants, median } = rankPlants(rows);
  expect(median).toBe(4);
  expect(plants.map(({ rank }) => rank)).toEqual([1, 2, 3, null]);
  expect(plants.map(({ difference }) => difference)).toEqual([0.5, 0, -0.5, null]);
});

test("a single yield has no median", () => {
  const { plants, median } = rankPlants([makeRow("Roof", 6), makeRow("New", null)]);
  expect(median).toBeUndefined();
  expect(plants.map(({ difference }) => difference)).toEqual([null, null]);
});

test("sorts by each column; plants without its value are last in both orders", () => {
  expect(sorted("specificYieldKwhPerKwp", "desc")).toEqual(["Roof 10", "Roof 9", "Barn", "Hidden"]);
  expect(sorted("difference", "asc")).toEqual(["Barn", "Roof 9", "Roof 10", "Hidden"]);
  expect(sorted("name", "asc")).toEqual(["Barn", "Hidden", "Roof 9", "Roof 10"]);
  expect(sorted("name", "desc")).toEqual(["Roof 10", "Roof 9", "Hidden", "Barn"]);
  expect(sorted("installedCapacityKwp", "desc")).toEqual(["Barn", "Hidden", "Roof 9", "Roof 10"]);
  expect(sorted("dayCount", "asc")).toEqual(["Roof 9", "Barn", "Roof 10", "Hidden"]);
  expect(sorted("dayCount", "desc")).toEqual(["Barn", "Roof 10", "Roof 9", "Hidden"]);
});
