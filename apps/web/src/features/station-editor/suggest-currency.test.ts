import { expect, it } from "vitest";
import { suggestCurrency } from "./suggest-currency.ts";

it("suggests the currency of the zone", () => {
  expect(
    ["Asia/Shanghai", "America/Sao_Paulo", "Asia/Bangkok", "Europe/Madrid"].map(suggestCurrency),
  ).toEqual(["CNY", "BRL", "THB", "EUR"]);
});
