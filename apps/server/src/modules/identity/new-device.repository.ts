import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../infra/postgres/database.ts";
import { noticeContact } from "./accounts.repository.ts";

/** Who wants to be told of a device: set when the account has sessions, but none from this browser and address. */
export async function findNewDeviceReader(
  trx: Transaction,
  device: { accountId: string; userAgent: string; address: string },
): Promise<{ contact: string; language: Language } | undefined> {
  const { rows } = await sql<{ contact: string; language: Language }>`
    select ${noticeContact("a")} as contact, a.language
    from accounts a
    where a.id = ${device.accountId} and a.email_notify and coalesce(a.email, a.phone) is not null
      and exists (select from sessions s where s.account_id = a.id)
      and not exists (
        select from sessions s where s.account_id = a.id and s.address = ${device.address}
          and s.user_agent = ${device.userAgent.slice(0, 400)})`.execute(trx);
  return rows[0];
}
