import type { CommandResultState, CommandState, DeviceType, endpoints, QueryOf } from "@heliograph/contract";
import type { CommandOp } from "@heliograph/protocol";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { isKnownAccount } from "../../base/access/history-sql.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";

export interface ListedCommandRow {
  readonly commandId: string;
  readonly op: CommandOp;
  readonly state: CommandState;
  readonly code: string | null;
  readonly percent: number | null;
  readonly gatewayId: string;
  readonly gatewaySn: string;
  readonly targetId: string | null;
  readonly targetSn: string | null;
  readonly resultCount: number;
  readonly doneCount: number;
  readonly args: Record<string, unknown>;
  readonly byName: string | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  readonly deliveries: number;
  readonly deadlineAt: Date | null;
  readonly repliedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** Columns of a command (alias `l`); `target` is its only device, `counted` its results. */
const listed = (scope: Scope): RawBuilder<unknown> => sql`
  l.id as "commandId", l.op, l.state, l.code, l.percent, l.gateway_id as "gatewayId", d.sn as "gatewaySn",
  target.id as "targetId", target.sn as "targetSn", counted.total as "resultCount", counted.done as "doneCount", l.args,
  (
    select a.user_name from accounts a
    where a.id = l.author_id and a.cancelled_at is null and ${isKnownAccount(scope)}
  ) as "byName",
  l.created_at as "createdAt", l.delivered_at as "deliveredAt", l.deliveries, l.deadline_at as "deadlineAt",
  l.answered_at as "repliedAt", l.finished_at as "finishedAt"
  from commands l join devices d on d.id = l.gateway_id
  cross join lateral (
    select count(*)::int as total, (count(*) filter (where r.state = 'done'))::int as done,
      case when count(*) = 1 then (array_agg(r.device_id))[1] end as device_id
    from command_results r where r.command_id = l.id
  ) as counted
  left join devices target on target.id = counted.device_id`;

/** Commands of a plant, or those of a gateway or unit in it, newest first by default. */
export async function listCommandRows(
  db: Db,
  {
    scope,
    place: { plantId, deviceId },
    query,
  }: {
    scope: Scope;
    place: PlantInScope & { deviceId?: string };
    query: Omit<QueryOf<typeof endpoints.command.listOfPlant>, "stationId">;
  },
): Promise<{ rows: ListedCommandRow[]; total: number }> {
  const { op, state, page, pageSize } = query;
  const direction = sql.raw(query.order);
  const ofDevice =
    deviceId === undefined
      ? sql`true`
      : sql`(l.gateway_id = ${deviceId} or exists (
          select from command_results r where r.command_id = l.id and r.device_id = ${deviceId}
        ))`;
  const where = sql`l.plant_id = ${plantId} and ${ofDevice}
    and ${op === undefined ? sql`true` : sql`l.op = ${op}`}
    and ${state === undefined ? sql`true` : sql`l.state = ${state}`}`;
  const { rows } = await sql<ListedCommandRow>`
    select ${listed(scope)} where ${where}
    order by l.created_at ${direction}, l.queue_no ${direction}
    offset ${(page - 1) * pageSize} limit ${pageSize}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from commands l where ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** A command of the plant, as lists show it. */
export async function findListedCommand(
  db: Db,
  { scope, plant, commandId }: { scope: Scope; plant: PlantInScope; commandId: string },
): Promise<ListedCommandRow | undefined> {
  const { rows } = await sql<ListedCommandRow>`
    select ${listed(scope)} where l.id = ${commandId} and l.plant_id = ${plant.plantId}`.execute(db);
  return rows[0];
}

export interface ResultRow {
  readonly unit: number;
  readonly deviceId: string | null;
  readonly sn: string | null;
  readonly type: DeviceType | null;
  readonly slotLabel: string | null;
  readonly state: CommandResultState;
  readonly code: string | null;
  readonly readBack: Record<string, unknown> | null;
  readonly at: Date | null;
}

/** Results of a command at its devices, in the order of their units. */
export async function listResultRows(db: Db, commandId: string): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select r.unit, r.device_id as "deviceId", d.sn, d.type, (
        select s.label from device_links link join slots s on s.id = link.slot_id
        where link.device_id = d.id and link.to_at is null
      ) as "slotLabel", r.state, r.code, r.read_back as "readBack", r.at
    from command_results r left join devices d on d.id = r.device_id
    where r.command_id = ${commandId} order by r.unit`.execute(db);
  return rows;
}
