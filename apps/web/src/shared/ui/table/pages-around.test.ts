import { expect, it } from "vitest";
import { pagesAround } from "./pages-around.ts";

it("shows every page of a few, and the first, last and adjacent pages of many", () => {
  expect(pagesAround(1, 1)).toEqual([1]);
  expect(pagesAround(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(pagesAround(1, 50)).toEqual([1, 2, 3, 4, 5, undefined, 50]);
  expect(pagesAround(5, 50)).toEqual([1, undefined, 4, 5, 6, undefined, 50]);
  expect(pagesAround(46, 50)).toEqual([1, undefined, 45, 46, 47, undefined, 50]);
  expect(pagesAround(47, 50)).toEqual([1, undefined, 46, 47, 48, 49, 50]);
  expect(pagesAround(50, 50)).toEqual([1, undefined, 46, 47, 48, 49, 50]);
});
