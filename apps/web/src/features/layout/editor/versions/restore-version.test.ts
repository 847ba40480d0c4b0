import type { DraftGroup, LayoutDraft, PlaceableUnit } from "@heliograph/contract";
import { expect, it } from "vitest";
import type { Version } from "./restore-version.ts";
import { restoreVersion } from "./restore-version.ts";

const layoutOf = (...units: (number | null)[]): LayoutDraft => ({
  groups: [
    {
      groupKey: "a",
      cells: units.map((unit, column) => ({ row: 0, column, unit, pole: null })),
    } as DraftGroup,
  ],
});
const unitOf = (key: number, isInPlant = true) => ({ key, label: `A${key}`, sn: `SN-${key}`, isInPlant });
const versionOf = (layout: LayoutDraft, ...units: Version["units"]): Version => ({
  ...{ number: 1, publishedAt: "2026-05-01T08:00:00.000Z", publishedBy: null, layout, units },
});
const placeable = (key: number, sn: string) => ({ key, sn }) as PlaceableUnit;
const keysOf = ({ groups }: LayoutDraft) => groups[0]!.cells.map(({ unit }) => unit);

it("restores a version as it was while its units are in the plant", () => {
  const layout = layoutOf(1, null, 2);
  const version = versionOf(layout, unitOf(1), unitOf(2));
  const restored = restoreVersion(version, { draft: layoutOf(2), placeable: [] });
  expect([restored.layout, restored.missing]).toEqual([layout, []]);
});

it("leaves out units that have left the plant, and names them", () => {
  const version = versionOf(layoutOf(1, 2, 1), unitOf(1, false), unitOf(2));
  const { layout, missing } = restoreVersion(version, { draft: layoutOf(2), placeable: [] });
  expect([keysOf(layout), missing]).toEqual([[null, 2, null], [unitOf(1, false)]]);
});

it("keeps an empty slot that the draft has, with the history of its place", () => {
  const version = versionOf(layoutOf(1, 2), unitOf(1, false), unitOf(2));
  const { layout, missing } = restoreVersion(version, { draft: layoutOf(2, 1), placeable: [] });
  expect([keysOf(layout), missing]).toEqual([[1, 2], []]);
});

it("finds a device that returned to the plant in its new slot, unless the version has that slot too", () => {
  const returned = [placeable(9, "SN-1")];
  const version = versionOf(layoutOf(1, 2), unitOf(1, false), unitOf(2));
  expect(keysOf(restoreVersion(version, { draft: layoutOf(), placeable: returned }).layout)).toEqual([9, 2]);
  const both = versionOf(layoutOf(1, 9), unitOf(1, false), unitOf(9));
  const { layout, missing } = restoreVersion(both, { draft: layoutOf(), placeable: returned });
  expect([keysOf(layout), missing]).toEqual([[null, 9], [unitOf(1, false)]]);
});

it("places a returned device once, and names no slot that never had one", () => {
  const version = versionOf(
    layoutOf(1, 2, 3),
    unitOf(1, false),
    { ...unitOf(2, false), sn: "SN-1" },
    {
      ...unitOf(3, false),
      sn: null,
    },
  );
  const { layout, missing } = restoreVersion(version, {
    draft: layoutOf(),
    placeable: [placeable(9, "SN-1")],
  });
  expect(keysOf(layout)).toEqual([9, null, null]);
  expect(missing.map(({ key }) => key)).toEqual([2]);
});
