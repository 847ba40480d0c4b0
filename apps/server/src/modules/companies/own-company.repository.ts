import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../infra/postgres/database.ts";

export interface NewOwner {
  userName: string;
  email: string | undefined;
  phone: string | undefined;
  language: Language;
  passwordHash: string;
}

const idOf = (rows: readonly { id: string }[]) => (rows[0] as { id: string }).id;

export async function insertOwnCompany(trx: Transaction, name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into companies (upstream_id, name)
    select id, ${name} from companies where upstream_id is null
    returning id`.execute(trx);
  return idOf(rows);
}

/**
 * The account of the built-in role `owner`, which becomes the company's administrator. A code has proved its contact. A
 * company that is named after the person remembers it: the name goes with the account, whatever that is called by then.
 */
export async function insertOwner(
  trx: Transaction,
  owner: NewOwner & { companyId: string; isNamesake: boolean },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into accounts (company_id, role_id, relation, user_name, email, phone, language, password_hash,
      email_verified_at, phone_verified_at)
    select ${owner.companyId}, id, 'customer', ${owner.userName}, ${owner.email ?? null}, ${owner.phone ?? null},
      ${owner.language}, ${owner.passwordHash}, case when ${owner.email ?? null}::text is not null then now() end,
      case when ${owner.phone ?? null}::text is not null then now() end
    from roles where code = 'owner'
    returning id`.execute(trx);
  const accountId = idOf(rows);
  await sql`
    update companies set administrator_id = ${accountId}, named_after = ${owner.isNamesake ? accountId : null}
    where id = ${owner.companyId}`.execute(trx);
  return accountId;
}
