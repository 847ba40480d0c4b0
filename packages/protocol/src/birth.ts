import { z } from "zod";
import { LIMITS } from "./limits.ts";
import {
  clock,
  count,
  deviceText,
  hasDeviceKeys,
  instantMs,
  list,
  scalar,
  serialNumber,
  unitIndex,
  unitType,
  version,
} from "./message-parts.ts";
import { findPoint } from "./points.ts";

/** A description outside its range is not a reason to refuse an inventory: it is left out. */
const described = (number: z.ZodNumber) => number.optional().catch(undefined);

const unit = z.tuple([
  unitIndex.min(1),
  serialNumber,
  unitType,
  deviceText(64),
  deviceText(32),
  deviceText(32),
  z
    .object({
      parent: unitIndex.optional(),
      pos: deviceText(32).optional(),
      /** Rated power in W, tilt and azimuth (from north, clockwise) in degrees, where the gateway knows them. */
      rated: described(z.number().positive().max(1_000_000)),
      tilt: described(z.number().min(0).max(90)),
      az: described(z.number().min(0).lt(360)),
    })
    .catchall(scalar)
    .refine(hasDeviceKeys, "a name is too long or holds control characters")
    .optional(),
]);

const column = z.tuple([
  z.string().regex(/^[a-z][a-z0-9_]{0,15}$/),
  deviceText(16),
  z.number().min(1e-9).max(1e9),
]);

const columns = z
  .record(z.string().regex(/^(0|[1-9][0-9]{0,2})$/), list(column, LIMITS.columns))
  .refine((tables) => Object.keys(tables).length <= LIMITS.tables, "too many tables")
  .refine(
    (tables) => Object.keys(tables).every((c) => Number(c) <= LIMITS.tableIndex),
    "a table number is too large",
  );

const gateway = z.object({
  sn: serialNumber,
  type: z.literal("DCON"),
  model: deviceText(64),
  hw: deviceText(32),
  sw: deviceText(32),
  hplc: deviceText(32).nullish(),
});

const shape = z.object({
  v: version,
  session: count,
  rev: count,
  t: instantMs,
  clock,
  gateway,
  /** Seconds between reports. */
  interval: z.int().min(1).max(86_400),
  cap: list(deviceText(32), LIMITS.capabilities),
  units: list(unit, LIMITS.units),
  columns,
});

type Shape = z.infer<typeof shape>;

function refuseUnits(birth: Shape, refuse: (message: string) => void): void {
  const parents = new Map<number, number>([[0, 0]]);
  const serials = new Set<string>([birth.gateway.sn]);
  for (const [index, sn, , , , , more] of birth.units) {
    if (parents.has(index)) refuse(`unit ${index} is listed twice`);
    if (serials.has(sn)) refuse(`${sn} is listed twice`);
    parents.set(index, more?.parent ?? 0);
    serials.add(sn);
  }
  for (const index of parents.keys()) {
    let at: number | undefined = index;
    for (let steps = 0; at !== 0; steps++) {
      // Every chain ends at the gateway within as many steps as there are units, or it is a ring.
      if (at === undefined || steps > parents.size) {
        refuse(`unit ${index} has no way up to the gateway`);
        return;
      }
      at = parents.get(at);
    }
  }
}

function refuseColumns(birth: Shape, refuse: (message: string) => void): void {
  for (const [table, entries] of Object.entries(birth.columns)) {
    const names = new Set(entries.map(([name]) => name));
    if (names.size < entries.length) refuse(`table ${table} has a column twice`);
  }
}

/** Birth: inventory, columns and abilities of a gateway. A column name that is not in POINTS is stored and ignored. */
export const birthSchema = shape.superRefine((birth, context) => {
  const refuse = (message: string): void => {
    context.addIssue({ code: "custom", message });
  };
  refuseUnits(birth, refuse);
  refuseColumns(birth, refuse);
});

/** Inventory, columns and abilities of a gateway at one revision. */
export type Birth = z.infer<typeof birthSchema>;
/** `[index, sn, type, model, hw, sw, {parent, pos, rated, tilt, az, …}]`; parent 0 or absent is the gateway. */
export type BirthUnit = Birth["units"][number];
/** `[name, unit, scale]`: value = cell × scale, in that unit. */
export type BirthColumn = Birth["columns"][string][number];

/** Finds the first column whose name is known and whose unit is not the one of POINTS; such a birth is refused. */
export function findWrongUnit(birth: Birth): { table: string; column: string } | undefined {
  for (const [table, entries] of Object.entries(birth.columns)) {
    for (const [name, unitText] of entries) {
      const point = findPoint(name);
      if (point !== undefined && point.unit !== unitText) return { table, column: name };
    }
  }
  return undefined;
}
