import { expect, it } from "vitest";
import { isFlipped, toReadable } from "./draw-label.ts";

it("turns text with its group, and never upside down", () => {
  expect([0, 30, 90, 100, 180, 200, 270, -10, 350, 720].map(toReadable)).toEqual([
    0, 30, 90, -80, 0, 20, 90, -10, -10, 0,
  ]);
});

it("knows when the upper edge of a group is the lower one on screen", () => {
  expect([0, 90, 100, 180, 260, 270, 300, -10].map(isFlipped)).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});
