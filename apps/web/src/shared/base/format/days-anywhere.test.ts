import { expect, it } from "vitest";
import { findCompleteDay, findLatestDay } from "./days-anywhere.ts";

it("finds the day that has begun somewhere, and the one that is over everywhere", () => {
  const at = (text: string) => [findLatestDay(Date.parse(text)), findCompleteDay(Date.parse(text))];
  expect(at("2026-03-10T09:59:59Z")).toEqual(["2026-03-10", "2026-03-08"]);
  expect(at("2026-03-10T10:00:00Z")).toEqual(["2026-03-11", "2026-03-08"]);
  expect(at("2026-03-10T12:00:00Z")).toEqual(["2026-03-11", "2026-03-09"]);
});
