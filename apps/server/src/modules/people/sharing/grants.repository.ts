import type { GrantLevel } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { AccountInScope, PlantInScope } from "../../base/access/in-scope.ts";
import { isAddressedTo, isStillOffered } from "../../base/access/offer-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { OfferTarget } from "./offer-target.ts";
import type { PlantFacts } from "./offers.repository.ts";

const isNotExpired = sql<boolean>`(ends_at is null or ends_at > now())`;

export async function countOpenInvitations(trx: Transaction, { plantId }: PlantInScope): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from plant_grants
    where plant_id = ${plantId} and state = 'invited' and ${isNotExpired}`.execute(trx);
  return rows[0]?.total ?? 0;
}

/** Writes an invitation; undefined when the same recipient has an open one. */
export async function insertInvitation(
  trx: Transaction,
  scope: Scope,
  { plantId }: PlantInScope,
  invitation: {
    to: OfferTarget;
    level: GrantLevel;
    mayOperate: boolean;
    endsAt: Date | null;
    /** The giver's own grant; null for owners and companies, who need none. */
    givenUnder: string | null;
    /** The call for several plants; null for one plant. */
    callId: string | null;
  },
): Promise<string | undefined> {
  const { to, level, mayOperate, endsAt, givenUnder, callId } = invitation;
  // Expired invitations, and those that can no longer be accepted, end first.
  await sql`
    update plant_grants o set state = 'ended', ended_at = now(), target = ''
    where o.plant_id = ${plantId} and o.state = 'invited' and not (${isNotExpired} and ${isStillOffered("share")})`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string }>`
    insert into plant_grants (plant_id, account_id, target, level, may_operate, state, invited_by, ends_at,
      given_under, call_id)
    values (${plantId}, ${to.accountId}, ${to.contact}, ${level}, ${mayOperate}, 'invited', ${scope.accountId}, ${endsAt},
      ${givenUnder}, ${callId})
    on conflict do nothing returning id`.execute(trx);
  return rows[0]?.id;
}

export interface Invitation {
  readonly invitedBy: string;
  readonly level: GrantLevel;
  readonly mayOperate: boolean;
}

/** Accepts or declines an open invitation addressed to the caller; undefined when it is no longer open. */
export async function respondToInvitation(
  trx: Transaction,
  scope: Scope,
  { grantId, accept }: { grantId: string; accept: boolean },
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    update plant_grants o set state = ${accept ? "active" : "declined"}, account_id = ${scope.accountId}, target = '',
      answered_at = now(), ended_at = case when ${accept} then null else now() end
    where o.id = ${grantId} and o.state = 'invited' and ${isNotExpired} and ${isAddressedTo("share", scope.accountId)}
      and ${isStillOffered("share")}
    returning o.level, o.may_operate as "mayOperate", o.invited_by as "invitedBy"`.execute(trx);
  return rows[0];
}

/** A grant or invitation that was ended. */
export interface EndedGrant {
  readonly grantId: string;
  readonly accountId: string | null;
  /** Contact the invitation was sent to; empty once it was answered. */
  readonly target: string;
  readonly state: "invited" | "active";
}

const ending = sql`
  update plant_grants g set state = 'ended', ended_at = now(), target = '' from ended where g.id = ended.id
  returning g.id as "grantId", g.account_id as "accountId", ended.target, ended.state`;

const isOpen = sql`g.state in ('invited', 'active')`;

/** Ends the open grants (alias `g`) that meet a condition, and what was given by them. */
async function endWithGiven(trx: Transaction, condition: RawBuilder<unknown>): Promise<EndedGrant[]> {
  const { rows } = await sql<EndedGrant>`
    with recursive chosen as (
      select g.id from plant_grants g where ${isOpen} and ${condition}
      union
      select g.id from plant_grants g join chosen on g.given_under = chosen.id where ${isOpen}
    ),
    ended as (select g.id, g.state, g.target from plant_grants g join chosen on chosen.id = g.id)
    ${ending}`.execute(trx);
  return rows;
}

/** Ends an open grant of the plant with the grants given under it, or withdraws an invitation. */
export async function endGrant(
  trx: Transaction,
  { plantId }: PlantInScope,
  grantId: string,
): Promise<EndedGrant[]> {
  return await endWithGiven(trx, sql`g.id = ${grantId} and g.plant_id = ${plantId}`);
}

/** Ends all open grants of the plant and withdraws its invitations. */
export async function endGrantsOfPlant(trx: Transaction, { plantId }: PlantInScope): Promise<EndedGrant[]> {
  return await endWithGiven(trx, sql`g.plant_id = ${plantId}`);
}

/** Ends the active grant of an account to the plant, if any, with the grants given under it. */
export async function endGrantOf(
  trx: Transaction,
  { plantId }: PlantInScope,
  accountId: string,
): Promise<EndedGrant[]> {
  return await endWithGiven(
    trx,
    sql`g.plant_id = ${plantId} and g.account_id = ${accountId} and g.state = 'active'`,
  );
}

