import type { BodyOf, endpoints } from "@heliograph/contract";
import { normalizePhone } from "../identity/identity.service.ts";
import type { AccountColumns } from "./accounts.repository.ts";

/** What an edit makes of an account's columns. */
export function toColumns(body: BodyOf<typeof endpoints.account.update>): AccountColumns {
  const { accountId: _, revision: __, ...columns } = body;
  return { ...columns, phone: body.phone === null ? null : normalizePhone(body.phone) };
}

export function findChangedFields(before: AccountColumns, after: AccountColumns): (keyof AccountColumns)[] {
  return (Object.keys(after) as (keyof AccountColumns)[]).filter((name) => before[name] !== after[name]);
}
