import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";

/** The account that has an email or a phone number. */
export interface Holder {
  accountId: string;
  companyId: string;
  language: Language;
  /** `invited`: nobody has chosen a password for it yet. `closed`: disabled. */
  state: "active" | "invited" | "closed";
  ownsPlants: boolean;
}

/** Whose a target is, in its one form (normalizeAccountName). */
export async function findHolder(executor: Db | Transaction, target: string): Promise<Holder | undefined> {
  const isMatch = target.includes("@") ? sql`lower(email) = ${target}` : sql`phone = ${target}`;
  const { rows } = await sql<Holder>`
    select id as "accountId", company_id as "companyId", language,
      case when disabled_at is not null or cancelled_at is not null then 'closed'
        when password_hash is null then 'invited' else 'active' end as state,
      exists (select from plants where owner_id = accounts.id) as "ownsPlants"
    from accounts where ${isMatch}`.execute(executor);
  return rows[0];
}
