import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import { isAddressedTo, isStillOffered } from "../../base/access/offer-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { OfferTarget } from "./offer-target.ts";

/** Writes an offer of the plant; undefined while another one is open. */
export async function insertTransfer(
  trx: Transaction,
  scope: Scope,
  { plantId }: PlantInScope,
  { to, keepGrantIds }: { to: OfferTarget; keepGrantIds: readonly string[] },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into plant_transfers (plant_id, from_account_id, to_account_id, target, keep_grant_ids, state)
    values (${plantId}, ${scope.accountId}, ${to.accountId}, ${to.contact}, ${keepGrantIds}::uuid[], 'offered')
    on conflict do nothing returning id`.execute(trx);
  return rows[0]?.id;
}

export interface ClosedTransfer {
  readonly fromAccountId: string;
  readonly keepGrantIds: string[];
}

/** Accepts or declines an open offer addressed to the caller; undefined when it is no longer open. */
export async function respondToTransferOffer(
  trx: Transaction,
  scope: Scope,
  { transferId, accept }: { transferId: string; accept: boolean },
): Promise<ClosedTransfer | undefined> {
  const { rows } = await sql<ClosedTransfer>`
    update plant_transfers o set state = ${accept ? "accepted" : "declined"}, to_account_id = ${scope.accountId},
      target = '', answered_at = now()
    where o.id = ${transferId} and o.state = 'offered' and ${isAddressedTo("transfer", scope.accountId)}
      and ${isStillOffered("transfer")}
    returning o.from_account_id as "fromAccountId", o.keep_grant_ids as "keepGrantIds"`.execute(trx);
  return rows[0];
}

export interface WithdrawnTransfer {
  readonly transferId: string;
  readonly accountId: string | null;
  readonly target: string;
}

/** Withdraws the open offer of the plant, only that one if an id is given; undefined when there is none. */
export async function withdrawTransferOffer(
  trx: Transaction,
  { plantId }: PlantInScope,
  transferId?: string,
): Promise<WithdrawnTransfer | undefined> {
  const { rows } = await sql<WithdrawnTransfer>`
    with open as (
      select id, target from plant_transfers
      where plant_id = ${plantId} and state = 'offered' and id = coalesce(${transferId ?? null}::uuid, id)
    )
    update plant_transfers t set state = 'withdrawn', target = '', answered_at = now() from open where t.id = open.id
    returning t.id as "transferId", t.to_account_id as "accountId", open.target`.execute(trx);
  return rows[0];
}

/** Makes the caller the owner of the plant, and the given company its company. */
export async function updateOwner(
  trx: Transaction,
  scope: Scope,
  { plantId }: PlantInScope,
  companyId: string,
): Promise<void> {
  await sql`
    update plants set owner_id = ${scope.accountId}, company_id = ${companyId}, updated_at = clock_timestamp()
    where id = ${plantId}`.execute(trx);
}
