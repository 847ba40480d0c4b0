import { expect, test } from "vitest";
import { amountOf, formatAmount, parseFactor, parsePrice, scaleAmount } from "./money.ts";

const whole = parseFactor("1");

test("adds up prices without the rounding of binary fractions", () => {
  const tenth = amountOf(1_000, parsePrice("0.1"), whole);
  expect(formatAmount(tenth + tenth + tenth)).toBe("0.3");
  expect(formatAmount(amountOf(1, parsePrice("0.000001"), parseFactor("0.9601")))).toBe("0.0000000009601");
});

test("keeps the sign of a negative price and knows zero", () => {
  expect(formatAmount(amountOf(2_500, parsePrice("-0.04"), whole))).toBe("-0.1");
  expect(formatAmount(amountOf(2_500, parsePrice("0"), whole))).toBe("0");
  expect(formatAmount(-1n)).toBe("-0.0000000000000000001");
});

test("values the energy of a large plant over years to the cent", () => {
  // 20 TWh at 0.123456: beyond the integers that binary numbers hold in micro-units.
  expect(formatAmount(amountOf(2e13, parsePrice("0.123456"), whole))).toBe("2469120000");
  expect(formatAmount(scaleAmount(amountOf(1_000, parsePrice("10"), whole), 0.5))).toBe("5");
});
