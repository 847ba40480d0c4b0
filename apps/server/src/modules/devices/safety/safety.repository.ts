import type { SafetyState } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { isKnownAccount } from "../../base/access/history-sql.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { deleteReplaced } from "./left-open.repository.ts";
import { isDrill, shownReason } from "./operation-sql.ts";
import type { OperationKind } from "./safety-states.ts";

/** Devices that open and close. */
export const SWITCHES = sql.raw("('OPT', 'RSD')");

/** A plant's safety state, locked. */
export interface LockedSafety {
  readonly plantId: string;
  readonly state: SafetyState;
  readonly operationId: string | null;
  readonly ledgerNumber: number;
  readonly ledgerHash: Buffer;
}

/** Locks the safety state of a plant until the transaction ends; undefined if the plant is gone. */
export async function lockSafety(
  trx: Transaction,
  plantId: string,
  now: Date,
): Promise<LockedSafety | undefined> {
  await sql`
    insert into plant_safety (plant_id, changed_at)
    select id, ${now} from plants where id = ${plantId}
    on conflict (plant_id) do nothing`.execute(trx);
  const { rows } = await sql<LockedSafety>`
    select plant_id as "plantId", state, operation_id as "operationId", ledger_number::float8 as "ledgerNumber",
      ledger_hash as "ledgerHash"
    from plant_safety where plant_id = ${plantId} for update`.execute(trx);
  return rows[0];
}

export async function setSafety(
  trx: Transaction,
  {
    plantId,
    state,
    operationId,
    now,
  }: { plantId: string; state: SafetyState; operationId: string | null; now: Date },
): Promise<void> {
  await sql`
    update plant_safety set state = ${state}, operation_id = ${operationId}, changed_at = ${now}
    where plant_id = ${plantId}`.execute(trx);
}

export interface OperationRow {
  readonly id: string;
  readonly plantId: string;
  readonly kind: OperationKind;
  readonly authorId: string | null;
  readonly acceptedAt: Date;
  readonly deadlineAt: Date;
  readonly endedAt: Date | null;
  /** The only device that it opens or closes; null: the plant. */
  readonly deviceId: string | null;
}

const operationColumns = sql`o.id, o.plant_id as "plantId", o.kind, o.author_id as "authorId", o.accepted_at as "acceptedAt",
  o.deadline_at as "deadlineAt", o.ended_at as "endedAt", o.device_id as "deviceId"`;

export async function findOperation(db: Db, id: string): Promise<OperationRow | undefined> {
  const { rows } = await sql<OperationRow>`
    select ${operationColumns} from safety_operations o where o.id = ${id}`.execute(db);
  return rows[0];
}

/** The operation of an account with this key, at whichever plant. */
export async function findOperationByKey(
  db: Db,
  { authorId, idempotencyKey }: { authorId: string | undefined; idempotencyKey: string },
): Promise<OperationRow | undefined> {
  const { rows } = await sql<OperationRow>`
    select ${operationColumns} from safety_operations o
    where o.author_id = ${authorId ?? null} and o.idempotency_key = ${idempotencyKey}`.execute(db);
  return rows[0];
}

export interface NewOperation {
  /** Of a press that has an id already. */
  readonly id?: string | undefined;
  readonly plantId: string;
  readonly kind: OperationKind;
  readonly authorId: string | undefined;
  readonly address: string;
  readonly reason: string;
  readonly idempotencyKey: string;
  readonly acceptedAt: Date;
  readonly deadlineAt: Date;
}

