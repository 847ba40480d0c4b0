import { expect, it } from "vitest";
import { previewTariff, readTariff } from "./tariff-preview.ts";

const version = (validFrom: string, price: string) => ({
  validFrom,
  tariff: { method: "fixed", price } as const,
  isInForce: false,
});
const versions = [version("2026-08-01", "0.3"), version("2024-05-01", "0.25")];
const typed = { method: "fixed", price: "-0.1" } as const;

it("compares a new version with the one in force on its day, until the next version", () => {
  expect(previewTariff(typed, "2026-06-22", versions)).toEqual({
    from: "2026-06-22",
    until: "2026-08-01",
    isReplacing: false,
    changes: [{ from: 0, to: 96, before: 0.25, after: -0.1 }],
  });
  expect(previewTariff(typed, "2026-08-01", versions)).toMatchObject({ until: undefined, isReplacing: true });
  expect(previewTariff({ method: "fixed", price: "0.30" }, "2026-09-01", versions)).toMatchObject({
    changes: [],
  });
  expect(previewTariff(typed, "2026-08-01", [])).toBeUndefined();
});

it("reads a tariff only when all of it is valid", () => {
  expect(readTariff({ "tariff.method": "fixed", "tariff.price": "-0.1" })).toEqual(typed);
  expect(readTariff({ "tariff.method": "fixed", "tariff.price": "" })).toBeUndefined();
  const period = { start: "22:00", end: "06:00", price: "0" };
  const byTime = (...periods: object[]) => readTariff({ "tariff.method": "time", "tariff.periods": periods });
  expect(byTime(period)).toEqual({ method: "time", periods: [period] });
  expect(byTime(period, { ...period, price: "" })).toBeUndefined();
  expect(byTime(period, { start: "05:45", end: "07:00", price: "1" })).toBeUndefined();
  expect(byTime()).toBeUndefined();
});
