import { expect, it } from "vitest";
import { formatBadge } from "./badge.ts";

it("counts to 99 and then says 99+ [R9.4]", () => {
  expect([0, 99, 100].map(formatBadge)).toEqual(["0", "99", "99+"]);
});
