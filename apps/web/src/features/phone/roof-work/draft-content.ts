import type { LayoutDraft } from "@heliograph/contract";
import type { Background } from "../../../shared/roof/background.ts";
import type { Palette } from "../../../shared/roof/colors.ts";
import { bucketOfState, NO_DATA, SHADES } from "../../../shared/roof/colors.ts";
import type { Place } from "../../../shared/roof/draft/edits.ts";
import { orderByBucket } from "../../../shared/roof/draw-roof.ts";
import type { Geometry } from "../../../shared/roof/geometry.ts";
import { createGeometry } from "../../../shared/roof/geometry.ts";
import type { RoofContent } from "../../../shared/roof/roof-canvas.tsx";

/** A module with the unit that serves it; null without one. */
export interface WorkPlace extends Place {
  readonly group: number;
  readonly unit: number | null;
}

/** The modules of a layout in their order, group by group and row by row. */
export const listPlaces = ({ groups }: LayoutDraft): WorkPlace[] =>
  groups.flatMap(({ groupKey, cells }, group) =>
    cells.map(({ row, column, unit }) => ({ groupKey, group, row, column, unit })),
  );

/** The next module without a unit after one, from the beginning again after the last; undefined where all have one. */
export function findNextEmpty(places: readonly WorkPlace[], after: number): number | undefined {
  const order = [...places.keys()].map((step) => (after + 1 + step) % places.length);
  return order.find((index) => places[index]!.unit === null);
}

/** Places of the modules on the roof; each cell is its own unit. */
export const createDraftGeometry = ({ groups }: LayoutDraft, places: readonly WorkPlace[]): Geometry =>
  createGeometry({
    groups,
    cells: {
      group: places.map(({ group }) => group),
      row: places.map(({ row }) => row),
      column: places.map(({ column }) => column),
      unit: [...places.keys()],
    },
  });

const SN_END = 5;
/** Shade of a module with a unit. */
const PLACED = Math.round(SHADES * 0.6);
const EMPTY = bucketOfState(NO_DATA);

interface DraftOnRoof {
  readonly layout: LayoutDraft;
  readonly places: readonly WorkPlace[];
  readonly geometry: Geometry;
  readonly background: Background | undefined;
  readonly palette: Palette;
  readonly nameOf: (unit: number) => string;
  /** Index of the module. */
  readonly selected: number;
}

/** What is drawn of a layout that gets its units: two colours, and a slash on each module without one. */
export function createDraftContent(draft: DraftOnRoof): RoofContent {
  const { layout, places, geometry, background, palette, nameOf, selected } = draft;
  const textOf = (cell: number): readonly [string, string] => {
    const { row, column, unit } = places[cell]!;
    return [unit === null ? "" : nameOf(unit).slice(-SN_END), `${row + 1}.${column + 1}`];
  };
  const hasEmpty = (group: number): boolean =>
    places.some((place) => place.group === group && place.unit === null);
  return {
    geometry,
    background,
    order: orderByBucket(Uint8Array.from(places, ({ unit }) => (unit === null ? EMPTY : PLACED))),
    hasMarks: true,
    palette,
    textOf,
    groupTexts: layout.groups.map(({ name }) => [name]),
    groupBuckets: layout.groups.map((_, index) => (hasEmpty(index) ? EMPTY : PLACED)),
    selected: new Set([selected]),
  };
}
