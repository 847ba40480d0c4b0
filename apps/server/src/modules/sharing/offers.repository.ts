import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { companiesInScope, isAddressedTo, isStillOffered } from "../access/access.service.ts";
import { noticeContact } from "../identity/identity.service.ts";
import type { OfferTarget } from "./offer-target.ts";

export interface HeldPlant {
  readonly id: string;
  readonly ownerId: string;
  readonly companyId: string;
  readonly name: string;
}

/** The plant's row, held until the transaction ends: of all that changes who sees it, one at a time. */
export async function holdPlant(
  trx: Transaction,
  _scope: Scope,
  plantId: string,
): Promise<HeldPlant | undefined> {
  const { rows } = await sql<HeldPlant>`
    select id, owner_id as "ownerId", company_id as "companyId", name from plants where id = ${plantId}
    for no key update`.execute(trx);
  return rows[0];
}

/**
 * The company of the caller's own account, whose row is held until the transaction ends: what comes to it now is found by
 * whoever closes it next. Undefined where it was closed meanwhile. Held before any offer is, as by whoever closes it.
 */
export async function holdOwnAccount(trx: Transaction, scope: Scope): Promise<string | undefined> {
  const { rows } = await sql<{ companyId: string }>`
    select company_id as "companyId" from accounts
    where id = ${scope.accountId} and disabled_at is null and cancelled_at is null for share`.execute(trx);
  return rows[0]?.companyId;
}

/** An account that can still sign in, of the caller's companies. */
export async function isAccountInReach(trx: Transaction, scope: Scope, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts a join companies c on c.id = a.company_id
    where a.id = ${accountId} and a.disabled_at is null and a.cancelled_at is null
      and ${companiesInScope(scope)}`.execute(trx);
  return rows.length > 0;
}

/** The caller's email and phone number in the form they are compared in. */
export async function findOwnContacts(trx: Transaction, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ contact: string }>`
    select own.contact from accounts a, unnest(array[lower(a.email), a.phone]) own (contact)
    where a.id = ${scope.accountId ?? null}::uuid and own.contact is not null`.execute(trx);
  return rows.map(({ contact }) => contact);
}

/** Invitations and transfers the caller offered within the last hour. */
export async function countRecentOffers(trx: Transaction, scope: Scope): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (
      (select count(*) from plant_grants where invited_by = ${scope.accountId} and created_at > now() - interval '1 hour')
      + (select count(*) from plant_transfers
          where from_account_id = ${scope.accountId} and created_at > now() - interval '1 hour')
    )::int as total`.execute(trx);
  return rows[0]?.total ?? 0;
}

export interface Recipient {
  readonly contact: string;
  /** The account's own; null where nobody has the address. */
  readonly language: Language | null;
  readonly actorName: string;
}

/** How a person is reached, and who writes to them; undefined for an account that is closed. */
export async function findRecipient(
  trx: Transaction,
  scope: Scope,
  to: OfferTarget,
): Promise<Recipient | undefined> {
  const isMatch =
    to.accountId === null
      ? sql`${to.contact} in (lower(a.email), a.phone)`
      : sql`a.id = ${to.accountId} and a.disabled_at is null`;
  const { rows } = await sql<Recipient>`
    select coalesce(nullif(${to.contact}, ''), ${noticeContact("a")}) as contact, a.language,
      actor.user_name as "actorName"
    from accounts actor left join accounts a on a.cancelled_at is null and ${isMatch}
    where actor.id = ${scope.accountId} and (a.id is not null or ${to.contact} <> '')`.execute(trx);
  return rows[0];
}

export interface OfferRow {
  readonly kind: "share" | "transfer";
  readonly id: string;
  readonly stationName: string;
  readonly stationNumber: string;
  readonly fromName: string;
  readonly createdAt: Date;
  readonly level: "participant" | "administrator" | null;
  readonly mayOperate: boolean | null;
  readonly endsAt: Date | null;
}

/** Open offers to the caller, the newest first. What one owns already is offered to nobody else. */
export async function listOfferRows(db: Db, scope: Scope): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select 'share' as kind, o.id, p.name as "stationName", p.number as "stationNumber", giver.user_name as "fromName",
      o.created_at as "createdAt", o.level, o.may_operate as "mayOperate", o.ends_at as "endsAt"
    from plant_grants o join plants p on p.id = o.plant_id join accounts giver on giver.id = o.invited_by
    where o.state = 'invited' and (o.ends_at is null or o.ends_at > now()) and p.owner_id <> ${scope.accountId}
      and ${isAddressedTo("share", scope.accountId)} and ${isStillOffered("share")}
    union all
    select 'transfer', o.id, p.name, p.number, giver.user_name, o.created_at, null, null, null
    from plant_transfers o join plants p on p.id = o.plant_id join accounts giver on giver.id = o.from_account_id
    where o.state = 'offered' and ${isAddressedTo("transfer", scope.accountId)} and ${isStillOffered("transfer")}
    order by "createdAt" desc limit 200`.execute(db);
  return rows;
}
