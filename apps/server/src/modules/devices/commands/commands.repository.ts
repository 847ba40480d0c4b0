import type { CommandOp, CommandReply } from "@heliograph/protocol";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope } from "../../base/access/scope-sql.ts";

type CommandState =
  | "queued"
  | "delivered"
  | "accepted"
  | "running"
  | "done"
  | "refused"
  | "failed"
  | "expired";

export interface CommandRow {
  id: string;
  plantId: string | null;
  gatewayId: string;
  /** Of its last delivery; null while it is queued. */
  seq: number | null;
  op: CommandOp;
  /** null: all units. */
  targets: number[] | null;
  args: Record<string, unknown>;
  authorId: string | null;
  createdAt: Date;
  deadlineAt: Date | null;
  deliveredAt: Date | null;
  deliveries: number;
  state: CommandState;
  code: string | null;
  percent: number | null;
  results: unknown;
  finishedAt: Date | null;
}

export type DeliveredCommand = CommandRow & { seq: number };

export interface NewCommand {
  plantId: string;
  gatewayId: string;
  op: CommandOp;
  targets: readonly number[] | "all";
  args: Record<string, unknown>;
  /** The operation is refused by the gateway after this moment. */
  deadlineAt: Date | null;
  authorId?: string | undefined;
  address: string;
  reason?: string;
}

const columns = sql`c.id, c.plant_id as "plantId", c.gateway_id as "gatewayId", c.seq, c.op, c.targets, c.args,
  c.author_id as "authorId", c.created_at as "createdAt", c.deadline_at as "deadlineAt",
  c.delivered_at as "deliveredAt", c.deliveries, c.state, c.code, c.percent, c.results, c.finished_at as "finishedAt"`;

export interface CommandGateway {
  sn: string;
  isOnline: boolean;
  companyId: string;
}

/** The gateway, if it is in this plant and the caller has access to the plant. */
export async function findGateway(
  db: Db,
  scope: Scope,
  { plantId, gatewayId }: { plantId: string; gatewayId: string },
): Promise<CommandGateway | undefined> {
  const { rows } = await sql<CommandGateway>`
    select d.sn, coalesce(g.is_online, false) as "isOnline", p.company_id as "companyId"
    from device_links l join plants p on p.id = l.plant_id join devices d on d.id = l.device_id
    left join gateways g on g.device_id = d.id
    where l.device_id = ${gatewayId} and l.plant_id = ${plantId} and l.to_at is null and d.type = 'DCON'
      and ${plantsInScope(scope)}`.execute(db);
  return rows[0];
}

/** The session of a gateway: a later sign-in has a higher epoch, in whichever process. */
export interface GatewaySession {
  readonly gatewayId: string;
  readonly epoch: number;
}

/** Inserts the command for the units of the gateway's current birth; undefined for an unclaimed gateway. */
export async function insertCommand(
  trx: Transaction,
  command: NewCommand,
  now: Date,
): Promise<CommandRow | undefined> {
  const targets = command.targets === "all" ? null : [...command.targets];
  const { rows } = await sql<CommandRow>`
    insert into commands as c
      (plant_id, gateway_id, op, targets, rev, args, author_id, reason, address, created_at, deadline_at)
    select ${command.plantId}::uuid, g.device_id, ${command.op}, ${targets}::integer[],
      g.birth_rev, ${JSON.stringify(command.args)}::jsonb, ${command.authorId ?? null}::uuid, ${command.reason ?? ""},
      ${command.address}, ${now}::timestamptz, ${command.deadlineAt}::timestamptz
    from gateways g where g.device_id = ${command.gatewayId}
    returning ${columns}`.execute(trx);
  return rows[0];
}

export async function findCommand(db: Db, scope: Scope, id: string): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`
    select ${columns} from commands c join plants p on p.id = c.plant_id
    where c.id = ${id} and ${plantsInScope(scope)}`.execute(db);
  return rows[0];
}

/** Operations that must not happen a second time, even at a gateway that forgot which commands it has carried out. */
const DELIVERED_ONCE: readonly CommandOp[] = ["close", "ignite", "restart"];

/**
 * Commands to deliver now, in the order in which they were queued; each is marked as delivered, under the gateway's next
 * sequence number, before it is sent. None for a session that another process has replaced. A queued command goes to one
 * session only. A command left open by an earlier session is delivered to the next one under the same id: the gateway
 * repeats its reply, since only replies of a session that received the command are accepted. Operations that must not
 * happen twice are never delivered again.
 */
