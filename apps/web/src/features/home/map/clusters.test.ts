import { expect, test } from "vitest";
import {
  fitView,
  MAX_FIT_WORLD_PX,
  MAX_WORLD_PX,
  project,
  toPixel,
} from "../../../shared/ui/map/projection.ts";
import type { MapPlant, MarkMeasure } from "./clusters.ts";
import { clusterPlants, sortByUrgency } from "./clusters.ts";

const size = { width: 500, height: 240 };
const place = (name: string, latitude: number, longitude: number): MapPlant => ({
  stationId: name,
  name,
  status: name === "Broken" ? "fault" : "normal",
  ...project(latitude, longitude),
});

/** A mark of several is 8 px wide for each digit beside its status. */
const marks: MarkMeasure = {
  height: 26,
  widthOf: (count, affected) => (count === 1 ? 26 : 30 + 8 * `${count}${affected}`.length),
};

const shenzhen = place("Shenzhen", 22.5, 114.1);
const broken = place("Broken", 22.6, 114.0);
const valencia = place("Valencia", 39.5, -0.4);

test("joins plants whose marks would overlap, under the most urgent status, and separates them when zoomed in", () => {
  const all = [shenzhen, broken, valencia];
  const clusters = clusterPlants(all, fitView(all, size, MAX_FIT_WORLD_PX), size, marks);
  expect(clusters.map(({ plants, status }) => [plants.length, status])).toEqual([
    [2, "fault"],
    [1, "normal"],
  ]);
  expect(clusters[0]?.affected).toBe(1);
  const near = fitView([shenzhen, broken], size, MAX_WORLD_PX);
  expect(clusterPlants(all, near, size, marks).map(({ plants }) => plants.length)).toEqual([1, 1]);
});

test("lists the most urgent plants first, those of the same status by name", () => {
  const plants = ["Roof 10", "Roof 9", "Broken", "Attic"].map((name) => place(name, 10, 20));
  expect(sortByUrgency(plants, "en").map(({ name }) => name)).toEqual([
    "Broken",
    "Attic",
    "Roof 9",
    "Roof 10",
  ]);
});

test("fits all plants into the map, on both sides of the equator and with only one", () => {
  const plants = [place("South", -33.9, 18.4), place("North", 60, 25), valencia];
  const view = fitView(plants, size, MAX_FIT_WORLD_PX);
  for (const plant of plants) {
    const { x, y } = toPixel(plant, view, size);
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(size.width);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(size.height);
  }
  expect(toPixel(valencia, fitView([valencia], size, MAX_FIT_WORLD_PX), size)).toEqual({ x: 250, y: 120 });
});

test("every plant in view is in exactly one cluster", () => {
  const plants = Array.from({ length: 2000 }, (_, index) =>
    place(`P${index}`, (index % 40) + 10, (index % 97) - 40),
  );
  const clusters = clusterPlants(plants, fitView(plants, size, MAX_FIT_WORLD_PX), size, marks);
  expect(clusters.flatMap((cluster) => cluster.plants)).toHaveLength(2000);
  expect(clusters.length).toBeLessThan(100);
});

test("joins marks until no label overlaps another or leaves the map", () => {
  const view = { x: 0.5, y: 0.5, worldPx: 500 };
  const many = (name: string, x: number, y: number) =>
    Array.from({ length: 800 }, (_, index) => ({
      stationId: `${name}${index}`,
      name,
      status: index === 0 ? ("fault" as const) : ("normal" as const),
      x: x / 500,
      y: y / 500,
    }));
  // Two labels of 62 px with 50 px between them; one at the edge; one below them that is free.
  const all = [...many("A", 200, 250), ...many("B", 250, 250), ...many("C", 2, 250), ...many("D", 200, 300)];
  const clusters = clusterPlants(all, view, size, marks);
  expect(clusters.map(({ at, plants, affected }) => [plants.length, affected, at])).toEqual([
    [1600, 2, { x: 225, y: 120 }],
    [800, 1, { x: 31, y: 120 }],
    [800, 1, { x: 200, y: 170 }],
  ]);
});
