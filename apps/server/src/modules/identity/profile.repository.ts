import { sql } from "kysely";
import type { Transaction } from "../../infra/postgres/database.ts";

/** What people set of their own account; the only columns that are written here. */
export interface ProfileColumns {
  userName?: string | undefined;
  nickname?: string | undefined;
  salutation?: "Mr" | "Ms" | null | undefined;
  contact?: string | undefined;
  language?: string | undefined;
  emailNotify?: boolean | undefined;
}

/** Writes what is given; what is not stays. */
export async function updateProfile(
  trx: Transaction,
  accountId: string,
  profile: ProfileColumns,
): Promise<void> {
  const { userName = null, nickname = null, contact = null, language = null, emailNotify = null } = profile;
  const hasSalutation = profile.salutation !== undefined;
  await sql`
    update accounts set user_name = coalesce(${userName}, user_name), nickname = coalesce(${nickname}, nickname),
      salutation = case when ${hasSalutation} then ${profile.salutation ?? null} else salutation end,
      contact = coalesce(${contact}, contact), language = coalesce(${language}, language),
      email_notify = coalesce(${emailNotify}, email_notify), updated_at = now()
    where id = ${accountId}`.execute(trx);
}