/** Ends the active grant of an account to the plant before it gets another; grants given under it are left for the caller. */
export async function replaceGrantOf(
  trx: Transaction,
  { plantId }: PlantInScope,
  accountId: string,
): Promise<EndedGrant | undefined> {
  const { rows } = await sql<EndedGrant>`
    with ended as (
      select id, state, target from plant_grants
      where plant_id = ${plantId} and account_id = ${accountId} and state = 'active'
    )
    ${ending}`.execute(trx);
  return rows[0];
}

/** Moves the grants given under one grant to another one of the same account, with which they end at the latest. */
export async function moveDependentGrants(
  trx: Transaction,
  { plantId }: PlantInScope,
  { fromGrantId, toGrantId }: { fromGrantId: string; toGrantId: string },
): Promise<void> {
  await sql`
    update plant_grants g set given_under = giver.id, ends_at = least(g.ends_at, giver.ends_at)
    from plant_grants giver
    where giver.id = ${toGrantId} and g.given_under = ${fromGrantId} and g.plant_id = ${plantId} and ${isOpen}`.execute(
    trx,
  );
}

/** Ends the grants given under a grant, but not the grant itself. */
export async function endDependentGrants(
  trx: Transaction,
  { plantId }: PlantInScope,
  grantId: string,
): Promise<EndedGrant[]> {
  return await endWithGiven(trx, sql`g.given_under = ${grantId} and g.plant_id = ${plantId}`);
}

/** An account that is closed: if it is cancelled, its own grants end too, else only those given under them. */
export interface ClosedAccount {
  readonly account: AccountInScope;
  readonly isCancelled: boolean;
}

/** Whether a grant or invitation `g` ends with a closed account. */
const endsWith = ({ account: { accountId }, isCancelled }: ClosedAccount) => sql`(
  g.given_under in (select id from plant_grants where account_id = ${accountId})
  or ${isCancelled} and g.account_id = ${accountId}
)`;

/** Plants with open grants or invitations that end with a closed account. */
export async function listPlantsOfClosedAccount(
  trx: Transaction,
  closed: ClosedAccount,
): Promise<PlantFacts[]> {
  const { rows } = await sql<PlantFacts>`
    select p.id as "plantId", p.owner_id as "ownerId", p.company_id as "companyId", p.name from plants p
    where p.id in (select g.plant_id from plant_grants g where ${endsWith(closed)} and ${isOpen})
    order by p.id`.execute(trx);
  return rows;
}

/** Ends the grants and invitations of a plant that end with a closed account. */
export async function endGrantsOfClosedAccount(
  trx: Transaction,
  closed: ClosedAccount,
  plantId: string,
): Promise<EndedGrant[]> {
  return await endWithGiven(trx, sql`g.plant_id = ${plantId} and ${endsWith(closed)}`);
}

/** Level and account of an open grant or invitation of the plant. */
export async function findOpenGrant(
  trx: Transaction,
  { plantId }: PlantInScope,
  grantId: string,
): Promise<{ level: GrantLevel; accountId: string | null } | undefined> {
  const { rows } = await sql<{ level: GrantLevel; accountId: string | null }>`
    select g.level, g.account_id as "accountId" from plant_grants g
    where g.id = ${grantId} and g.plant_id = ${plantId} and ${isOpen}`.execute(trx);
  return rows[0];
}

/**
 * Ends every open grant and invitation of a plant except those to keep, and those of the new owner in any case. Kept
 * grants no longer depend on a grant that ended: the new owner is their giver, and the inviter of open invitations.
 */
export async function endOtherGrants(
  trx: Transaction,
  { plantId }: PlantInScope,
  { keepGrantIds, accountId }: { keepGrantIds: readonly string[]; accountId: string },
): Promise<EndedGrant[]> {
  const { rows } = await sql<EndedGrant>`
    with ended as (
      select id, state, target from plant_grants
      where plant_id = ${plantId} and state in ('invited', 'active')
        and (not id = any(${keepGrantIds}::uuid[]) or account_id = ${accountId})
    )
    ${ending}`.execute(trx);
  await sql`
    update plant_grants set given_under = null
    where given_under = any(${rows.map(({ grantId }) => grantId)}::uuid[]) and state in ('invited', 'active')`.execute(
    trx,
  );
  await sql`
    update plant_grants set invited_by = ${accountId}
    where plant_id = ${plantId} and state = 'invited' and given_under is null`.execute(trx);
  return rows;
}

/** Those of the given ids that are open grants or invitations of the plant. */
export async function listOpenGrantIds(
  executor: Db | Transaction,
  { plantId }: PlantInScope,
  grantIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from plant_grants
    where plant_id = ${plantId} and id = any(${grantIds}::uuid[]) and state in ('invited', 'active')`.execute(
    executor,
  );
  return new Set(rows.map(({ id }) => id));
}
