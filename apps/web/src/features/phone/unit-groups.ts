import type { Device } from "@heliograph/contract";

/** Units that hang together, in the order they were listed; a string without a name of its own has none. */
export interface UnitGroup {
  readonly key: string;
  readonly kind: "string" | "strings" | "gateways" | "others";
  readonly name: string;
  readonly units: readonly Device[];
}

/** What a unit calls its string: `A1-7` hangs on `A1`, `B12` on `B`. */
const stringOf = (slotLabel: string): string => /^(.*?[^\s.\-/])[\s.\-/]*\d+$/u.exec(slotLabel)?.[1] ?? "";

/** Groups units by string: by the string controller they hang on, else by what their place says. */
export function groupUnits(units: readonly Device[]): UnitGroup[] {
  const byId = new Map(units.map((unit) => [unit.deviceId, unit]));
  const groups = new Map<string, { group: Omit<UnitGroup, "units">; units: Device[] }>();
  for (const unit of units) {
    const group = groupOf(unit, byId);
    const known = groups.get(group.key);
    if (known === undefined) groups.set(group.key, { group, units: [unit] });
    else known.units.push(unit);
  }
  // Gateways are not on the roof: listed last.
  const rank = ({ kind }: UnitGroup): number => (kind === "gateways" ? 1 : 0);
  return [...groups.values()]
    .map(({ group, units: members }) => ({ ...group, units: members }))
    .sort((one, other) => rank(one) - rank(other));
}

/** Units of one string with the same status, listed one by one while they are few. */
export interface UnitBatch {
  readonly key: string;
  readonly group: UnitGroup;
  readonly units: readonly Device[];
  readonly isCollapsed: boolean;
}

/** So many units of one string with the same status share one card. */
const MIN_COLLAPSED = 4;

/** Splits a group by status; what is not collapsed, the exceptions of a string, comes first. */
export function batchByStatus(group: UnitGroup): UnitBatch[] {
  const batches = [...Map.groupBy(group.units, ({ status }) => status)].map(([status, units]) => ({
    key: `${group.key} ${status}`,
    group,
    units,
    isCollapsed: units.length >= MIN_COLLAPSED,
  }));
  return batches.sort((one, other) => Number(one.isCollapsed) - Number(other.isCollapsed));
}

/** Units that need attention, those of each status by string: the one that the plant's status names first. */
export function batchTroubled(
  listed: readonly (readonly Device[])[],
  namedSn: string | undefined,
): UnitBatch[] {
  const named = listed.flat().filter(({ sn }) => sn === namedSn);
  const batches = [named, ...listed.map((units) => units.filter(({ sn }) => sn !== namedSn))].map(groupUnits);
  return batches.flatMap((groups, index) =>
    groups.flatMap(batchByStatus).map((batch) => ({ ...batch, key: `${index} ${batch.key}` })),
  );
}

function groupOf(unit: Device, byId: ReadonlyMap<string, Device>): Omit<UnitGroup, "units"> {
  if (unit.level === 1) return { key: "gateways", kind: "gateways", name: "" };
  if (unit.level === 2) return { key: "strings", kind: "strings", name: "" };
  const parent = unit.parentId === null ? undefined : byId.get(unit.parentId);
  if (parent?.level === 2)
    return { key: parent.deviceId, kind: "string", name: parent.slotLabel || parent.alias || parent.sn };
  const name = stringOf(unit.slotLabel);
  return name === ""
    ? { key: "others", kind: "others", name: "" }
    : { key: `string ${name}`, kind: "string", name };
}