/** Inserts an operation with its units and gateways, as they are linked to the plant now. */
export async function insertOperation(trx: Transaction, operation: NewOperation): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into safety_operations
      (id, plant_id, kind, author_id, address, reason, idempotency_key, accepted_at, deadline_at)
    values (coalesce(${operation.id ?? null}::uuid, gen_random_uuid()), ${operation.plantId}, ${operation.kind}, ${operation.authorId ?? null}, ${operation.address},
      ${operation.reason}, ${operation.idempotencyKey}, ${operation.acceptedAt}, ${operation.deadlineAt})
    returning id`.execute(trx);
  const { id } = rows[0] as { id: string };
  await insertUnits(trx, { operationId: id, plantId: operation.plantId });
  await deleteReplaced(trx, { operationId: id, plantId: operation.plantId, deviceId: null });
  await sql`
    insert into safety_gateways (operation_id, gateway_id)
    select ${id}, g.device_id from gateways g join device_links l on l.device_id = g.device_id and l.to_at is null
    where l.plant_id = ${operation.plantId}`.execute(trx);
  return id;
}

/** Units with a switch in a plant, and the gateway above each; only those behind one gateway when it is named. */
export const unitsOfPlant = (plantId: string, gatewayId?: string) => sql`
  select d.id as device_id, coalesce(above.device_id, top.device_id) as gateway_id
  from device_links l join devices d on d.id = l.device_id
  left join device_links parent on parent.device_id = l.parent_id and parent.to_at is null
  left join gateways above on above.device_id = l.parent_id
  left join gateways top on top.device_id = parent.parent_id
  where l.plant_id = ${plantId} and l.to_at is null and d.type in ${SWITCHES}
    and ${
      gatewayId === undefined
        ? sql`true`
        : sql`(l.parent_id = ${gatewayId} or l.parent_id in (
            select child.device_id from device_links child where child.parent_id = ${gatewayId} and child.to_at is null))`
    }`;

/** Adds the units of the plant that the operation does not have yet. */
async function insertUnits(
  trx: Transaction,
  { operationId, plantId }: { operationId: string; plantId: string },
): Promise<void> {
  await sql`
    insert into safety_units (operation_id, device_id, gateway_id)
    select ${operationId}, u.device_id, u.gateway_id from (${unitsOfPlant(plantId)}) u`.execute(trx);
}

/** Says why an operation was pressed; false where that is said already. */
export async function writeReason(trx: Transaction, operationId: string, reason: string): Promise<boolean> {
  const { rows } = await sql`
    update safety_operations set reason = ${reason} where id = ${operationId} and reason = ''
      and not ${isDrill("safety_operations.id")} returning 1`.execute(trx);
  return rows.length > 0;
}

/** Ends an operation; nothing of it is sent any more. */
export async function endOperation(trx: Transaction, operationId: string, now: Date): Promise<void> {
  await sql`update safety_operations set ended_at = ${now} where id = ${operationId} and ended_at is null`.execute(
    trx,
  );
  await sql`update safety_gateways set next_delivery_at = null where operation_id = ${operationId}`.execute(
    trx,
  );
}

/**
 * Locks the gateways of a plant: what is delivered to them until the transaction ends waits, and then reads whether its
 * operation has ended.
 */
export async function lockGateways(trx: Transaction, plantId: string): Promise<void> {
  await sql`
    select from gateways g where g.device_id in (
      select l.device_id from device_links l where l.plant_id = ${plantId} and l.to_at is null
    ) order by g.device_id for update`.execute(trx);
}

export interface SafetyGatewayRow {
  readonly deviceId: string;
  readonly sn: string;
  readonly isOnline: boolean;
  readonly clockOffsetMs: number | null;
  readonly reportIntervalS: number;
}

/** Of a gateway (aliases `g`, `d`). */
const gatewayColumns = sql`g.device_id as "deviceId", d.sn, g.is_online as "isOnline",
  case when g.clock <> 'none' then g.clock_offset_ms end as "clockOffsetMs", g.report_interval_s as "reportIntervalS"`;

export async function listGateways(db: Db, plantId: string): Promise<SafetyGatewayRow[]> {
  const { rows } = await sql<SafetyGatewayRow>`
    select ${gatewayColumns}
    from device_links l join gateways g on g.device_id = l.device_id join devices d on d.id = g.device_id
    where l.plant_id = ${plantId} and l.to_at is null order by d.sn`.execute(db);
  return rows;
}

/** Gateways of a plant with the number of their units that have a switch; no press waits for that. */
export async function listCountedGateways(
  db: Db,
  plantId: string,
): Promise<(SafetyGatewayRow & { readonly unitCount: number })[]> {
  // Counted once for all gateways: a subquery for each would read every unit of the plant as often.
  const { rows } = await sql<SafetyGatewayRow & { unitCount: number }>`
    with counted as materialized (
      select gateway_id, count(*)::int as units from (${unitsOfPlant(plantId)}) u group by gateway_id
    )
    select ${gatewayColumns}, coalesce(counted.units, 0) as "unitCount"
    from device_links l join gateways g on g.device_id = l.device_id join devices d on d.id = g.device_id
    left join counted on counted.gateway_id = g.device_id
    where l.plant_id = ${plantId} and l.to_at is null order by d.sn`.execute(db);
  return rows;
}

/** How many plants an account has shut down since an instant. */
export async function countShutdowns(
  db: Db,
  { accountId, acceptedAt, withinMs }: { accountId: string | undefined; acceptedAt: Date; withinMs: number },
): Promise<number> {
  const since = new Date(acceptedAt.getTime() - withinMs);
  const { rows } = await sql<{ count: number }>`
    select count(distinct plant_id)::int as count from safety_operations
    where author_id = ${accountId ?? null} and kind = 'shutdown' and device_id is null
      and accepted_at > ${since} and accepted_at <= ${acceptedAt}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many units with a switch a plant has. */