export async function takeDeliverable(
  db: Db,
  { gatewayId, epoch }: GatewaySession,
  { received, now, resultWithinMs }: { received: readonly string[]; now: Date; resultWithinMs: number },
): Promise<DeliveredCommand[]> {
  const since = new Date(now.getTime() - resultWithinMs);
  const { rows } = await sql<DeliveredCommand>`
    with session as (
      select device_id, command_seq from gateways where device_id = ${gatewayId} and session_epoch = ${epoch} for update
    ), due as (
      select c.id, session.command_seq + row_number() over (order by c.queue_no) as seq
      from session join commands c on c.gateway_id = session.device_id
      where c.finished_at is null and c.id <> all(${received}::uuid[])
        and (
          c.state in ('accepted', 'running') and c.op <> all(${DELIVERED_ONCE}::text[])
          or (c.deadline_at is null or c.deadline_at > ${now}) and (
            c.state = 'queued'
            or c.state = 'delivered' and c.delivered_at > ${since} and c.op <> all(${DELIVERED_ONCE}::text[])
          )
        )
    ), issued as (
      update gateways g set command_seq = (select max(seq) from due)
      where g.device_id = ${gatewayId} and exists (select from due)
    )
    update commands c set state = case when c.state = 'queued' then 'delivered' else c.state end,
      seq = due.seq, delivered_at = coalesce(c.delivered_at, ${now}), deliveries = deliveries + 1
    from due where c.id = due.id
    returning ${columns}`.execute(db);
  return rows.sort((a, b) => a.seq - b.seq);
}

/** Serial numbers of gateways with commands that wait for delivery. */
export async function listWaitingGateways(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ sn: string }>`
    select distinct d.sn from commands c join devices d on d.id = c.gateway_id
    where c.state = 'queued' and (c.deadline_at is null or c.deadline_at > ${now})`.execute(db);
  return rows.map(({ sn }) => sn);
}

/** Expires open commands whose deadline has passed without a final reply; the gateway refuses them after the deadline. */
export async function expireCommands(db: Db, now: Date, graceMs: number): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    update commands c set state = 'expired', code = 'E_EXPIRED', finished_at = ${now}
    where c.finished_at is null and c.deadline_at < ${now}
      and (c.state = 'queued' or c.state = 'delivered' and c.deadline_at < ${new Date(now.getTime() - graceMs)})
    returning ${columns}`.execute(db);
  return rows;
}

/**
 * Fails commands that can no longer receive a final reply: those without any reply, and those that are not delivered again
 * after the connection that accepted them has closed.
 */
export async function failCommandsWithoutReply(db: Db, now: Date, withinMs: number): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    update commands c set state = 'failed', code = 'E_TIMEOUT', finished_at = ${now}
    where c.finished_at is null and coalesce(c.deadline_at, c.delivered_at) < ${new Date(now.getTime() - withinMs)}
      and (c.state = 'delivered' or c.state in ('accepted', 'running') and c.op = any(${DELIVERED_ONCE}::text[]))
    returning ${columns}`.execute(db);
  return rows;
}

/** Stores a reply; undefined when the session was replaced, the gateway has no such command, or it is already final. */
export async function writeReply(
  db: Db,
  { gatewayId, epoch }: GatewaySession,
  reply: CommandReply,
  now: Date,
): Promise<CommandRow | undefined> {
  const isFinal = reply.state !== "accepted" && reply.state !== "running";
  const { rows } = await sql<CommandRow>`
    with session as (
      select device_id from gateways where device_id = ${gatewayId} and session_epoch = ${epoch} for share
    )
    update commands c set
      -- "accepted" that arrives after "running" was only slower.
      state = case when c.state = 'running' and ${reply.state} = 'accepted' then c.state else ${reply.state} end,
      code = ${reply.code === 0 ? null : reply.code},
      percent = coalesce(${reply.percent === undefined ? null : Math.round(reply.percent)}::smallint, c.percent),
      results = coalesce(${reply.results === undefined ? null : JSON.stringify(reply.results)}::jsonb, c.results),
      answered_at = coalesce(c.answered_at, ${now}),
      finished_at = ${isFinal ? now : null}
    from session
    where c.id::text = ${reply.id} and c.gateway_id = session.device_id and c.finished_at is null
    returning ${columns}`.execute(db);
  return rows[0];
}
