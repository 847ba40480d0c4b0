import type { Language } from "../base/i18n/language.ts";

/** What a response depends on besides its request: account, permission version and language. */
export interface Scope {
  /** The session's random id; empty without one. */
  readonly account: string;
  /** Counts the changes of what the session may do. */
  readonly permissions: number;
  readonly language: Language;
}

/** Address, method and payload of a read, and its scope (R9.2). */
export type ReadKey = readonly [path: string, method: string, payload: string, scope: Scope];

/** The same question in another scope; undefined for a key that is none of ours. */
export function rescope(key: readonly unknown[], change: Partial<Scope>): ReadKey | undefined {
  const [path, method, payload, scope] = key as ReadKey;
  if (typeof scope !== "object" || scope === null || !("account" in scope)) return undefined;
  return [path, method, payload, { ...scope, ...change }];
}

export const isSameScope = (one: Scope, other: Scope): boolean =>
  one.account === other.account && one.permissions === other.permissions && one.language === other.language;

/** Granted permissions of a response as one string; the names in the tree are left out because they depend on the language. */
export const grantsOf = ({ roles, perms }: { readonly roles: string[]; readonly perms: string[] }): string =>
  JSON.stringify([[...roles].sort(), [...perms].sort()]);
