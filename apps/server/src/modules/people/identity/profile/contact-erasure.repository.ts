import { sql } from "kysely";
import { deleteMessagesTo } from "../../../../infra/mail/outbox.repository.ts";
import type { Transaction } from "../../../../infra/postgres/database.ts";

const digits = (number: ReturnType<typeof sql>) => sql`regexp_replace(${number}, '\\D', '', 'g')`;

/** Whether a typed number is that of the account `a`, which is stored in E.164, in one of its spellings. */
export const isNumberOfAccount = (typed: ReturnType<typeof sql>) => sql`
  ${digits(typed)} in (${digits(sql`a.phone`)}, '00' || ${digits(sql`a.phone`)},
    regexp_replace(${digits(sql`a.phone`)}, '^86', ''))`;

/** Contact fields that were cleared at a plant, with their previous values. */
export interface ErasedContact {
  readonly plantId: string;
  readonly companyId: string;
  readonly original: Readonly<Record<string, string>>;
}

/**
 * Clears the person's contact at plants they added, transferred, administered or have access to by their company. Other
 * plants keep their contacts, and the location stays: it is the plant's.
 */
export async function eraseFromPlants(trx: Transaction, accountId: string): Promise<ErasedContact[]> {
  const { rows } = await sql<ErasedContact>`
    with known as (
      select p.id, p.email, p.phone, p.person_in_charge,
        coalesce(lower(p.email) = lower(a.email), false) as has_email,
        coalesce(${isNumberOfAccount(sql`p.phone`)}, false) as has_phone,
        p.person_in_charge <> '' and lower(p.person_in_charge) in (lower(a.user_name), lower(a.nickname)) as has_name,
        lower(p.person_in_charge) in (lower(o.user_name), lower(o.nickname)) as names_owner,
        coalesce(p.created_by = a.id, false) or exists (
          select from plant_transfers t
          where t.plant_id = p.id and t.from_account_id = a.id and t.state = 'accepted'
        ) as was_owner,
        coalesce(a.company_id in (p.company_id, p.installer_company_id), false) or exists (
          select from plant_grants g
          where g.plant_id = p.id and g.account_id = a.id and g.level = 'administrator' and g.answered_at is not null
        ) as had_access
      from accounts a cross join plants p join accounts o on o.id = p.owner_id
      where a.id = ${accountId}
    ),
    found as (
      -- A different name next to the person's contact is erased too, unless it is the current owner's.
      select *, has_name or was_owner and (has_email or has_phone) and not names_owner as loses_name from known
      where (was_owner or had_access) and (has_email or has_phone or has_name)
    )
    update plants p set
      email = case when f.has_email then '' else p.email end,
      phone = case when f.has_phone then '' else p.phone end,
      person_in_charge = case when f.loses_name then '' else p.person_in_charge end,
      updated_at = clock_timestamp()
    from found f where p.id = f.id
    returning p.id as "plantId", p.company_id as "companyId", json_strip_nulls(json_build_object(
      'email', case when f.has_email then f.email end, 'phone', case when f.has_phone then f.phone end,
      'personInCharge', case when f.loses_name then f.person_in_charge end)) as original`.execute(trx);
  return rows;
}

/** Deletes unsent messages to the account's verified contacts. An unverified one may belong to another person. */
export async function deleteUnsentMessages(trx: Transaction, accountId: string): Promise<void> {
  const { rows } = await sql<{ email: string | null; phone: string | null }>`
    select case when email_verified_at is not null then email end as email,
      case when phone_verified_at is not null then phone end as phone
    from accounts where id = ${accountId}`.execute(trx);
  const recipients = rows.flatMap(({ email, phone }) => [email, phone]).filter((each) => each !== null);
  await deleteMessagesTo(trx, recipients);
}
