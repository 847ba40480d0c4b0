import { expect, it } from "vitest";
import type { Comparison } from "./deviations.ts";
import { deviationOf, usualVariances } from "./deviations.ts";

const LENGTH = 4;
const none = new Float32Array(LENGTH);
const flat = { loss: none, sum: none };

/** A unit that deviates by so much at each quarter hour. */
const deviating = (loss: readonly number[], variance = 0): Comparison => ({
  profile: { loss: Float32Array.from(loss), sum: none },
  ...{ expected: flat, variance },
});

// Shadows that pass unevenly at the first two, and none at the last two.
const plane = Array.from({ length: 10 }, (_, unit) =>
  deviating([unit % 2 === 0 ? 0.2 : -0.2, unit % 3 === 0 ? 0.3 : -0.1, 0, 0]),
);
const usual = usualVariances(plane, LENGTH);

it("counts a deviation where all fit closely, and hardly one that is usual at its time", () => {
  const unusual = deviationOf(deviating([0, 0, 0.05, 0]), usual);
  expect(unusual).toBeGreaterThan(5 * deviationOf(deviating([0.05, 0, 0, 0]), usual));
  expect(deviationOf(deviating([0, 0, 0, 0]), usual)).toBe(0);
});

it("counts several deviations more than a single large one", () => {
  const several = deviationOf(deviating([0, 0, 0.05, 0.05]), usual);
  expect(several).toBeGreaterThan(deviationOf(deviating([0, 0, 0.15, 0]), usual));
});

it("counts a deviation less where the estimate is uncertain", () => {
  const loss = [0, 0, 0.02, 0.02];
  expect(deviationOf(deviating(loss, 3), usual)).toBeLessThan(deviationOf(deviating(loss), usual));
});
