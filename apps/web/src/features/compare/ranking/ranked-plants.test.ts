import { expect, test } from "vitest";
import { toComparedPlants } from "../compared-plants.ts";
import { assignStyles, listPlantLines } from "../plant-lines.ts";
import { rankPlants, sortPlants } from "./ranked-plants.ts";

const makeRow = (name: string, value: number | null, change: object = {}) => ({
  stationId: name,
  name,
  installedCapacityKwp: 5,
  energyWh: value === null ? null : value * 5_000,
  specificYieldKwhPerKwp: value,
  dayCount: 30,
  isEnergyHidden: false,
  isEarningsHidden: false,
  isRunning: false,
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
const earn = (amount: string, currency: string) => ({
  earnings: { amount, amounts: [], currency, isEstimated: false },
});

const rows = toComparedPlants([
  makeRow("Roof 9", 4, { dayCount: 20, powerW: 500, ...earn("10", "EUR") }),
  makeRow("Roof 10", 6, { ...earn("90", "CNY") }),
  makeRow("Hidden", null, { dayCount: 0, isEnergyHidden: true, powerW: 4_000 }),
  makeRow("Barn", 2, { installedCapacityKwp: 50, powerW: 10_000, ...earn("50", "EUR") }),
]);
const rank = (measure: Parameters<typeof rankPlants>[1]) => {
  const { plants, median } = rankPlants(rows, measure);
  return { median, ranks: plants.map(({ name, rank: each }) => `${each} ${name}`) };
};
const sorted = (sort: string, order: "asc" | "desc") =>
  sortPlants(rankPlants(rows, "specificYieldKwhPerKwp").plants, { sort, order }).map(({ name }) => name);

test("ranks plants by the measure, those without it last, and compares each with the median", () => {
  expect(rank("specificYieldKwhPerKwp")).toEqual({
    median: 4,
    ranks: ["1 Roof 10", "2 Roof 9", "3 Barn", "null Hidden"],
  });
  const { plants } = rankPlants(rows, "specificYieldKwhPerKwp");
  expect(plants.map(({ difference }) => difference)).toEqual([0.5, 0, -0.5, null]);
  expect(rank("powerPerKwp")).toEqual({
    median: 200,
    ranks: ["1 Hidden", "2 Barn", "3 Roof 9", "null Roof 10"],
  });
});

test("a sleeping plant has no power, whether it reports zeros or nothing", () => {
  const powers = [0, null, 5].map((powerW) => makeRow("Roof", 1, { isAsleep: true, powerW }));
  expect(toComparedPlants(powers).map(({ powerPerKwp }) => powerPerKwp)).toEqual([null, null, 1]);
});

test("ranks earnings of the most frequent currency only", () => {
  expect(rank("earningsPerKwp").ranks).toEqual(["1 Roof 9", "2 Barn", "null Hidden", "null Roof 10"]);
});

test("figures of a day that is not over are not ranked, except the power now, nor part of the median", () => {
  const [first, ...others] = rows;
  const running = [{ ...first!, isRunning: true }, ...others];
  const { plants, median } = rankPlants(running, "specificYieldKwhPerKwp");
  expect(median).toBe(4);
  expect(plants.map(({ name, rank: each, difference }) => [name, each, difference])).toEqual([
    ["Roof 10", 1, 0.5],
    ["Roof 9", null, null],
    ["Barn", 2, -0.5],
    ["Hidden", null, null],
  ]);
  expect(rankPlants(running, "powerPerKwp").median).toBe(200);
});

test("a single value has no median", () => {
  const few = toComparedPlants([makeRow("Roof", 6), makeRow("New", null)]);
  const { plants, median } = rankPlants(few, "specificYieldKwhPerKwp");
  expect(median).toBeUndefined();
  expect(plants.map(({ difference }) => difference)).toEqual([null, null]);
});

test("sorts by each column; plants without its value are last in both orders", () => {
  expect(sorted("specificYieldKwhPerKwp", "desc")).toEqual(["Roof 10", "Roof 9", "Barn", "Hidden"]);
  expect(sorted("difference", "asc")).toEqual(["Barn", "Roof 9", "Roof 10", "Hidden"]);
  expect(sorted("powerPerKwp", "asc")).toEqual(["Roof 9", "Barn", "Hidden", "Roof 10"]);
  expect(sorted("name", "asc")).toEqual(["Barn", "Hidden", "Roof 9", "Roof 10"]);
  expect(sorted("name", "desc")).toEqual(["Roof 10", "Roof 9", "Hidden", "Barn"]);
  expect(sorted("installedCapacityKwp", "desc")).toEqual(["Barn", "Hidden", "Roof 9", "Roof 10"]);
  expect(sorted("dayCount", "asc")).toEqual(["Roof 9", "Barn", "Roof 10", "Hidden"]);
  expect(sorted("dayCount", "desc")).toEqual(["Barn", "Roof 10", "Roof 9", "Hidden"]);
});

test("a few plants keep their line when the ranking changes; of many, the first ten are drawn", () => {
  const ids = rows.map(({ stationId }) => stationId);
  const hasEnergy = ({ energyWh }: { readonly energyWh: number | null }) => energyWh !== null;
  const linesBy = (measure: Parameters<typeof rankPlants>[1]) =>
    Object.fromEntries(
      listPlantLines(rankPlants(rows, measure).plants, assignStyles(new Map(), ids), hasEnergy).map(
        ({ plant, styleIndex }) => [plant.name, styleIndex],
      ),
    );
  expect(linesBy("specificYieldKwhPerKwp")).toEqual({ "Roof 9": 0, "Roof 10": 1, Barn: 3 });
  expect(linesBy("powerPerKwp")).toEqual(linesBy("specificYieldKwhPerKwp"));

  const many = toComparedPlants(Array.from({ length: 12 }, (_, index) => makeRow(`P${index}`, index)));
  const { plants } = rankPlants(many, "specificYieldKwhPerKwp");
  const styles = assignStyles(
    new Map(),
    many.map(({ stationId }) => stationId),
  );
  const lines = listPlantLines(plants, styles, hasEnergy);
  expect(lines.map(({ plant, styleIndex }) => [plant.name, styleIndex])).toEqual(
    Array.from({ length: 10 }, (_, index) => [`P${11 - index}`, index]),
  );
});

test("a plant keeps its line when others are removed, and a new one has the first that is free", () => {
  const three = assignStyles(new Map(), ["a", "b", "c"]);
  expect([...assignStyles(three, ["b", "c"])]).toEqual([
    ["b", 1],
    ["c", 2],
  ]);
  expect([...assignStyles(three, ["c", "d", "e"])]).toEqual([
    ["c", 2],
    ["d", 0],
    ["e", 1],
  ]);
});
