import type { PlaceableUnit } from "@heliograph/contract";

/** How the units of a plant are called in a file. */
export interface UnitNames {
  /** By serial number, or by label where it is the only one; empty for a unit that is not in the plant. */
  readonly write: (unit: number, first: "sn" | "label") => string;
  /** Key of the unit with this name; undefined for an unknown one. */
  readonly read: (name: string) => number | undefined;
}

/** A module without a unit, in a grid. */
export const NO_UNIT = "-";
/** Begins the key of a unit that has neither serial number nor a label of its own. */
const KEY_MARK = "#";
/** Between a unit and its position on the module, in a grid. */
export const POLE_MARK = " @";

/** What a name cannot contain: it would be read as something else. */
const isWritable = (name: string): boolean =>
  name !== "" &&
  name !== NO_UNIT &&
  name.trim() === name &&
  !/[\p{Cc};]| @|^'|^(?:group|heliograph layout)$/iu.test(name);

/**
 * Names of the units of a plant. `numbers`: units by their number in the wiring, `1-2-7` for the seventh unit of the second
 * string of the first gateway.
 */
export function createUnitNames(
  units: readonly PlaceableUnit[],
  numbers: ReadonlyMap<string, number>,
): UnitNames {
  const byKey = new Map(units.map((unit) => [unit.key, unit]));
  const bySerial = new Map(units.flatMap(({ sn, key }) => (sn === null ? [] : [[sn, key] as const])));
  const byLabel = new Map<string, number | undefined>();
  for (const { label, key } of units) byLabel.set(label, byLabel.has(label) ? undefined : key);

  function read(name: string): number | undefined {
    const key = name.startsWith(KEY_MARK) ? Number(name.slice(KEY_MARK.length)) : Number.NaN;
    if (byKey.has(key)) return key;
    return bySerial.get(name) ?? byLabel.get(name) ?? bySerial.get(name.toUpperCase()) ?? numbers.get(name);
  }

  return {
    read,
    write(key, first) {
      const unit = byKey.get(key);
      if (unit === undefined) return "";
      const names = [unit.sn ?? "", unit.label];
      if (first === "label") names.reverse();
      return (
        [...names, `${KEY_MARK}${key}`].find((name) => isWritable(name) && read(name) === key) ??
        `${KEY_MARK}${key}`
      );
    },
  };
}
