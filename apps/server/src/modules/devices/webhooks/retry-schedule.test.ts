import { expect, test } from "vitest";
import { findRetryDelay, MAX_ATTEMPTS } from "./retry-schedule.ts";

const listDelays = (random: number) =>
  Array.from({ length: MAX_ATTEMPTS }, (_, nth) => findRetryDelay(nth + 1, () => random));

test("waits longer after each attempt, spread by a fifth to both sides, and ends", () => {
  const S = 1_000;
  const plain = [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200].map((delay) => delay * S);
  expect(listDelays(0.5)).toEqual([...plain, undefined]);
  expect(listDelays(0)).toEqual([...plain.map((delay) => delay * 0.8), undefined]);
  expect(listDelays(1)).toEqual([...plain.map((delay) => delay * 1.2), undefined]);
});
