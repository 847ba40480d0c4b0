import type { CommandCode, CommandState } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

export interface IgnitionRow {
  readonly ignitionId: string;
  readonly mode: "auto" | "manual";
  readonly at: Date;
  readonly gatewaySn: string;
  readonly authorId: string | null;
  readonly unitsStarted: number | null;
  readonly unitsFailed: number | null;
  readonly commandState: CommandState | null;
  readonly code: CommandCode | null;
}

export async function listIgnitionRows(
  db: Db,
  plantId: string,
  query: { page: number; pageSize: number; order: "asc" | "desc"; mode?: "auto" | "manual" | undefined },
): Promise<{ rows: IgnitionRow[]; total: number }> {
  const { page, pageSize, order, mode } = query;
  const chosen = sql`i.plant_id = ${plantId} and (${mode ?? null}::text is null or i.mode = ${mode ?? null})`;
  const { rows } = await sql<IgnitionRow>`
    select i.id as "ignitionId", i.mode, i.at, d.sn as "gatewaySn", i.author_id as "authorId",
      i.units_started as "unitsStarted", i.units_failed as "unitsFailed", c.state as "commandState", c.code
    from ignitions i join devices d on d.id = i.gateway_id left join commands c on c.id = i.command_id
    where ${chosen} order by i.at ${sql.raw(order)}, i.id
    offset ${(page - 1) * pageSize} limit ${pageSize}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ignitions i where ${chosen}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function insertManual(
  trx: Transaction,
  one: { plantId: string; gatewayId: string; authorId: string | undefined; commandId: string; at: Date },
): Promise<void> {
  await sql`
    insert into ignitions (plant_id, gateway_id, mode, at, author_id, command_id)
    values (${one.plantId}, ${one.gatewayId}, 'manual', ${one.at}, ${one.authorId ?? null}, ${one.commandId})`.execute(
    trx,
  );
}

/** The command of a manual ignition of the plant. */
export async function findCommandOf(
  db: Db,
  { plantId, ignitionId }: { plantId: string; ignitionId: string },
): Promise<{ commandId: string | null } | undefined> {
  const { rows } = await sql<{ commandId: string | null }>`
    select command_id as "commandId" from ignitions where id = ${ignitionId} and plant_id = ${plantId}`.execute(
    db,
  );
  return rows[0];
}

/** Whether this account has pressed with this key already: its command of the first gateway. */
export async function isPressed(
  db: Db,
  { authorId, idempotencyKey }: { authorId: string | undefined; idempotencyKey: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from commands
    where author_id = ${authorId ?? null} and op = 'ignite' and idempotency_key like ${`${idempotencyKey}-%`}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * What a gateway reported: the outcome of the manual ignition that was delivered to it since an instant, else an automatic one
 * that starts here. Reports of one instant are one ignition.
 */
export async function noteReported(
  trx: Transaction,
  report: { plantId: string; gatewayId: string; at: Date; started: number; failed: number; since: Date },
): Promise<void> {
  const { plantId, gatewayId, at, started, failed, since } = report;
  const { rows } = await sql`
    update ignitions i set reported_at = ${at}, units_started = ${started}, units_failed = ${failed}
    from commands c
    where c.id = i.command_id and i.gateway_id = ${gatewayId} and i.reported_at is null and c.delivered_at > ${since}
    returning i.id`.execute(trx);
  if (rows.length > 0) return;
  await sql`
    insert into ignitions (plant_id, gateway_id, mode, at, reported_at, units_started, units_failed)
    values (${plantId}, ${gatewayId}, 'auto', ${at}, ${at}, ${started}, ${failed})`.execute(trx);
}
