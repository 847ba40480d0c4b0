import { expect, expectTypeOf, test } from "vitest";
import type { AccountInScope, CompanyInScope, PlantInScope } from "./in-scope.ts";
import { ownAccount } from "./in-scope.ts";
import { accountScope, anonymousScope } from "./scope.ts";

test("accepts no plain id, and no row of another kind, as a row in scope", () => {
  expectTypeOf<{ plantId: string }>().not.toExtend<PlantInScope>();
  expectTypeOf<{ companyId: string }>().not.toExtend<CompanyInScope>();
  expectTypeOf<{ accountId: string }>().not.toExtend<AccountInScope>();
  expectTypeOf<CompanyInScope & { plantId: string }>().not.toExtend<PlantInScope>();
  const take = ({ plantId }: PlantInScope): string => plantId;
  // @ts-expect-error: an id that no query has limited to the caller's scope.
  expect(take({ plantId: "any" })).toBe("any");
});

test("returns the caller's own account, and throws for a caller without one", () => {
  const fields = {
    companyId: "c",
    sessionId: "s",
    isSuper: false,
    isPlatform: false,
    permissionIds: new Set<never>(),
  };
  expect(ownAccount(accountScope({ accountId: "a", jurisdiction: "company", ...fields }))).toEqual({
    accountId: "a",
  });
  expect(() => ownAccount(anonymousScope("s"))).toThrow("no account");
});
