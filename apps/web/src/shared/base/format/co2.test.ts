import { expect, it } from "vitest";
import { formatCountry, formatMass } from "./co2.ts";

it("writes masses in the unit that fits", () => {
  expect([0, 3.456, 46.7, 999.6, 12_345, 2_500_000].map((kg) => formatMass(kg, "en-GB"))).toEqual([
    "0.00 kg",
    "3.46 kg",
    "46.7 kg",
    "1.00 t",
    "12.3 t",
    "2.50 kt",
  ]);
});

it("names countries in the language of the console", () => {
  expect([formatCountry("DE", "en-GB"), formatCountry("DE", "pt-BR")]).toEqual(["Germany", "Alemanha"]);
});
