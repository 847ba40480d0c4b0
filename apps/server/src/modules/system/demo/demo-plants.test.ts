import { findFaultName } from "@heliograph/contract/fault-codes";
import { describe, expect, it } from "vitest";
import type { DemoArray, DemoPlant } from "./demo-plants.ts";
import { demoPlants } from "./demo-plants.ts";

/** Shade as in `faults`: rows and columns from 1, hours of the solar day. */
interface Shade {
  readonly array: string;
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
  readonly hours: readonly [number, number];
}
const shadesOf = ({ faults }: DemoPlant) =>
  faults.filter(({ kind }) => kind === "shade") as unknown as readonly Shade[];

/** Solar hours of a day in which every plant has light, in all seasons. */
const hours = Array.from({ length: 19 }, (_, index) => 7.5 + index / 2);

/** What is a place on the roof: a module with a device, or a string. */
function placeOf({ name, moduleDevice, rows, columns, strings }: DemoArray, index: number): string {
  if (moduleDevice === "OPT") return `${name}/${index}`;
  return `${name}/S${Math.floor(index / ((rows * columns) / strings))}`;
}

/** Places of the shaded modules of a plant at an hour, once for each module. */
function listShaded(plant: DemoPlant, hour: number): string[] {
  const shades = shadesOf(plant).filter(({ hours: [from, to] }) => hour >= from && hour < to);
  return plant.arrays.flatMap((array) =>
    Array.from({ length: array.rows * array.columns }, (_, index) => index).flatMap((index) => {
      const [row, column] = [Math.floor(index / array.columns) + 1, (index % array.columns) + 1];
      const isShaded = shades.some(
        (shade) =>
          shade.array === array.name &&
          row >= shade.rows[0] &&
          row <= shade.rows[1] &&
          column >= shade.columns[0] &&
          column <= shade.columns[1],
      );
      return isShaded ? [placeOf(array, index)] : [];
    }),
  );
}

it("raises only events that the catalogue of fault codes describes", () => {
  const codes = demoPlants.flatMap(({ faults }) =>
    faults.flatMap((fault) => ("code" in fault ? [String(fault.code)] : [])),
  );
  expect(codes.map(findFaultName)).toEqual(["arcDetection"]);
});

describe.each(demoPlants)("shade of $name", (plant) => {
  it("changes its share of the modules over a clear day, and moves from place to place", () => {
    const shaded = hours.map((hour) => listShaded(plant, hour));
    expect(new Set(shaded.map(({ length }) => length)).size).toBeGreaterThanOrEqual(3);
    const moduleCount = plant.arrays.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
    for (const { length } of shaded) expect(length / moduleCount).toBeLessThan(0.7);
    const places = shaded.map((each) => [...new Set(each)].toSorted().join());
    expect(new Set(places.filter((each) => each !== "")).size).toBeGreaterThanOrEqual(3);
    // It leaves where it was: no place is shaded whenever any is.
    const shadedHours = shaded.filter(({ length }) => length > 0);
    expect(shadedHours[0]!.filter((place) => shadedHours.every((each) => each.includes(place)))).toEqual([]);
  });

  it("is within its array", () => {
    for (const { array: name, rows, columns, hours: during } of shadesOf(plant)) {
      const array = plant.arrays.find((each) => each.name === name)!;
      for (const [[from, to], max] of [
        [rows, array.rows],
        [columns, array.columns],
        [during, 24],
      ] as const) {
        expect(from).toBeLessThanOrEqual(to);
        expect(to).toBeLessThanOrEqual(max);
      }
    }
  });
});
