import { expect, it } from "vitest";
import { findMedian } from "./median.ts";

it("is the middle value, or the mean of the two in the middle", () => {
  expect(findMedian([])).toBeUndefined();
  expect(findMedian([4])).toBe(4);
  expect(findMedian([9, 1, 4])).toBe(4);
  expect(findMedian([9, 1, 4, 6])).toBe(5);
});
