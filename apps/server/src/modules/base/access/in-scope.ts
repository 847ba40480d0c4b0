import type { Scope } from "./scope.ts";

declare const inScope: unique symbol;

/**
 * Marks a row that a query limited to the caller's scope has found. The symbol is not exported and lint accepts such row
 * types only beside a scope condition, so a function that takes one cannot be called with an unchecked id.
 */
interface InScope<Kind extends string> {
  readonly [inScope]: Kind;
}

export interface PlantInScope extends InScope<"plant"> {
  readonly plantId: string;
}

export interface CompanyInScope extends InScope<"company"> {
  readonly companyId: string;
}

export interface AccountInScope extends InScope<"account"> {
  readonly accountId: string;
}

export interface RoleInScope extends InScope<"role"> {
  readonly roleId: string;
}

export interface CustomerTypeInScope extends InScope<"customer type"> {
  readonly customerTypeId: string;
}

/** The caller's own account. Throws for a scope without one. */
export function ownAccount({ accountId }: Scope): AccountInScope {
  if (accountId === undefined) throw new Error("the caller has no account");
  return { accountId } as AccountInScope;
}
