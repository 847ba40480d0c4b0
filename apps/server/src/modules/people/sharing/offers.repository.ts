import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import { isAddressedTo, isStillOffered } from "../../base/access/offer-sql.ts";
import type { Offer } from "../../base/access/plant-access.ts";
import type { Scope } from "../../base/access/scope.ts";
import { companiesInScope, plantsInScope } from "../../base/access/scope-sql.ts";

/** What audit rows and notifications need of a plant. */
export interface PlantFacts {
  readonly plantId: string;
  readonly ownerId: string;
  readonly companyId: string;
  readonly name: string;
}

export interface LockedPlant extends PlantFacts, PlantInScope {}

const plantFacts = sql`p.id as "plantId", p.owner_id as "ownerId", p.company_id as "companyId", p.name`;

/** Locks the plant until the transaction ends, so that changes of its access run one at a time. */
export async function lockPlant(
  trx: Transaction,
  scope: Scope,
  plantId: string,
): Promise<LockedPlant | undefined> {
  const { rows } = await sql<LockedPlant>`
    select ${plantFacts} from plants p where p.id = ${plantId} and ${plantsInScope(scope)}
    for no key update`.execute(trx);
  return rows[0];
}

const OFFER_TABLES = { share: "plant_grants", transfer: "plant_transfers" } as const;

/** Locks the plant of an offer that is addressed to the caller, or was until the caller answered it. */
export async function lockPlantOfOffer(
  trx: Transaction,
  scope: Scope,
  offer: Offer,
): Promise<LockedPlant | undefined> {
  const { rows } = await sql<LockedPlant>`
    select ${plantFacts} from plants p join ${sql.table(OFFER_TABLES[offer.kind])} o on o.plant_id = p.id
    where o.id = ${offer.id} and ${isAddressedTo(offer.kind, scope.accountId)}
    for no key update of p`.execute(trx);
  return rows[0];
}

/** Whether an account can sign in and belongs to a company in the caller's scope. */
export async function isOpenAccountInScope(
  trx: Transaction,
  scope: Scope,
  accountId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from accounts a join companies c on c.id = a.company_id
    where a.id = ${accountId} and a.disabled_at is null and a.cancelled_at is null
      and ${companiesInScope(scope)}`.execute(trx);
  return rows.length > 0;
}

/** The caller's email and phone number in normalized form. */
export async function findOwnContacts(trx: Transaction, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ contact: string }>`
    select own.contact from accounts a, unnest(array[lower(a.email), a.phone]) own (contact)
    where a.id = ${scope.accountId ?? null}::uuid and own.contact is not null`.execute(trx);
  return rows.map(({ contact }) => contact);
}

/** Invitations and transfers the caller offered within the last hour; those of one call for several plants are one. */
export async function countRecentOffers(trx: Transaction, scope: Scope): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (
      (select count(distinct coalesce(call_id, id)) from plant_grants
        where invited_by = ${scope.accountId} and created_at > now() - interval '1 hour')
      + (select count(*) from plant_transfers
          where from_account_id = ${scope.accountId} and created_at > now() - interval '1 hour')
    )::int as total`.execute(trx);
  return rows[0]?.total ?? 0;
}

/** The caller's user name. */
export async function getOwnName(trx: Transaction, scope: Scope): Promise<string> {
  const { rows } = await sql<{ userName: string }>`
    select user_name as "userName" from accounts where id = ${scope.accountId}`.execute(trx);
  return (rows[0] as { userName: string }).userName;
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

/** Open offers to the caller, newest first, without plants that the caller already owns. */
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
