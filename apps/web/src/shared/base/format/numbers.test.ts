import { expect, it } from "vitest";
import {
  formatDifference,
  formatNumber,
  formatScaled,
  formatShare,
  formatTick,
  roundShare,
} from "./numbers.ts";

it("abbreviates power and energy to three digits and tells the exact value", () => {
  expect(formatScaled(4_820_000, "W", "en-GB")).toEqual({ text: "4.82", unit: "MW", exact: "4,820,000 W" });
  expect(formatScaled(21_640_000, "Wh", "en-GB")).toEqual({
    text: "21.6",
    unit: "MWh",
    exact: "21,640,000 Wh",
  });
  expect(formatScaled(412_000_000, "Wh", "en-GB").text).toBe("412");
  expect(formatScaled(0, "W", "en-GB")).toEqual({ text: "0", unit: "W", exact: "0 W" });
});

it("moves to the next unit where rounding would show a thousand", () => {
  expect(formatScaled(999_600, "W", "en-GB")).toMatchObject({ text: "1.00", unit: "MW" });
  expect(formatScaled(999_400, "W", "en-GB")).toMatchObject({ text: "999", unit: "kW" });
});

it("writes numbers as the language does [R1.13]", () => {
  expect(formatNumber(1234.5, "pt-BR", 1)).toBe("1.234,5");
  expect(formatNumber(1234.5, "zh-CN", 1)).toBe("1,234.5");
  expect(formatShare(0.987, "pt-BR")).toBe("98,7%");
  expect(formatShare(0.9994, "en")).toBe("99.9%");
  expect(formatShare(0.9996, "en")).toBe("100%");
  expect(formatShare(0.987, "th-TH-u-ca-gregory-nu-latn")).toBe("98.7%");
});

it("writes axis values with the digits they have", () => {
  expect([0, 500, 5_000, 2_500_000].map((value) => formatTick(value, "W", "en-GB", value))).toEqual([
    "0",
    "500 W",
    "5 kW",
    "2.5 MW",
  ]);
});

it("writes a difference with its sign, in a column with the same decimals in each row", () => {
  const differences = [0.125, 0, -0.2];
  expect(differences.map((share) => formatDifference(share, "en-GB"))).toEqual(["+12.5%", "0%", "-20%"]);
  expect(differences.map((share) => formatDifference(share, "en-GB", 1))).toEqual([
    "+12.5%",
    "0.0%",
    "-20.0%",
  ]);
});

it("keeps one unit on one axis", () => {
  const ticks = [250_000, 1_000_000].map((value) => formatTick(value, "Wh", "en-GB", 950_000));
  expect(ticks).toEqual(["250 kWh", "1,000 kWh"]);
});

it("writes a small negative value without a negative nought", () => {
  expect([-0.04, -0, -0.06].map((value) => formatNumber(value, "en-GB", 1))).toEqual(["0.0", "0.0", "-0.1"]);
});

it("counts a share that would read as 0.0 % as none", () => {
  const shares = [roundShare(4, 10_000), roundShare(5, 10_000), roundShare(0, 0)];
  expect(shares).toEqual([0, 0.0005, 0]);
});
