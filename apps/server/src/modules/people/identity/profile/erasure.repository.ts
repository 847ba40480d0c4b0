import { sql } from "kysely";
import type { Transaction } from "../../../../infra/postgres/database.ts";
import { isNumberOfAccount } from "./contact-erasure.repository.ts";

/** Ends the offers to the account's verified contacts. An unverified one may belong to another person. */
export async function endOffersToContacts(
  trx: Transaction,
  { accountId, at }: { accountId: string; at: Date },
): Promise<void> {
  const contacts = sql`
    select unnest(array[
      case when email_verified_at is not null then lower(email) end,
      case when phone_verified_at is not null then phone end
    ]) from accounts where id = ${accountId}`;
  await sql`
    update plant_grants set state = 'ended', ended_at = ${at}, target = ''
    where account_id is null and state = 'invited' and target in (${contacts})`.execute(trx);
  await sql`
    update plant_transfers set state = 'declined', answered_at = ${at}, target = ''
    where to_account_id is null and state = 'offered' and target in (${contacts})`.execute(trx);
}

/**
 * Clears the contact of the account's company where it is this person. A company without another open account that is
 * named after a person also loses its name and address.
 */
export async function eraseFromCompany(trx: Transaction, accountId: string): Promise<void> {
  const hasName = sql`lower(c.contact) in (lower(a.user_name), lower(a.nickname))`;
  const hasEmail = sql`lower(c.contact_email) = lower(a.email)`;
  const hasPhone = isNumberOfAccount(sql`c.contact_phone`);
  await sql`
    update companies c set
      contact = case when ${hasName} or ${hasEmail} or ${hasPhone} then '' else c.contact end,
      contact_email = case when ${hasEmail} then '' else c.contact_email end,
      contact_phone = case when ${hasPhone} then '' else c.contact_phone end,
      updated_at = clock_timestamp()
    from accounts a where a.id = ${accountId} and c.id = a.company_id`.execute(trx);
  await sql`
    update companies c set name = 'cancelled', address = '', contact = '', contact_email = '', contact_phone = '',
      named_after = null, updated_at = clock_timestamp()
    from accounts a
    where a.id = ${accountId} and c.id = a.company_id
      and (c.named_after is not null or lower(c.name) in (lower(a.user_name), lower(a.nickname)))
      and not exists (
        select from accounts other
        where other.company_id = c.id and other.id <> a.id and other.cancelled_at is null
      )`.execute(trx);
}

/** The id of the account's picture, if it has one. */
export async function findAvatarId(trx: Transaction, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ avatarId: string }>`
    select avatar_id as "avatarId" from accounts where id = ${accountId} and avatar_id is not null`.execute(
    trx,
  );
  return rows[0]?.avatarId;
}

/** Deletes what belongs to the account alone, and clears what refers to it as a person. */
export async function deletePersonalRows(
  trx: Transaction,
  { accountId, at }: { accountId: string; at: Date },
): Promise<void> {
  await sql`delete from invitations where account_id = ${accountId}`.execute(trx);
  await sql`update companies set administrator_id = null where administrator_id = ${accountId}`.execute(trx);
  await sql`update sessions set user_agent = '', address = '' where account_id = ${accountId}`.execute(trx);
  await sql`
    update plant_transfers set state = 'declined', answered_at = ${at}
    where to_account_id = ${accountId} and state = 'offered'`.execute(trx);
  await sql`delete from alarm_mail_settings where account_id = ${accountId}`.execute(trx);
  await sql`delete from webhooks where account_id = ${accountId}`.execute(trx);
  await sql`delete from jobs where account_id = ${accountId}`.execute(trx);
  await sql`delete from report_schedules where account_id = ${accountId}`.execute(trx);
  await sql`delete from device_imports where account_id = ${accountId}`.execute(trx);
  await sql`delete from api_keys where account_id = ${accountId}`.execute(trx);
  await sql`delete from list_views where account_id = ${accountId}`.execute(trx);
  await sql`delete from drafts where account_id = ${accountId}`.execute(trx);
  await sql`delete from account_scope_plants where account_id = ${accountId}`.execute(trx);
}
