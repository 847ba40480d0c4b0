import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { builtInCompanyCode } from "../../base/names/names-sql.ts";

/** Whether an account was signed in from an address before. */
export async function hasSessionFrom(
  trx: Transaction,
  { accountId, address }: { accountId: string; address: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from sessions where account_id = ${accountId} and address = ${address} limit 1`.execute(trx);
  return rows.length > 0;
}

/** A company's name as stored, and the code of a built-in one. */
export interface CompanyName {
  readonly name: string;
  readonly code: string | null;
}

export async function getCompanyName(trx: Transaction, companyId: string): Promise<CompanyName> {
  const { rows } = await sql<CompanyName>`
    select c.name, ${builtInCompanyCode("c")} as code from companies c where c.id = ${companyId}`.execute(
    trx,
  );
  return rows[0] as CompanyName;
}
