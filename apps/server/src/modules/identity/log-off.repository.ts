import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { releasePicture } from "../pictures/pictures.service.ts";
import { forgetMessages, isNumberOfAccount } from "./forget-contacts.repository.ts";
import { deleteFactors } from "./second-factors.repository.ts";

/** Holds the account's row, so that no plant becomes its own until the transaction ends. */
export async function lockAccount(trx: Transaction, accountId: string): Promise<void> {
  await sql`select from accounts where id = ${accountId} for update`.execute(trx);
}

export async function listOwnedPlants(
  db: Db | Transaction,
  { accountId, most }: { accountId: string; most: number },
): Promise<{ plants: Array<{ stationId: string; name: string }>; total: number }> {
  const { rows } = await sql<{ stationId: string; name: string; total: number }>`
    select id as "stationId", name, (count(*) over ())::int as total
    from plants where owner_id = ${accountId} order by name, id limit ${most}`.execute(db);
  return {
    plants: rows.map(({ stationId, name }) => ({ stationId, name })),
    total: rows[0]?.total ?? 0,
  };
}

/** Accounts besides this one that hold ROOT and can sign in: who is only invited has no password yet, and cannot. */
export async function countOtherRoots(trx: Transaction, accountId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from accounts a join roles r on r.id = a.role_id
    where r.code = 'ROOT' and a.scope_kind = 'company' and a.disabled_at is null and a.cancelled_at is null
      and a.password_hash is not null
      and a.id <> ${accountId}`.execute(trx);
  return rows[0]?.total ?? 0;
}

/**
 * Offers to an email or phone number that the account proved to be its own are over with it. One it never proved may be
 * somebody else's.
 */
async function forgetInOffers(
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
 * Takes the person out of their company: as its contact, and from a company of nobody else the name it has from the
 * person, or from somebody who left it before, with the address where it lies.
 */
async function forgetInCompany(trx: Transaction, accountId: string): Promise<void> {
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

async function releaseAvatar(trx: Transaction, accountId: string): Promise<void> {
  const { rows } = await sql<{ avatarId: string }>`
    select avatar_id as "avatarId" from accounts where id = ${accountId} and avatar_id is not null`.execute(
    trx,
  );
  for (const { avatarId } of rows) await releasePicture(trx, avatarId);
}

/** Keeps the row, to which the audit refers, and takes everything that tells whose it was but for what stands at plants. */
export async function eraseRows(
  trx: Transaction,
  { accountId, at }: { accountId: string; at: Date },
): Promise<void> {
  await forgetInOffers(trx, { accountId, at });
  await forgetInCompany(trx, accountId);
  await forgetMessages(trx, accountId);
  await sql`delete from invitations where account_id = ${accountId}`.execute(trx);
  await releaseAvatar(trx, accountId);
  await sql`
    update accounts set user_name = 'cancelled', nickname = '', salutation = null, email = null, phone = null,
      contact = '', remarks = '', avatar_id = null, password_hash = null, email_notify = false, supervisor_id = null,
      cancelled_at = ${at}, updated_at = now()
    where id = ${accountId}`.execute(trx);
  await sql`update accounts set supervisor_id = null where supervisor_id = ${accountId}`.execute(trx);
  await sql`update companies set administrator_id = null where administrator_id = ${accountId}`.execute(trx);
  await sql`update sessions set user_agent = '', address = '' where account_id = ${accountId}`.execute(trx);
  await deleteFactors(trx, accountId);
  await sql`
    update plant_transfers set state = 'declined', answered_at = ${at}
    where to_account_id = ${accountId} and state = 'offered'`.execute(trx);
  await sql`delete from drafts where account_id = ${accountId}`.execute(trx);
  await sql`delete from account_scope_plants where account_id = ${accountId}`.execute(trx);
}
