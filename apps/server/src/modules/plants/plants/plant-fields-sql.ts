import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { PlantFields } from "./plant-fields.ts";
import { plantFieldEntries } from "./plant-fields.ts";

/** The fields of the plant `p` under their names in the contract, for a select list. */
export const selectedFields: RawBuilder<unknown> = sql.join(
  plantFieldEntries.map(([name, { column, readAs }]) =>
    readAs === undefined
      ? sql`${sql.ref(`p.${column}`)} as ${sql.ref(name)}`
      : sql`${sql.ref(`p.${column}`)}::${sql.raw(readAs)} as ${sql.ref(name)}`,
  ),
);

/** The fields' columns, in the order of `fieldValues`. */
export const fieldColumns: RawBuilder<unknown> = sql.join(
  plantFieldEntries.map(([, { column }]) => sql.ref(column)),
);

const writtenValue = (
  fields: Partial<PlantFields>,
  [name, { writeAs }]: (typeof plantFieldEntries)[number],
): RawBuilder<unknown> => {
  const value = fields[name] ?? null;
  return writeAs === undefined ? sql`${value}` : sql`${value}::${sql.raw(writeAs)}`;
};

/** Values of all fields for an insert; what is absent is null. */
export const fieldValues = (fields: Partial<PlantFields>): RawBuilder<unknown> =>
  sql.join(plantFieldEntries.map((field) => writtenValue(fields, field)));

/** Assignments of all fields for an update. */
export const fieldAssignments = (fields: PlantFields): RawBuilder<unknown> =>
  sql.join(
    plantFieldEntries.map((field) => sql`${sql.ref(field[1].column)} = ${writtenValue(fields, field)}`),
  );
