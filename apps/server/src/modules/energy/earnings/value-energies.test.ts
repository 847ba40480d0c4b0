import { expect, test } from "vitest";
import { formatAmount, parseFactor, parsePrice } from "./money.ts";
import type { SlotEnergy, Valuation } from "./value-energies.ts";
import { valueEnergies } from "./value-energies.ts";

const slot = (tariffIndex: number, quarter: number, energyWh: number, setIndex = 0): SlotEnergy => ({
  plantKey: 1,
  period: "2026-06",
  tariffIndex,
  setIndex,
  quarter,
  isCorrected: 0,
  energyWh,
});

/** A price for the first two quarter hours; the rest of the day has none. */
const short = (one: string, two: string) => [parsePrice(one), parsePrice(two)];
const valuation: Valuation = {
  prices: [short("0.1", "0"), short("-0.05", "0.2"), new Array(96).fill(parsePrice("1"))],
  untimedPrices: [undefined, undefined, parsePrice("1")],
  sets: [
    { factor: parseFactor("1"), isDc: false },
    { factor: parseFactor("0.96"), isDc: true },
  ],
};

function value(...slots: SlotEnergy[]) {
  const { amount, ...rest } = valueEnergies(slots, valuation, () => "all").get("all") as never as {
    amount: bigint;
  };
  return { amount: formatAmount(amount), ...rest };
}

test("keeps energy without a price apart and counts a price of 0 as one", () => {
  expect(value(slot(0, 0, 1000), slot(0, 1, 3000), slot(0, 2, 500))).toEqual({
    amount: "0.1",
    energyWh: 4500,
    unpricedWh: 500,
    paidWh: 4000,
    isEstimated: false,
  });
});

test("subtracts energy at a negative price", () => {
  expect(value(slot(1, 0, 4000), slot(1, 1, 500)).amount).toBe("-0.1");
});

test("values each energy at its own tariff, and DC energy by the factor of its set, as an estimate", () => {
  expect(value(slot(0, 0, 1000), slot(1, 1, 1000), slot(2, 95, 1000))).toMatchObject({
    amount: "1.3",
    isEstimated: false,
  });
  expect(value(slot(2, 40, 1000, 1))).toMatchObject({
    amount: "0.96",
    energyWh: 1000,
    paidWh: 960,
    isEstimated: true,
  });
  // What has no price is in no amount, so that there is nothing to estimate.
  expect(value(slot(0, 40, 1000, 1))).toMatchObject({ amount: "0", paidWh: 0, isEstimated: false });
});

test("values a corrected day of DC energy without the factor, since its reference is a meter", () => {
  expect(value({ ...slot(2, 40, 1000, 1), isCorrected: 1 })).toMatchObject({
    amount: "1",
    paidWh: 1000,
    isEstimated: false,
  });
});

test("values a corrected day without measured energy where one price holds all day, and has no price for it else", () => {
  const untimed = { quarter: null, isCorrected: 1 } as const;
  expect(value({ ...slot(2, 0, 2000, 1), ...untimed })).toEqual({
    ...{ amount: "2", energyWh: 2000, unpricedWh: 0, paidWh: 2000, isEstimated: false },
  });
  expect(value({ ...slot(0, 0, 2000), ...untimed })).toMatchObject({ amount: "0", unpricedWh: 2000 });
});

test("has no price without a tariff", () => {
  expect(value(slot(7, 0, 1000))).toMatchObject({ amount: "0", unpricedWh: 1000 });
});
