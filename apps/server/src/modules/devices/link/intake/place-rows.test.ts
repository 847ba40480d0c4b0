import { describe, expect, test } from "vitest";
import type { DatedLink, UnitRef } from "../connection/gateway-facts.ts";
import { splitLinks } from "../connection/gateway-facts.ts";
import { placeRows } from "./place-rows.ts";

const link = (plantKey: number, fromAt: number, toAt = Number.POSITIVE_INFINITY): DatedLink => ({
  plantId: `plant-${plantKey}`,
  plantKey,
  slotKey: plantKey * 10,
  fromAt,
  toAt,
});

function createUnit(unitLinks: readonly DatedLink[], gatewayLinks: readonly DatedLink[]): UnitRef {
  return { deviceId: "unit", deviceKey: 7, sn: "OPT-1", kind: "OPT", ...splitLinks(unitLinks, gatewayLinks) };
}

const place = (unit: UnitRef, ...instants: number[]) =>
  placeRows(
    {
      count: instants.length,
      unit: new Uint16Array(instants.length).fill(1),
      atMs: Float64Array.from(instants),
      columns: { vi: Float64Array.from(instants, (_, row) => row) },
      refused: [],
    },
    [undefined, unit],
  );

describe("place rows", () => {
  test("gives each sample the plant and slot its unit was linked to at the sample's own time", () => {
    const links = [link(2, 2000), link(1, 1000, 2000)];
    const placed = place(createUnit(links, links), 1000, 1999, 2000);
    expect([...placed.plant]).toEqual([1, 1, 2]);
    expect([...placed.slot]).toEqual([10, 10, 20]);
  });

  test("rejects by row samples of a time before the link or in another plant than the gateway", () => {
    const unit = createUnit([link(3, 2000), link(1, 1000, 2000)], [link(1, 500)]);
    const placed = place(unit, 700, 1500, 2500);
    expect([...placed.plant]).toEqual([1]);
    expect([...(placed.columns.vi ?? [])]).toEqual([1]);
    expect(placed.rejected.map(({ reason }) => reason)).toEqual(["before-installation", "other-plant"]);
  });

  test("says of samples after the last link that the unit was removed", () => {
    const reasonsOf = (unit: ReturnType<typeof createUnit>) =>
      place(unit, 1500, 2500).rejected.map(({ reason }) => reason);
    const always = [link(1, 0)];
    expect(reasonsOf(createUnit([link(1, 1000, 2000)], always))).toEqual(["removed"]);
    // It was added again: what is between belongs to no time in the plant.
    expect(reasonsOf(createUnit([link(1, 3000), link(1, 1000, 2000)], always))).toEqual([
      "before-installation",
    ]);
    expect(reasonsOf(createUnit([], always))).toEqual(["before-installation", "before-installation"]);
  });
});
