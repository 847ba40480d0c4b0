import { expect, it } from "vitest";
import { toViewAddress, toViewQuery } from "./view-query.ts";

const initial = { search: "", sort: "status", order: "desc", filters: {} } as const;

it("saves search, filters and another order than that of the start, with numbers as numbers", () => {
  const filters = { tag: "Lease 9", status: undefined, minCapacityKwp: "2.5" };
  expect(toViewQuery({ ...initial, filters }, initial)).toEqual({ tag: "Lease 9", minCapacityKwp: 2.5 });
  expect(toViewQuery({ ...initial, order: "asc", search: "roof" }, initial)).toEqual({
    search: "roof",
    sort: "status",
    order: "asc",
  });
});

it("opens a view at the address that the list reads", () => {
  const query = { tag: "A & B", minCapacityKwp: 2.5, sort: "powerW", order: "asc" } as const;
  expect(toViewAddress({ kind: "cards", query })).toBe(
    "/home?tag=A+%26+B&minCapacityKwp=2.5&sort=powerW&order=asc&view=cards",
  );
  expect(toViewAddress({ kind: "table", query: {} })).toBe("/home?view=table");
});
