import type { Language, ValueName } from "@heliograph/contract";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../access/scope.ts";
import { translateName } from "../names/names.service.ts";
import type { Mention } from "./value-names.repository.ts";
import { listValueNames } from "./value-names.repository.ts";

interface Row {
  readonly logId: string;
  readonly stationId: string | null;
  readonly objectId: string;
  readonly original: unknown;
  readonly new: unknown;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
/** Limit for long lists of devices and plants in one row. */
const MAX_IDS_PER_ROW = 50;

function* walk(value: unknown): Generator<string> {
  if (typeof value === "string" && uuid.test(value)) yield value;
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* walk(inner);
}

/** Collects the ids that a row mentions: of its object and in both of its values. */
export function collectIds({ objectId, original, new: next }: Omit<Row, "logId" | "stationId">): string[] {
  return [...new Set(walk([objectId, original, next]))].slice(0, MAX_IDS_PER_ROW);
}

/** Finds the names of objects that rows mention, by row and id, in the reader's language. */
export async function findValueNames(
  db: Db,
  { scope, language }: { scope: Scope; language: Language },
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Record<string, ValueName>>> {
  const mentions = rows.flatMap((row): Mention[] =>
    collectIds(row).map((valueId) => ({ logId: row.logId, plantId: row.stationId, valueId })),
  );
  const names = new Map<string, Record<string, ValueName>>();
  for (const { logId, valueId, kind, code, name, isDeleted } of await listValueNames(db, scope, mentions)) {
    const translated = kind !== null && name !== null ? translateName(kind, { code, name }, language) : name;
    names.set(logId, { ...names.get(logId), [valueId]: { name: translated, isDeleted } });
  }
  return names;
}
