import { expect, test } from "vitest";
import { amountOf, parseFactor, parsePrice } from "./money.ts";
import { payBack } from "./payback.ts";

const earned = (euro: string) => amountOf(1_000, parsePrice(euro), parseFactor("1"));
const halfYear = { firstDay: "2026-01-01", today: "2026-07-02" };

test("divides the investment by the earnings of an average year", () => {
  expect(payBack({ investment: "8000" }, { ...halfYear, amount: earned("500") })).toEqual({
    years: expect.closeTo((8000 / (500 * 365.25)) * 183, 6),
    investment: "8000",
    yearlyAmount: expect.stringMatching(/^997\.95/),
    days: 183,
  });
});

test("says nothing without an investment, without earnings and before 30 days", () => {
  expect(payBack({ investment: null }, { ...halfYear, amount: earned("500") })).toBeNull();
  expect(payBack({ investment: "0" }, { ...halfYear, amount: earned("500") })).toBeNull();
  expect(payBack({ investment: "8000" }, { ...halfYear, amount: earned("-5") })).toBeNull();
  expect(payBack({ investment: "8000" }, { ...halfYear, firstDay: null, amount: 0n })).toBeNull();
  const early = { firstDay: "2026-06-04", today: "2026-07-02", amount: earned("500") };
  expect(payBack({ investment: "8000" }, early)).toBeNull();
});
