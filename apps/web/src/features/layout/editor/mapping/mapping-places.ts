import type { LayoutDraft } from "@heliograph/contract";
import { toRoofPoint } from "../../../../shared/roof/draft/boxes.ts";
import type { Place } from "../../../../shared/roof/draft/edits.ts";

/** A module with a unit of its own or none, where it is on the roof in metres, and the number of its plane. */
export interface MappingPlace extends Place {
  /** Null where the place is free. */
  readonly unit: number | null;
  /** What the unit is wired to, wherever it is; null where it is not known. */
  readonly string: string | null;
  readonly x: number;
  readonly y: number;
  readonly plane: number;
}

export interface OccupiedPlace extends MappingPlace {
  readonly unit: number;
}

export const isOccupied = (place: MappingPlace): place is OccupiedPlace => place.unit !== null;

/** Modules without a unit, and those whose unit serves no other module. Groups of the same tilt and azimuth are one plane. */
export function listMappingPlaces(
  { groups }: LayoutDraft,
  strings: ReadonlyMap<number, string>,
): MappingPlace[] {
  const counts = new Map<number, number>();
  for (const { unit } of groups.flatMap(({ cells }) => cells))
    if (unit !== null) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const planes = new Map<string, number>();
  return groups.flatMap((group) => {
    const { groupKey, tiltDeg, azimuthDeg } = group;
    const name = tiltDeg === null || azimuthDeg === null ? groupKey : `${tiltDeg}/${azimuthDeg}`;
    const plane = planes.get(name) ?? planes.size;
    planes.set(name, plane);
    return group.cells.flatMap(({ row, column, unit }) => {
      if (unit !== null && counts.get(unit) !== 1) return [];
      const [x, y] = toRoofPoint(
        group,
        (column + 0.5) * group.moduleWidthM,
        (row + 0.5) * group.moduleHeightM,
      );
      const string = unit === null ? null : (strings.get(unit) ?? null);
      return [{ groupKey, row, column, unit, string, x, y, plane }];
    });
  });
}
