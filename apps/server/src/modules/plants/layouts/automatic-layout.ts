import type { LayoutGroup } from "@heliograph/contract";
import type { PlacedDevice } from "./layout-units.repository.ts";
import { keyOf } from "./layout-units.repository.ts";

/** Units of the longest row; what is longer continues in the next. */
const MAX_COLUMNS = 24;
/** A module that is upright, with the gap beside it. */
const MODULE_WIDTH_M = 1.15;
const MODULE_HEIGHT_M = 1.78;
/** Between the groups of two gateways, in heights of a module. */
const GAP = 1;

/** What a unit calls its string: `A1-7` is in `A1`. */
const stringOf = (label: string): string => /^(.*?[^\s.\-/])[\s.\-/]*\d+$/u.exec(label)?.[1] ?? "";

const inOrder = new Intl.Collator("en", { numeric: true });
const byLabel = (one: PlacedDevice, other: PlacedDevice): number =>
  inOrder.compare(one.label || one.sn, other.label || other.sn);

export interface AutomaticLayout {
  readonly groups: readonly LayoutGroup[];
  /** The device in each place, by index of its group. */
  readonly cells: readonly { group: number; row: number; column: number; deviceId: string }[];
}

/** Units of a gateway by string, both in the order of their labels. */
function listStrings(units: readonly PlacedDevice[], gatewayId: string | null): PlacedDevice[][] {
  const strings = Map.groupBy(units.toSorted(byLabel), (unit) =>
    unit.parentId === gatewayId ? stringOf(unit.label) : (unit.parentId ?? ""),
  );
  return [...strings.values()];
}

/** Units of a gateway in rows: each string begins a row. */
function listRows(units: readonly PlacedDevice[], gatewayId: string | null): PlacedDevice[][] {
  return listStrings(units, gatewayId).flatMap((members) =>
    Array.from({ length: Math.ceil(members.length / MAX_COLUMNS) }, (_, row) =>
      members.slice(row * MAX_COLUMNS, (row + 1) * MAX_COLUMNS),
    ),
  );
}

/** Units that no others are wired to, by the id of their gateway. */
function groupByGateway(devices: readonly PlacedDevice[]): Map<string | null, PlacedDevice[]> {
  const byId = new Map(devices.map((device) => [device.deviceId, device]));
  const parents = new Set(devices.map(({ parentId }) => parentId));
  const gatewayOf = ({ parentId }: PlacedDevice): string | null => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent === undefined || parent.type === "DCON" ? parentId : gatewayOf(parent);
  };
  const leaves = devices.filter(({ type, deviceId }) => type !== "DCON" && !parents.has(deviceId));
  return Map.groupBy(leaves, gatewayOf);
}

/** Keys of units by their number in the wiring: `1-2-7` is the seventh unit of the second string of the first gateway. */
export function numberUnits(devices: readonly PlacedDevice[]): ReadonlyMap<string, number> {
  const gateways = devices.filter(({ type }) => type === "DCON").map(({ deviceId }) => deviceId);
  const numbers = new Map<string, number>();
  for (const [gatewayId, units] of groupByGateway(devices)) {
    if (gatewayId === null) continue;
    const gateway = gateways.indexOf(gatewayId) + 1;
    for (const [string, members] of listStrings(units, gatewayId).entries())
      for (const [unit, device] of members.entries())
        numbers.set(`${gateway}-${string + 1}-${unit + 1}`, keyOf(device));
  }
  return numbers;
}

/**
 * Arranges the units of a plant where no layout is published: a group for each gateway, a row for each string. Devices that
 * others are wired to have no place.
 */
export function arrangeUnits(devices: readonly PlacedDevice[]): AutomaticLayout {
  const serials = new Map(devices.map(({ deviceId, sn }) => [deviceId, sn]));
  const byGateway = groupByGateway(devices);
  const groups: LayoutGroup[] = [];
  const cells: { group: number; row: number; column: number; deviceId: string }[] = [];
  let nextRow = 0;
  for (const [gatewayId, units] of byGateway) {
    const rows = listRows(units, gatewayId);
    for (const [row, members] of rows.entries())
      for (const [column, { deviceId }] of members.entries())
        cells.push({ group: groups.length, row, column, deviceId });
    groups.push({
      name: (gatewayId !== null && serials.get(gatewayId)) || "",
      rows: rows.length,
      columns: Math.max(...rows.map(({ length }) => length)),
      tiltDeg: null,
      azimuthDeg: null,
      rotationDeg: 0,
      xM: 0,
      yM: nextRow * MODULE_HEIGHT_M,
      moduleWidthM: MODULE_WIDTH_M,
      moduleHeightM: MODULE_HEIGHT_M,
    });
    nextRow += rows.length + GAP;
  }
  return { groups, cells };
}
