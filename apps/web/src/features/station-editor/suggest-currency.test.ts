import { expect, it } from "vitest";
import { suggestCurrency } from "./suggest-currency.ts";

it("suggests the currency of the zone, and none for a zone of no known currency", () => {
  expect(
    [
      "Asia/Shanghai",
      "America/Sao_Paulo",
      "Asia/Bangkok",
      "Europe/Madrid",
      "America/Indiana/Knox",
      "UTC",
    ].map(suggestCurrency),
  ).toEqual(["CNY", "BRL", "THB", "EUR", "USD", undefined]);
});
