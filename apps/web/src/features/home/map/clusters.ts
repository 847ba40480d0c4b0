import type { PlantStatus } from "@heliograph/contract";
import type { MapSize, MapView, WorldPoint } from "../../../shared/ui/map/projection.ts";
import { toPixel } from "../../../shared/ui/map/projection.ts";

/** A plant in the world square. */
export interface MapPlant extends WorldPoint {
  readonly stationId: string;
  readonly name: string;
  readonly status: PlantStatus;
}

/** Plants that are shown as one mark. */
export interface Cluster {
  /** Pixel of the mark's middle. */
  readonly at: WorldPoint;
  readonly plants: readonly MapPlant[];
  /** The most urgent of their statuses. */
  readonly status: PlantStatus;
  /** How many of them have it. */
  readonly affected: number;
}

/** In the order of the plant list: the status that needs attention first. */
const byUrgency: readonly PlantStatus[] = [
  "shut-down",
  "offline",
  "fault",
  "alarm",
  "warning",
  "waiting",
  "normal",
];

/** The most urgent plants first, those of the same status by name. */
export function sortByUrgency(plants: readonly MapPlant[], tag: string): MapPlant[] {
  const { compare } = new Intl.Collator(tag, { numeric: true });
  return plants.toSorted(
    (one, other) =>
      byUrgency.indexOf(one.status) - byUrgency.indexOf(other.status) || compare(one.name, other.name),
  );
}

/** Marks nearer to each other than this cannot be pressed apart. */
const MIN_DISTANCE_PX = 40;
const GAP_PX = 2;

/** How large marks are drawn, in pixels. */
export interface MarkMeasure {
  readonly height: number;
  readonly widthOf: (count: number, affected: number) => number;
}

interface Group {
  /** Mean of the plants' pixels. */
  x: number;
  y: number;
  plants: MapPlant[];
  counts: Map<PlantStatus, number>;
}

/** Joins the plants in view whose marks would overlap: first those of a cell, then the marks until none overlaps. */
export function clusterPlants(
  plants: readonly MapPlant[],
  view: MapView,
  size: MapSize,
  measure: MarkMeasure,
): Cluster[] {
  const cells = new Map<string, Group>();
  for (const plant of plants) {
    const { x, y } = toPixel(plant, view, size);
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue;
    const key = `${Math.floor(x / MIN_DISTANCE_PX)}/${Math.floor(y / MIN_DISTANCE_PX)}`;
    const group = { x, y, plants: [plant], counts: new Map([[plant.status, 1]]) };
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, group);
    else addTo(cell, group);
  }
  const draw = (group: Group): Mark => toMark(group, size, measure);
  let marks = [...cells.values()].map(draw);
  // A joined mark is wider and elsewhere, and so may overlap another one.
  for (let before = Number.POSITIVE_INFINITY; marks.length < before; ) {
    before = marks.length;
    marks = joinOverlapping(marks, measure.height, draw);
  }
  return marks.map(({ group, at, status, affected }) => ({ at, plants: group.plants, status, affected }));
}

interface Mark {
  readonly group: Group;
  readonly at: WorldPoint;
  readonly width: number;
  readonly status: PlantStatus;
  readonly affected: number;
}

/** Places the mark of a group, whole within the map. */
function toMark(group: Group, size: MapSize, { height, widthOf }: MarkMeasure): Mark {
  const status = byUrgency.find((one) => group.counts.has(one)) ?? "normal";
  const affected = group.counts.get(status) ?? 0;
  const width = widthOf(group.plants.length, affected);
  const at = { x: keepWithin(group.x, width, size.width), y: keepWithin(group.y, height, size.height) };
  return { group, at, width, status, affected };
}

const keepWithin = (middle: number, length: number, end: number): number =>
  Math.max(length / 2, Math.min(end - length / 2, middle));

function joinOverlapping(marks: readonly Mark[], height: number, draw: (group: Group) => Mark): Mark[] {
  const joined: Mark[] = [];
  for (const mark of marks.toSorted((a, b) => b.group.plants.length - a.group.plants.length)) {
    const index = joined.findIndex((other) => isTooNear(mark, other, height));
    const near = joined[index];
    if (near === undefined) joined.push(mark);
    else {
      addTo(near.group, mark.group);
      joined[index] = draw(near.group);
    }
  }
  return joined;
}

function isTooNear(one: Mark, other: Mark, height: number): boolean {
  const [right, down] = [Math.abs(one.at.x - other.at.x), Math.abs(one.at.y - other.at.y)];
  if (Math.hypot(right, down) < MIN_DISTANCE_PX) return true;
  return right < (one.width + other.width) / 2 + GAP_PX && down < height + GAP_PX;
}

function addTo(group: Group, added: Group): void {
  const count = group.plants.length + added.plants.length;
  group.x = (group.x * group.plants.length + added.x * added.plants.length) / count;
  group.y = (group.y * group.plants.length + added.y * added.plants.length) / count;
  for (const plant of added.plants) group.plants.push(plant);
  for (const [status, more] of added.counts) group.counts.set(status, (group.counts.get(status) ?? 0) + more);
}
