import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { Offer } from "./plant-access.ts";
import { companiesOfPlant } from "./scope-sql.ts";

const accountColumns = { share: "account_id", transfer: "to_account_id" } as const;

/**
 * SQL condition on the table alias `o` (plant_grants or plant_transfers): it was offered to this account, by its id or by
 * its current email or phone number, provided that a code has verified it: others may be typed by the account's creator.
 */
export function isAddressedTo(kind: Offer["kind"], accountId: string | undefined): RawBuilder<boolean> {
  const account = sql.ref(`o.${accountColumns[kind]}`);
  return sql<boolean>`(
    ${account} = ${accountId ?? null}::uuid
    or (${account} is null and o.target <> '' and o.target in (
      select unnest(array[
        case when me.email_verified_at is not null then lower(me.email) end,
        case when me.phone_verified_at is not null then me.phone end
      ]) from accounts me where me.id = ${accountId ?? null}::uuid
    ))
  )`;
}

const hasCompanyAccess = sql<boolean>`(
  giver.company_id in ${companiesOfPlant} and (giver.scope_kind = 'company' or exists (
    select from account_scope_plants chosen where chosen.account_id = giver.id and chosen.plant_id = p.id
  ))
)`;

/** The inviter still has the right to share: as owner, through the company, or by the grant it was given under. */
const mayStillShare = sql<boolean>`
  case when o.given_under is null then p.owner_id = giver.id or ${hasCompanyAccess}
    else exists (
      select from plant_grants own
      where own.id = o.given_under and own.state = 'active' and (own.ends_at is null or own.ends_at > now())
    )
  end`;

const givers = { share: "invited_by", transfer: "from_account_id" } as const;

/**
 * SQL condition on the table alias `o` (plant_grants or plant_transfers): the account that made the offer could still make
 * it: it is not closed, and still owns or administers the plant. Other open offers cannot be accepted.
 */
export function isStillOffered(kind: Offer["kind"]): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from accounts giver join plants p on p.id = o.plant_id
    where giver.id = ${sql.ref(`o.${givers[kind]}`)} and giver.disabled_at is null and giver.cancelled_at is null
      and ${kind === "share" ? mayStillShare : sql`p.owner_id = giver.id`}
  )`;
}