export async function countSwitches(db: Db, plantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device_links l join devices d on d.id = l.device_id
    where l.plant_id = ${plantId} and l.to_at is null and d.type in ${SWITCHES}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface PlantRow {
  readonly name: string;
  readonly companyId: string;
}

export async function findPlantRow(db: Db, { plantId }: { plantId: string }): Promise<PlantRow | undefined> {
  const { rows } = await sql<PlantRow>`
    select p.name, p.company_id as "companyId" from plants p where p.id = ${plantId}`.execute(db);
  return rows[0];
}

/** Company of an account; undefined once the account is gone. */
export async function findCompanyOf(db: Db, accountId: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ companyId: string }>`
    select company_id as "companyId" from accounts where id = ${accountId} and cancelled_at is null`.execute(
    db,
  );
  return rows[0]?.companyId;
}

/** Safety state of a plant as its pages show it. */
export interface SafetyRow {
  readonly state: SafetyState;
  readonly operationId: string | null;
}

export async function findSafety(db: Db, plantId: string): Promise<SafetyRow | undefined> {
  const { rows } = await sql<SafetyRow>`
    select state, operation_id as "operationId" from plant_safety where plant_id = ${plantId}`.execute(db);
  return rows[0];
}

export interface ListedOperation extends OperationRow {
  readonly isDrill: boolean;
  readonly reason: string;
  readonly byName: string | null;
}

/** The operation with its author's name, where that is visible to the caller. */
export async function findListedOperation(
  db: Db,
  { scope, operationId }: { scope: Scope; operationId: string },
): Promise<ListedOperation | undefined> {
  const { rows } = await sql<ListedOperation>`
    select ${operationColumns}, ${isDrill("o.id")} as "isDrill", ${shownReason} as reason, (
      select a.user_name from accounts a
      where a.id = l.author_id and a.cancelled_at is null and ${isKnownAccount(scope)}
    ) as "byName"
    from safety_operations o join safety_operations l on l.id = o.id where o.id = ${operationId}`.execute(db);
  return rows[0];
}

/** Names of accounts that the caller may see at a plant. */
export async function listNames(
  db: Db,
  { scope, plant, accountIds }: { scope: Scope; plant: PlantInScope; accountIds: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select a.id, a.user_name as name
    from (select ${plant.plantId}::uuid as plant_id) l cross join accounts a
    where a.id = any(${[...new Set(accountIds)]}::uuid[]) and a.cancelled_at is null and ${isKnownAccount(scope)}`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Plants whose countdown or reset deadline is over. */
export async function listOverdue(db: Db, now: Date): Promise<{ plantId: string; operationId: string }[]> {
  const { rows } = await sql<{ plantId: string; operationId: string }>`
    select s.plant_id as "plantId", o.id as "operationId"
    from plant_safety s join safety_operations o on o.id = s.operation_id
    where s.state in ('shutting-down', 'resetting') and o.deadline_at <= ${now}`.execute(db);
  return rows;
}
