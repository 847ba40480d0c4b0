import { expect, it } from "vitest";
import { isSameQuery, toViewAddress, toViewQuery } from "./view-query.ts";

const numbers = new Set(["minCapacityKwp"]);
const initial = { search: "", sort: "status", order: "desc", filters: {} } as const;

it("saves search, filters and another order than that of the start, with numbers as numbers", () => {
  const filters = { tag: "Lease 9", status: undefined, minCapacityKwp: "2.5" };
  expect(toViewQuery({ ...initial, filters }, { initial, numbers })).toEqual({
    tag: "Lease 9",
    minCapacityKwp: 2.5,
  });
  expect(toViewQuery({ ...initial, order: "asc", search: "roof" }, { initial, numbers })).toEqual({
    search: "roof",
    sort: "status",
    order: "asc",
  });
});

it("opens a view at the address that the list reads", () => {
  const query = { tag: "A & B", minCapacityKwp: 2.5, sort: "powerW", order: "asc" } as const;
  expect(toViewAddress("/home", { kind: "cards", query })).toBe(
    "/home?tag=A+%26+B&minCapacityKwp=2.5&sort=powerW&order=asc&view=cards",
  );
  expect(toViewAddress("/home", { kind: "table", query: {} })).toBe("/home?view=table");
  expect(toViewAddress("/control/list", { query: { search: "roof" } })).toBe("/control/list?search=roof");
});

it("finds the view that a list shows, in whatever order its filters were chosen", () => {
  expect(isSameQuery({ tag: "A", search: "roof" }, { search: "roof", tag: "A" })).toBe(true);
  expect(isSameQuery({ tag: "A" }, { tag: "B" })).toBe(false);
  expect(isSameQuery({ tag: "A" }, {})).toBe(false);
});
