import type { PlantStatus } from "@heliograph/contract";
import type { MapSize, MapView, WorldPoint } from "../../../shared/ui/map/projection.ts";
import { toPixel } from "../../../shared/ui/map/projection.ts";

/** A plant in the world square. */
export interface MapPlant extends WorldPoint {
  readonly stationId: string;
  readonly name: string;
  readonly status: PlantStatus;
}

/** Plants that are shown as one mark, at the mean of their pixels. */
export interface Cluster {
  readonly at: WorldPoint;
  readonly plants: readonly MapPlant[];
  /** The most urgent of their statuses. */
  readonly status: PlantStatus;
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

export const findUrgent = (plants: readonly MapPlant[]): PlantStatus =>
  byUrgency.find((status) => plants.some((plant) => plant.status === status)) ?? "normal";

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

interface Group {
  x: number;
  y: number;
  plants: MapPlant[];
}

/** Joins the plants in view whose marks would overlap: first those of a cell, then cells that are near each other. */
export function clusterPlants(plants: readonly MapPlant[], view: MapView, size: MapSize): Cluster[] {
  const cells = new Map<string, Group>();
  for (const plant of plants) {
    const { x, y } = toPixel(plant, view, size);
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue;
    const key = `${Math.floor(x / MIN_DISTANCE_PX)}/${Math.floor(y / MIN_DISTANCE_PX)}`;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, { x, y, plants: [plant] });
    else addTo(cell, { x, y, plants: [plant] });
  }
  const groups: Group[] = [];
  for (const cell of [...cells.values()].toSorted((a, b) => b.plants.length - a.plants.length)) {
    const near = groups.find((group) => Math.hypot(group.x - cell.x, group.y - cell.y) < MIN_DISTANCE_PX);
    if (near === undefined) groups.push(cell);
    else addTo(near, cell);
  }
  return groups.map(({ x, y, plants: joined }) => ({
    at: { x, y },
    plants: joined,
    status: findUrgent(joined),
  }));
}

function addTo(group: Group, added: Group): void {
  const count = group.plants.length + added.plants.length;
  group.x = (group.x * group.plants.length + added.x * added.plants.length) / count;
  group.y = (group.y * group.plants.length + added.y * added.plants.length) / count;
  group.plants.push(...added.plants);
}
