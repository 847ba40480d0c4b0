/** A field of a log entry, with its values before and after as they were recorded; undefined where there is none. */
export interface FieldChange {
  /** Path of the field, `servers.china`; empty where the value is not an object. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The leaves of a value by path; a list is one leaf, because it changes as a whole. */
function collectLeaves(value: unknown, path: string, leaves: Map<string, unknown>): void {
  if (!isObject(value) || Object.keys(value).length === 0) {
    leaves.set(path, value);
    return;
  }
  for (const [name, inner] of Object.entries(value))
    collectLeaves(inner, path === "" ? name : `${path}.${name}`, leaves);
}

function toLeaves(value: unknown): ReadonlyMap<string, unknown> {
  const leaves = new Map<string, unknown>();
  const isNothing =
    value === null || value === undefined || (isObject(value) && Object.keys(value).length === 0);
  if (!isNothing) collectLeaves(value, "", leaves);
  return leaves;
}

/** Recorded in place of a personal value. */
export const NOT_KEPT = "***";

const isSame = (before: unknown, after: unknown): boolean =>
  before !== NOT_KEPT && JSON.stringify(before) === JSON.stringify(after);

/** Removes from a list of changed fields the ones that are listed with their values. */
function dropRepeated(changes: readonly FieldChange[]): FieldChange[] {
  const changedPaths = new Set<unknown>(changes.map(({ path }) => path));
  return changes.flatMap((change) => {
    if (change.path !== "fields" || !Array.isArray(change.after)) return [change];
    const after = change.after.filter((name) => !changedPaths.has(name));
    return after.length === 0 ? [] : [{ ...change, after }];
  });
}

/**
 * The fields of two values that differ, in the order they were written. Where one of the values is missing, all of the
 * other's.
 */
export function findChanges(original: unknown, next: unknown): FieldChange[] {
  const [before, after] = [toLeaves(original), toLeaves(next)];
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter((change) => !isSame(change.before, change.after));
  return dropRepeated(changes);
}
