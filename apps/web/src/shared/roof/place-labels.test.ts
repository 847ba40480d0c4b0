import { expect, it } from "vitest";
import { createGeometry } from "./geometry.ts";
import type { Box } from "./label-boxes.ts";
import { overlap } from "./label-boxes.ts";
import { placeLabels } from "./place-labels.ts";

const groupAt = (name: string, xM: number, yM: number, rotationDeg = 0) => ({
  ...{ name, rows: 4, columns: 6, tiltDeg: 0, azimuthDeg: 0, rotationDeg, xM, yM },
  ...{ moduleWidthM: 1, moduleHeightM: 2 },
});
const cells = { group: [], row: [], column: [], unit: [] };
const place = (groups: ReturnType<typeof groupAt>[], texts: string[][], scale: number) =>
  placeLabels(createGeometry({ groups, cells }).groups, texts, scale).map(
    ({ text, side }) => `${text} ${side}`,
  );

it("writes the name and figure of a group above it", () => {
  expect(place([groupAt("A", 0, 0), groupAt("B", 20, 0)], [["A · 1 kW", "A"], ["B"]], 10)).toEqual([
    "A · 1 kW above",
    "B above",
  ]);
});

it("writes a name below its group where the one above it is too close", () => {
  expect(place([groupAt("A", 0, 0), groupAt("B", 0, 8.5)], [["A"], ["B"]], 10)).toEqual([
    "A above",
    "B below",
  ]);
});

it("writes names across a group in the middle of others, and none that would overlap another name", () => {
  const stacked = [0, 8.5, 17].map((yM, index) => groupAt(`G${index}`, 0, yM));
  const names = stacked.map(({ name }) => [name]);
  expect(place(stacked, names, 10)).toEqual(["G0 above", "G1 middle", "G2 below"]);
  const same = [0, 0.1, 0.2, 0.3].map((xM, index) => groupAt(`H${index}`, xM, 0));
  expect(place(same, [["H0"], ["H1"], ["H2"], ["H3"]], 10)).toEqual(["H0 above", "H1 below", "H2 middle"]);
});

it("shortens the names in a row that would run into each other", () => {
  const row = [groupAt("A", 0, 0), groupAt("B", 7, 0)];
  const texts = ["A", "B"].map((name) => [`${name} · 123.4 kW`, name]);
  expect(place(row, texts, 12)).toEqual(["A · 123.4 kW above", "B · 123.4 kW below"]);
  const few = [...row, groupAt("C", 0, 8.2), groupAt("D", 7, 8.2)];
  expect(place(few, [...texts, ["C · 123.4 kW", "C"], ["D · 123.4 kW", "D"]], 12)).toEqual([
    "A · 123.4 kW above",
    "B above",
    "C · 123.4 kW below",
    "D below",
  ]);
});

it("finds where turned rectangles overlap", () => {
  const box = (x: number, y: number, deg: number): Box => {
    const angle = (deg * Math.PI) / 180;
    return { x, y, halfWidth: 10, halfHeight: 1, cos: Math.cos(angle), sin: Math.sin(angle) };
  };
  expect(overlap(box(0, 0, 0), box(0, 3, 0))).toBe(false);
  expect(overlap(box(0, 0, 0), box(0, 3, 45))).toBe(true);
  expect(overlap(box(0, 0, 30), box(0, 3, 30))).toBe(false);
});
