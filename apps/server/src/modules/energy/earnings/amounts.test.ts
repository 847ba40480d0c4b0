import { expect, test } from "vitest";
import { sumAmounts } from "./amounts.service.ts";

test("sums amounts exactly, negative ones too", () => {
  expect(sumAmounts(["0.1", "0.2", "10"])).toBe("10.3");
  expect(sumAmounts(["-0.05", "0.02"])).toBe("-0.03");
  expect(sumAmounts(["1234567890123456.0000000000000000001", "1"])).toBe(
    "1234567890123457.0000000000000000001",
  );
  expect(sumAmounts(["3", "4"])).toBe("7");
});

test("leaves out what is missing, and nothing is not zero", () => {
  expect(sumAmounts([null, "1"])).toBe("1");
  expect(sumAmounts([null])).toBeNull();
  expect(sumAmounts([])).toBeNull();
});
