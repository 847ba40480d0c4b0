import { sql } from "kysely";
import { deleteMessagesTo } from "../../infra/mail/outbox.repository.ts";
import type { Transaction } from "../../infra/postgres/database.ts";

const digits = (number: ReturnType<typeof sql>) => sql`regexp_replace(${number}, '\\D', '', 'g')`;

/** Whether what somebody typed is the number of the account `a`, which is E.164, in one of its spellings. */
export const isNumberOfAccount = (typed: ReturnType<typeof sql>) => sql`
  ${digits(typed)} in (${digits(sql`a.phone`)}, '00' || ${digits(sql`a.phone`)},
    regexp_replace(${digits(sql`a.phone`)}, '^86', ''))`;

/**
 * Takes the person out of the contact of plants: of those they added, handed on or reach by their company, and of any
 * that name a contact they proved to be their own. Where the plant lies stays: that is the plant's.
 */
export async function forgetInPlants(trx: Transaction, accountId: string): Promise<void> {
  await sql`
    with seen as (
      select p.id, a.email_verified_at, a.phone_verified_at,
        coalesce(lower(p.email) = lower(a.email), false) as has_email,
        coalesce(${isNumberOfAccount(sql`p.phone`)}, false) as has_phone,
        p.person_in_charge <> '' and lower(p.person_in_charge) in (lower(a.user_name), lower(a.nickname)) as has_name,
        lower(p.person_in_charge) in (lower(o.user_name), lower(o.nickname)) as names_owner,
        coalesce(a.company_id in (p.company_id, p.installer_company_id), false)
          or coalesce(p.created_by = a.id, false)
          or exists (
            select from plant_transfers t
            where t.plant_id = p.id and t.from_account_id = a.id and t.state = 'accepted'
          ) as is_known
      from accounts a cross join plants p join accounts o on o.id = p.owner_id
      where a.id = ${accountId}
    )
    update plants p set
      email = case when s.has_email then '' else p.email end,
      phone = case when s.has_phone then '' else p.phone end,
      -- Of another name beside a contact of theirs, unless whoever has the plant now put the own one there.
      person_in_charge = case
        when s.has_name or (s.has_email or s.has_phone) and not s.names_owner then '' else p.person_in_charge end,
      updated_at = clock_timestamp()
    from seen s
    where p.id = s.id and (
      s.is_known and (s.has_email or s.has_phone or s.has_name)
      or s.has_email and s.email_verified_at is not null
      or s.has_phone and s.phone_verified_at is not null
    )`.execute(trx);
}

/** What still waits to be sent to contacts the account proved to be its own. Another one may be somebody else's. */
export async function forgetMessages(trx: Transaction, accountId: string): Promise<void> {
  const { rows } = await sql<{ email: string | null; phone: string | null }>`
    select case when email_verified_at is not null then email end as email,
      case when phone_verified_at is not null then phone end as phone
    from accounts where id = ${accountId}`.execute(trx);
  const recipients = rows.flatMap(({ email, phone }) => [email, phone]).filter((each) => each !== null);
  await deleteMessagesTo(trx, recipients);
}
