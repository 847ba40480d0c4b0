import { expect, it } from "vitest";
import { takeFirstShares } from "./first-shares.ts";

// Plants by key: a share, and whether irradiance was measured.
const all = {
  plantKeys: [1, 2, 3, 4, 5, 6],
  shares: [0.9, 0.2, 0.7, 0.2, 0.7, 0.1],
  isIrradiance: [1, 0, 1, 0, 1, 0],
};
const keysOf = (count: number, order: "asc" | "desc") => takeFirstShares(all, { count, order }).plantKeys;

it("takes the first shares of an order, those with measured irradiance before the others, with all equal to the last", () => {
  expect(keysOf(1, "asc")).toEqual([3, 5]);
  expect(keysOf(1, "desc")).toEqual([1]);
  expect(keysOf(3, "asc")).toEqual([1, 3, 5]);
  expect(keysOf(4, "asc")).toEqual([1, 3, 5, 6]);
  expect(keysOf(4, "desc")).toEqual([1, 2, 3, 4, 5]);
  expect(takeFirstShares(all, { count: 9, order: "asc" })).toEqual(all);
  expect(takeFirstShares(all, { count: 1, order: "desc" })).toEqual({
    plantKeys: [1],
    shares: [0.9],
    isIrradiance: [1],
  });
});
