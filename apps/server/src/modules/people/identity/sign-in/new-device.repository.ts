import { sql } from "kysely";
import type { Transaction } from "../../../../infra/postgres/database.ts";

/** Whether the account has sessions, but none from this browser and address. */
export async function isNewDevice(
  trx: Transaction,
  { accountId, userAgent, address }: { accountId: string; userAgent: string; address: string },
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select exists (select from sessions s where s.account_id = ${accountId})
      and not exists (
        select from sessions s where s.account_id = ${accountId} and s.address = ${address}
          and s.user_agent = ${userAgent.slice(0, 400)}) as "isNew"`.execute(trx);
  return rows[0]?.isNew === true;
}
