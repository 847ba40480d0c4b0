import type { Device } from "@heliograph/contract";

/** Units that hang together, in the order they were listed; a string without a name of its own has none. */
export interface UnitGroup {
  readonly key: string;
  readonly kind: "string" | "strings" | "gateways" | "others" | "attention";
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
