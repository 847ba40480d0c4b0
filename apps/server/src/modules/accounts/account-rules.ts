import type { BodyOf, endpoints } from "@heliograph/contract";
import { applyChange } from "../../infra/apply-change.ts";
import { normalizePhone } from "../identity/identity.service.ts";
import type { AccountColumns } from "./accounts.repository.ts";

/** An account's columns after an edit. */
export function toColumns(
  before: AccountColumns,
  body: BodyOf<typeof endpoints.account.update>,
): AccountColumns {
  return applyChange(before, { ...body, phone: body.phone && normalizePhone(body.phone) });
}

export function findChangedFields(before: AccountColumns, after: AccountColumns): (keyof AccountColumns)[] {
  return (Object.keys(after) as (keyof AccountColumns)[]).filter((name) => before[name] !== after[name]);
}
