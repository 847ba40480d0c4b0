import { expect, test } from "vitest";
import { collectIds } from "./value-names.ts";

const id = (digit: string): string => `0000000${digit}-0000-4000-8000-000000000000`;

test("collects the ids of a row's object and values, in lists and nested too, each once", () => {
  expect(
    collectIds({
      objectId: id("1"),
      original: { ownerId: id("2"), stationIds: [id("3"), id("4")], name: "no id" },
      new: { ownerId: id("2"), tariff: { by: id("5") }, count: 7, none: null },
    }),
  ).toEqual([id("1"), id("2"), id("3"), id("4"), id("5")]);
});

test("collects nothing from rows without ids, and no more than a row shows", () => {
  expect(collectIds({ objectId: "DC-1", original: null, new: "text" })).toEqual([]);
  const many = Array.from({ length: 500 }, () => crypto.randomUUID());
  expect(collectIds({ objectId: "", original: null, new: { stationIds: many } })).toHaveLength(50);
});
