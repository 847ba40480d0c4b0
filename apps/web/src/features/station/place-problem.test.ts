import { expect, it } from "vitest";
import { findPlaceProblem } from "./place-problem.ts";

/** The sun is highest at 15:06 UTC, as in São Paulo. */
const sun = {
  sunriseAt: "2026-06-20T09:48:00.000Z",
  sunsetAt: "2026-06-20T20:24:00.000Z",
  nextSunriseAt: "2026-06-21T09:48:00.000Z",
};
const place = { latitude: -23.55, longitude: -46.63, sun };
const find = (timeZone: string, change: object = {}) => findPlaceProblem({ ...place, timeZone, ...change });

it("finds a time zone in which the sun is highest in the evening or at night", () => {
  expect(find("Asia/Shanghai")).toEqual({ noonAt: Date.parse("2026-06-20T15:06:00Z") });
  expect(find("Pacific/Auckland")).toEqual({ noonAt: Date.parse("2026-06-20T15:06:00Z") });
});

it("accepts zones whose clocks roughly follow the sun", () => {
  expect(find("America/Sao_Paulo")).toBeUndefined();
  expect(find("UTC")).toBeUndefined();
  expect(find("America/Los_Angeles", { sun: null })).toBeUndefined();
});

it("finds missing coordinates", () => {
  expect(find("UTC", { latitude: null, longitude: null, sun: null })).toBe("missing");
});
