import { isDeepStrictEqual } from "node:util";

/** A partial change of stored fields. Absent and undefined fields stay as they are. */
export type ChangeOf<Fields extends object> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** Returns the stored fields with the changed ones replaced; other properties of the change are ignored. */
export function applyChange<Fields extends object>(stored: Fields, change: ChangeOf<Fields>): Fields {
  const names = Object.keys(stored) as (keyof Fields)[];
  const named = names.filter((name) => change[name] !== undefined);
  return { ...stored, ...Object.fromEntries(named.map((name) => [name, change[name]])) };
}

/**
 * Whether a change leaves everything as it was. Such a change writes nothing: no audit row, and no new revision, which
 * would refuse the next change from a form that another user has open.
 */
export const isUnchanged = <Fields extends object>(before: Fields, after: Fields): boolean =>
  isDeepStrictEqual(before, after);
