import type { GrantLevel } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { isAddressedTo, isStillOffered } from "../access/access.service.ts";
import type { OfferTarget } from "./offer-target.ts";
import type { HeldPlant } from "./offers.repository.ts";

const isNotOver = sql<boolean>`(ends_at is null or ends_at > now())`;

export async function countOpenInvitations(
  trx: Transaction,
  _scope: Scope,
  plantId: string,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from plant_grants
    where plant_id = ${plantId} and state = 'invited' and ${isNotOver}`.execute(trx);
  return rows[0]?.total ?? 0;
}

/** Writes an invitation; undefined when the same person has an open one. */
export async function insertInvitation(
  trx: Transaction,
  scope: Scope,
  invitation: {
    plantId: string;
    to: OfferTarget;
    level: GrantLevel;
    mayOperate: boolean;
    endsAt: Date | null;
    /** The grant it is given by; null for who needs none. */
    givenUnder: string | null;
  },
): Promise<string | undefined> {
  const { plantId, to, level, mayOperate, endsAt, givenUnder } = invitation;
  // One that nobody answered in time, or nobody can accept any more, makes room for the next.
  await sql`
    update plant_grants o set state = 'ended', ended_at = now(), target = ''
    where o.plant_id = ${plantId} and o.state = 'invited' and not (${isNotOver} and ${isStillOffered("share")})`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string }>`
    insert into plant_grants (plant_id, account_id, target, level, may_operate, state, invited_by, ends_at,
      given_under)
    values (${plantId}, ${to.accountId}, ${to.contact}, ${level}, ${mayOperate}, 'invited', ${scope.accountId}, ${endsAt},
      ${givenUnder})
    on conflict do nothing returning id`.execute(trx);
  return rows[0]?.id;
}

export interface Invitation {
  readonly invitedBy: string;
  readonly level: GrantLevel;
  readonly mayOperate: boolean;
}

/** Answers an open invitation addressed to the caller; undefined when it is no longer open. */
export async function answerInvitation(
  trx: Transaction,
  scope: Scope,
  { grantId, accept }: { grantId: string; accept: boolean },
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    update plant_grants o set state = ${accept ? "active" : "declined"}, account_id = ${scope.accountId}, target = '',
      answered_at = now(), ended_at = case when ${accept} then null else now() end
    where o.id = ${grantId} and o.state = 'invited' and ${isNotOver} and ${isAddressedTo("share", scope.accountId)}
      and ${isStillOffered("share")}
    returning o.level, o.may_operate as "mayOperate", o.invited_by as "invitedBy"`.execute(trx);
  return rows[0];
}

/** A grant that no longer holds. */
export interface EndedGrant {
  readonly grantId: string;
  readonly accountId: string | null;
  /** Where its invitation went; empty once that was answered. */
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

/** Ends one grant, with what was given by it, or takes one invitation back; nothing when it had ended before. */
export async function endGrant(trx: Transaction, _scope: Scope, grantId: string): Promise<EndedGrant[]> {
  return await endWithGiven(trx, sql`g.id = ${grantId}`);
}

/** Ends the active grant an account has of a plant, if any, with what was given by it. */
export async function endGrantOf(
  trx: Transaction,
  _scope: Scope,
  { plantId, accountId }: { plantId: string; accountId: string },
): Promise<EndedGrant[]> {
  return await endWithGiven(
    trx,
    sql`g.plant_id = ${plantId} and g.account_id = ${accountId} and g.state = 'active'`,
  );
}

/** Ends the active grant an account has of a plant to make room for another; what was given by it waits for that. */
export async function replaceGrantOf(
  trx: Transaction,
  _scope: Scope,
  { plantId, accountId }: { plantId: string; accountId: string },
): Promise<EndedGrant | undefined> {
  const { rows } = await sql<EndedGrant>`
    with ended as (
      select id, state, target from plant_grants
      where plant_id = ${plantId} and account_id = ${accountId} and state = 'active'
    )
    ${ending}`.execute(trx);
  return rows[0];
}

/** What was given by one grant hangs on another of the same person from now on, and ends with it at the latest. */
export async function moveGiven(
  trx: Transaction,
  _scope: Scope,
  { fromGrantId, toGrantId }: { fromGrantId: string; toGrantId: string },
): Promise<void> {
  await sql`
    update plant_grants g set given_under = giver.id, ends_at = least(g.ends_at, giver.ends_at)
    from plant_grants giver
    where giver.id = ${toGrantId} and g.given_under = ${fromGrantId} and ${isOpen}`.execute(trx);
}

/** Ends what was given by a grant, but not the grant itself. */
export async function endGiven(trx: Transaction, _scope: Scope, grantId: string): Promise<EndedGrant[]> {
  return await endWithGiven(trx, sql`g.given_under = ${grantId}`);
}

/** An account that goes: for good with its own grants and invitations, else only with what it gave by them. */
export interface Leaving {
  readonly accountId: string;
  readonly isForGood: boolean;
}

/** Of a grant or invitation `g`. */
const goesWith = ({ accountId, isForGood }: Leaving) => sql`(
  g.given_under in (select id from plant_grants where account_id = ${accountId})
  or ${isForGood} and g.account_id = ${accountId}
)`;

/** Plants of which something is in force or open that goes with an account. */
export async function listPlantsLeft(
  trx: Transaction,
  _scope: Scope,
  leaving: Leaving,
): Promise<HeldPlant[]> {
  const { rows } = await sql<HeldPlant>`
    select p.id, p.owner_id as "ownerId", p.company_id as "companyId", p.name from plants p
    where p.id in (select g.plant_id from plant_grants g where ${goesWith(leaving)} and ${isOpen})
    order by p.id`.execute(trx);
  return rows;
}

/** Ends what goes of a plant with an account. */
export async function endLeft(
  trx: Transaction,
  _scope: Scope,
  { plantId, leaving }: { plantId: string; leaving: Leaving },
): Promise<EndedGrant[]> {
  return await endWithGiven(trx, sql`g.plant_id = ${plantId} and ${goesWith(leaving)}`);
}

/** Of an open grant or invitation: what it gives, and to whom. */
export async function findOpenGrant(
  trx: Transaction,
  _scope: Scope,
  grantId: string,
): Promise<{ level: GrantLevel; accountId: string | null } | undefined> {
  const { rows } = await sql<{ level: GrantLevel; accountId: string | null }>`
    select g.level, g.account_id as "accountId" from plant_grants g
    where g.id = ${grantId} and ${isOpen}`.execute(trx);
  return rows[0];
}

/**
 * Ends every open grant and invitation of a plant but those to keep; those of the account itself in any case. What is kept
 * hangs on no grant that ended: the account, whose plant it is now, stands for it, and for open invitations by its name.
 */
export async function endOtherGrants(
  trx: Transaction,
  _scope: Scope,
  options: { plantId: string; keepGrantIds: readonly string[]; accountId: string },
): Promise<EndedGrant[]> {
  const { plantId, keepGrantIds, accountId } = options;
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
  _scope: Scope,
  { plantId, grantIds }: { plantId: string; grantIds: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from plant_grants
    where plant_id = ${plantId} and id = any(${grantIds}::uuid[]) and state in ('invited', 'active')`.execute(
    executor,
  );
  return new Set(rows.map(({ id }) => id));
}
