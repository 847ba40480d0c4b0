import type { BirthColumn, DeviceModel, ValueName } from "@heliograph/protocol";
import { POINTS } from "@heliograph/protocol";

/** Columns of a model in a birth, and the tables that the units of a gateway report in. */
interface ColumnTables {
  readonly columns: Readonly<Record<string, readonly BirthColumn[]>>;
  /** Table of a unit; 0 is the gateway's own. */
  tableOf(unit: number): number;
}

/** What the simulated units of each type measure; a model may report less. */
const MEASURED: Readonly<Record<DeviceModel["type"], readonly ValueName[]>> = {
  DCON: ["pa", "ea", "gi", "ta"],
  SCON: ["vi", "ii", "tp", "eh", "st"],
  MCON: ["vi", "ii", "tp", "eh", "st"],
  OPT: ["vi", "ii", "vo", "io", "tp", "eh", "rs", "st", "sw"],
  RSD: ["vi", "ii", "vo", "io", "tp", "eh", "rs", "st", "sw"],
};

function columnsOf({ type, points }: DeviceModel): BirthColumn[] {
  const names = MEASURED[type].filter((name) => Object.hasOwn(points, name));
  return names.map((name): BirthColumn => [name, POINTS[name].unit, points[name]?.scale ?? 1]);
}

/** One table for each model; the gateway's own is table 0. */
export function planTables(models: ReadonlyMap<number, DeviceModel>): ColumnTables {
  const distinct = [...new Set(models.values())];
  const columns = Object.fromEntries(distinct.map((model, table) => [String(table), columnsOf(model)]));
  return { columns, tableOf: (unit) => distinct.indexOf(models.get(unit) as DeviceModel) };
}
