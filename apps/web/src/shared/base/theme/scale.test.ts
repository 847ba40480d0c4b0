import { expect, it } from "vitest";
import { rootFontPx } from "./scale.ts";

const main = { layout: "main", minimumWidth: 1520 } as const;
const narrow = { layout: "narrow", minimumWidth: 1520 } as const;

it("makes the root font the page width divided by 192 [R9.3]", () => {
  expect(rootFontPx(1920, main)).toBe(10);
  expect(rootFontPx(3840, narrow)).toBe(20);
});

it("never lays a main page out for less than 1520 px [R9.3, R1.16]", () => {
  expect(rootFontPx(1024, main)).toBeCloseTo(1520 / 192, 9);
});

it("keeps a fixed root of 10 px on sign-in and error pages below 1520 px [R1.16]", () => {
  expect(rootFontPx(360, narrow)).toBe(10);
  expect(rootFontPx(1519, narrow)).toBe(10);
  expect(rootFontPx(1520, narrow)).toBeCloseTo(1520 / 192, 9);
});

it("takes the least width from the configuration [R9.3]", () => {
  expect(rootFontPx(1520, { ...main, minimumWidth: 1920 })).toBe(10);
  expect(rootFontPx(1366, { ...main, minimumWidth: 1280 })).toBeCloseTo(1366 / 192, 9);
  expect(rootFontPx(1300, { ...narrow, minimumWidth: 1280 })).toBeCloseTo(1300 / 192, 9);
});
