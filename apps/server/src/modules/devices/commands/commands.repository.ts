import type { CommandState } from "@heliograph/contract";
import type { CommandOp, CommandReply } from "@heliograph/protocol";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope } from "../../base/access/scope-sql.ts";
import type { CommandEvent } from "./command-states.ts";
import { EVENT_OF_REPLY, OPEN_RESULTS, SETTLED_STATES } from "./command-states.ts";
import { allows, settleResults, stateAfter } from "./command-states-sql.ts";
import { ONCE_OPS, OPERATIONS } from "./operations.ts";
import type { StoredReply } from "./reply-check.ts";

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
  /** The shutdown or reset that it carries out. */
  safetyId: string | null;
}

export type DeliveredCommand = CommandRow & { seq: number };

export interface NewCommand {
  plantId: string;
  gatewayId: string;
  op: CommandOp;
  targets: readonly number[] | "all";
  /** Revision of the birth whose units `targets` names; the current one when absent. Another one inserts nothing. */
  rev?: number;
  args: Record<string, unknown>;
  /** The operation is refused by the gateway after this moment. */
  deadlineAt: Date | null;
  authorId?: string | undefined;
  address: string;
  reason?: string;
  /** Requests of an account with the same key are one command. */
  idempotencyKey?: string | undefined;
  /** The device that the operation log names; the gateway when absent. */
  subjectId?: string;
  /** Values of parameters that its devices are to have. */
  requested?: Readonly<Record<string, unknown>>;
  /** Values before the change, for the operation log. */
  original?: Record<string, unknown> | undefined;
  /** The shutdown or reset that it carries out: it is not delivered once that has ended. */
  safetyId?: string;
}

/** Of a row of `commands` (alias `c`). */
export const commandColumns = sql`c.id, c.plant_id as "plantId", c.gateway_id as "gatewayId", c.seq, c.op, c.targets, c.args,
  c.author_id as "authorId", c.created_at as "createdAt", c.deadline_at as "deadlineAt",
  c.delivered_at as "deliveredAt", c.deliveries, c.state, c.code, c.percent, c.results, c.finished_at as "finishedAt",
  c.safety_id as "safetyId"`;

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

/**
 * Inserts commands in their order for the units of their gateways' current births, each with a result that waits for each unit
 * it names. None for an unclaimed gateway, and where the account has a command with the same key.
 */
export async function insertCommands(
  trx: Transaction,
  commands: readonly NewCommand[],
  now: Date,
): Promise<CommandRow[]> {
  const list = <Value>(read: (command: NewCommand) => Value) => commands.map(read);
  const { rows } = await sql<CommandRow>`
    insert into commands as c
      (plant_id, gateway_id, op, targets, rev, args, author_id, reason, address, created_at, deadline_at, idempotency_key,
      safety_id)
    select n.plant_id, g.device_id, n.op, n.targets::integer[], g.birth_rev, n.args, n.author_id, n.reason, n.address,
      ${now}::timestamptz, n.deadline_at, n.idempotency_key, n.safety_id
    from unnest(${list(({ plantId }) => plantId)}::uuid[], ${list(({ gatewayId }) => gatewayId)}::uuid[],
      ${list(({ op }) => op)}::text[],
      ${list(({ targets }) => (targets === "all" ? null : `{${targets.join(",")}}`))}::text[],
      ${list(({ rev }) => rev ?? null)}::bigint[], ${list(({ args }) => JSON.stringify(args))}::jsonb[],
      ${list(({ authorId }) => authorId ?? null)}::uuid[], ${list(({ reason }) => reason ?? "")}::text[],
      ${list(({ address }) => address)}::text[], ${list(({ deadlineAt }) => deadlineAt)}::timestamptz[],
      ${list(({ idempotencyKey }) => idempotencyKey ?? null)}::text[],
      ${list(({ safetyId }) => safetyId ?? null)}::uuid[])
      with ordinality as n (plant_id, gateway_id, op, targets, rev, args, author_id, reason, address, deadline_at,
        idempotency_key, safety_id, position)
    join gateways g on g.device_id = n.gateway_id and (n.rev is null or g.birth_rev = n.rev)
    order by n.position
    on conflict (author_id, idempotency_key) where idempotency_key is not null do nothing
    returning ${commandColumns}`.execute(trx);
  for (const { id, targets } of rows)
    if (targets !== null)
      await sql`
        with named as materialized (${devicesOfBirth(sql`commands`)} where c.id = ${id})
        insert into command_results (command_id, unit, device_id)
        select ${id}, targeted.unit, named.device_id
        from unnest(${targets}::integer[]) as targeted (unit) left join named on named.unit = targeted.unit`.execute(
        trx,
      );
  return rows;
}

/**
 * Devices (`unit`, `device_id`) of the birth that the `rev` of commands (alias `c`) names, and the gateway as unit 0. Read once
 * for a command: unit by unit, the birth of a large gateway would be read hundreds of times.
 */
export const devicesOfBirth = (commands: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select unit.n as unit, d.id as device_id
  from ${commands} c join devices g on g.id = c.gateway_id
  left join births b on b.gateway_id = c.gateway_id and b.rev = c.rev
  cross join lateral (
    select 0 as n, g.sn as sn
    union all select (u ->> 0)::integer, u ->> 1 from jsonb_array_elements(b.body -> 'units') as u
  ) unit
  join devices d on d.sn = unit.sn`;

/** The command of an account with this key, whatever it asks for. */
export async function findByKey(
  db: Db,
  { authorId, idempotencyKey }: Pick<NewCommand, "authorId" | "idempotencyKey">,
): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`
    select ${commandColumns} from commands c
    where c.author_id = ${authorId ?? null} and c.idempotency_key = ${idempotencyKey ?? null}`.execute(db);
  return rows[0];
}

export async function findCommand(db: Db, scope: Scope, id: string): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`
    select ${commandColumns} from commands c join plants p on p.id = c.plant_id
    where c.id = ${id} and ${plantsInScope(scope)}`.execute(db);
  return rows[0];
}

/** A gateway accepts or refuses within 2 s: after this, a command without a reply may be sent again. */
const SILENT_MS = 5_000;
/** Deliveries after which a silent session does not receive a command again; the next session does. */
const MAX_SILENT_DELIVERIES = 4;

/** Of a shutdown too: it is repeated as a new command, which reads the hold again. */
const isOnce = sql<boolean>`(c.op = any(${[...ONCE_OPS]}::text[]) or c.safety_id is not null)`;
/** The shutdown or reset that a command carries out has not ended; true for all other commands. */
const isStillWanted = sql<boolean>`(
  c.safety_id is null or exists (select from safety_operations o where o.id = c.safety_id and o.ended_at is null)
)`;
/** Indices of units are those of the birth that was current when the command was queued. */
const namesOtherUnits = sql<boolean>`(c.targets is not null and c.rev is distinct from g.birth_rev)`;

const isSilent = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  c.state = 'delivered' and not ${isOnce} and c.deliveries < ${MAX_SILENT_DELIVERIES}
  and coalesce(c.sent_at, c.delivered_at) < ${new Date(now.getTime() - SILENT_MS)}
)`;

/**
 * Commands to deliver now to sessions, those of a shutdown or reset first, the others in the order in which they were queued, at
 * most `max` of a gateway; each is marked as delivered, under its gateway's next sequence number, before it is sent. None
 * for a session that another process has replaced. A queued command goes to one session only. A command left open by an earlier
 * session, or that this one has not answered, is delivered again under the same id: the gateway repeats its reply, since only
 * replies of a session that received the command are accepted.
 * Operations that must not happen twice are never delivered again, nor are those of a shutdown, which repeats them itself.
 */
export async function takeDeliverable(
  trx: Transaction,
  sessions: readonly GatewaySession[],
  {
    received,
    now,
    resultWithinMs,
    max,
  }: { received: readonly string[]; now: Date; resultWithinMs: number; max: number },
): Promise<DeliveredCommand[]> {
  const since = new Date(now.getTime() - resultWithinMs);
  // A statement of its own: what the next one reads was committed before the locks.
  const locked = await sql<{ id: string }>`
    select g.device_id as id
    from unnest(${sessions.map(({ gatewayId }) => gatewayId)}::uuid[], ${sessions.map(({ epoch }) => epoch)}::bigint[])
      as session (gateway_id, epoch)
    join gateways g on g.device_id = session.gateway_id and g.session_epoch = session.epoch
    order by g.device_id for update of g`.execute(trx);
  if (locked.rows.length === 0) return [];
  const { rows } = await sql<DeliveredCommand>`
    with g as (
      select device_id, command_seq, birth_rev from gateways
      where device_id = any(${locked.rows.map(({ id }) => id)}::uuid[])
    ), waiting as (
      select c.id, g.device_id, g.command_seq,
        row_number() over (partition by g.device_id order by c.safety_id is null, c.queue_no) as nth
      from g join commands c on c.gateway_id = g.device_id
      where c.finished_at is null and not ${namesOtherUnits} and ${isStillWanted}
        and (c.id <> all(${received}::uuid[]) or ${isSilent(now)})
        and (
          c.state in ('accepted', 'running') and not ${isOnce}
          or (c.deadline_at is null or c.deadline_at > ${now}) and (
            c.state = 'queued' or c.state = 'delivered' and c.delivered_at > ${since} and not ${isOnce}
          )
        )
    ), due as (
      select id, device_id, command_seq + nth as seq from waiting where nth <= ${max}
    ), issued as (
      update gateways set command_seq = latest.seq
      from (select device_id, max(seq) as seq from due group by device_id) latest
      where gateways.device_id = latest.device_id
    )
    update commands c set state = ${stateAfter("deliver")}, code = null,
      seq = due.seq, delivered_at = coalesce(c.delivered_at, ${now}), sent_at = ${now}, deliveries = deliveries + 1
    from due where c.id = due.id and ${allows("deliver")}
    returning ${commandColumns}`.execute(trx);
  return rows.sort((a, b) => a.seq - b.seq);
}

/** Serial numbers of gateways with commands to deliver, or to deliver again to a session that does not answer. */
export async function listWaitingGateways(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ sn: string }>`
    select distinct d.sn from commands c join devices d on d.id = c.gateway_id
    where (c.state = 'queued' or c.state = 'delivered' and ${isSilent(now)})
      and c.finished_at is null and (c.deadline_at is null or c.deadline_at > ${now})`.execute(db);
  return rows.map(({ sn }) => sn);
}

interface Change {
  readonly event: CommandEvent;
  readonly where: RawBuilder<boolean>;
  readonly code?: string;
  readonly now: Date;
}

/** Applies an event to the commands that a condition names (aliases `c`, `g`), and settles the results of those it ends. */
async function changeCommands(db: Db, { event, where, code, now }: Change): Promise<CommandRow[]> {
  const settled = [...SETTLED_STATES];
  const { rows } = await sql<CommandRow>`
    with changed as (
      update commands c set state = ${stateAfter(event)}, code = ${code ?? null},
        finished_at = case when (${stateAfter(event)}) = any(${settled}::text[]) then ${now}::timestamptz end
      from gateways g
      where g.device_id = c.gateway_id and ${allows(event)} and ${where}
      returning c.*
    ), results as (${settleResults(now, sql`select null::integer where false`)})
    select ${commandColumns} from changed c`.execute(db);
  return rows;
}

/** Commands that could not be sent wait again; those that may have left and must not happen twice are unconfirmed. */
export async function returnUnsent(
  db: Db,
  { gatewayId, epoch }: GatewaySession,
  { failed, unsent }: { failed: string | undefined; unsent: readonly string[] },
  now: Date,
): Promise<CommandRow[]> {
  const ofSession = sql<boolean>`(g.device_id = ${gatewayId} and g.session_epoch = ${epoch})`;
  const change = { code: "E_SEND", now };
  const returned = await changeCommands(db, {
    ...change,
    event: "return",
    where: sql`${ofSession} and (c.id = any(${unsent}::uuid[]) or c.id = ${failed ?? null}::uuid and not ${isOnce})`,
  });
  const lost = await changeCommands(db, {
    ...change,
    event: "lose",
    where: sql`${ofSession} and c.id = ${failed ?? null}::uuid and ${isOnce}`,
  });
  return [...returned, ...lost];
}

/** Ends commands that were not sent before their deadline. */
export const expireCommands = (db: Db, now: Date): Promise<CommandRow[]> =>
  changeCommands(db, {
    event: "expire",
    code: "E_EXPIRED",
    now,
    where: sql`c.finished_at is null and c.deadline_at < ${now}`,
  });

/** Cancels commands that name units of an earlier birth: their indices may be those of other units now. */
export const cancelOutdated = (db: Db, now: Date): Promise<CommandRow[]> =>
  changeCommands(db, {
    event: "cancel",
    code: "E_UNITS",
    now,
    where: sql`c.finished_at is null and ${namesOtherUnits}`,
  });

/** Cancels what has not been sent of a shutdown or reset that has ended. */
export const cancelOfOperation = (db: Db, safetyId: string, now: Date): Promise<CommandRow[]> =>
  changeCommands(db, { event: "cancel", now, where: sql`c.safety_id = ${safetyId}::uuid` });

/** Cancels ignitions of a plant that have not been sent. */
export const cancelIgnitions = (db: Db, plantId: string, now: Date): Promise<CommandRow[]> =>
  changeCommands(db, {
    event: "cancel",
    now,
    where: sql`c.plant_id = ${plantId}::uuid and c.op = 'ignite' and c.finished_at is null`,
  });

/** A gateway obeys only commands with a higher number than the last one, also when that was sent without the database. */
export async function raiseCommandSeq(db: Db, gatewayId: string, seq: number): Promise<void> {
  await sql`
    update gateways set command_seq = greatest(command_seq, ${seq}::bigint) where device_id = ${gatewayId}`.execute(
    db,
  );
}

/** What is stored of the replies to a command that the gateway was sent; undefined: it was never sent this command. */
export async function findStoredReply(
  db: Db,
  { gatewayId, commandId }: { gatewayId: string; commandId: string },
): Promise<StoredReply | undefined> {
  const { rows } = await sql<StoredReply>`
    select state, code, results from commands
    where gateway_id = ${gatewayId} and id::text = ${commandId} and delivered_at is not null`.execute(db);
  return rows[0];
}

/** Cancels a command of a plant before it is sent. */
export const cancelQueued = (
  db: Db,
  { plantId, commandId }: { plantId: string; commandId: string },
  now: Date,
): Promise<CommandRow[]> =>
  changeCommands(db, {
    event: "cancel",
    now,
    // Those of a shutdown or reset end with it.
    where: sql`c.id = ${commandId}::uuid and c.plant_id = ${plantId}::uuid and c.safety_id is null`,
  });

/**
 * Ends commands whose final reply has not come in time, as unconfirmed: without any reply `graceMs` after the deadline
 * (or `withinMs` after the delivery without one), with a first reply after the time that the operation may take.
 */
export async function timeOutCommands(
  db: Db,
  now: Date,
  { graceMs, withinMs }: { graceMs: number; withinMs: number },
): Promise<CommandRow[]> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const allowedMs = sql`case c.op ${sql.join(
    Object.entries(OPERATIONS).map(
      ([op, { resultWithinMs }]) => sql`when ${op} then ${resultWithinMs}::bigint`,
    ),
    sql` `,
  )} end`;
  return await changeCommands(db, {
    event: "timeOut",
    now,
    where: sql`c.finished_at is null and case
      when c.state = 'delivered' and c.deadline_at is not null then c.deadline_at < ${before(graceMs)}
      when c.state = 'delivered' then c.delivered_at < ${before(withinMs)}
      else coalesce(c.deadline_at, c.delivered_at) < ${now}::timestamptz - ${allowedMs} * interval '1 ms' end`,
  });
}

const EMPTY_RESULTS = "[]";

/**
 * Stores a reply with its results per unit; undefined when the session was replaced, the gateway has no such command, or
 * nothing more can change it. Results of units that the command does not name are ignored.
 */
export async function writeReply(
  db: Db | Transaction,
  { gatewayId, epoch }: GatewaySession,
  reply: CommandReply,
  now: Date,
): Promise<CommandRow | undefined> {
  const event = EVENT_OF_REPLY[reply.state];
  const isFinal = event !== "accept" && event !== "run";
  const results = reply.results === undefined ? null : JSON.stringify(reply.results);
  const replied = sql`select distinct on (1) (r ->> 0)::integer as n, r ->> 1 as code, r -> 2 as "readBack"
    from jsonb_array_elements(${results ?? EMPTY_RESULTS}::jsonb) as r`;
  // "accepted" that arrives after "running" was only slower.
  const { rows } = await sql<CommandRow>`
    with session as (
      select device_id from gateways where device_id = ${gatewayId} and session_epoch = ${epoch} for share
    ), changed as (
      update commands c set
        state = ${stateAfter(event)},
        code = ${reply.code === 0 ? null : reply.code},
        percent = coalesce(${reply.percent === undefined ? null : Math.round(reply.percent)}::smallint, c.percent),
        results = coalesce(${results}::jsonb, c.results),
        answered_at = coalesce(c.answered_at, ${now}),
        finished_at = ${isFinal ? now : null}
      from session
      where c.id::text = ${reply.id} and c.gateway_id = session.device_id and ${allows(event)}
      returning c.*
    ), replied as (${replied}), named as materialized (${devicesOfBirth(sql`changed`)}), stored as (
      insert into command_results as r (command_id, unit, device_id, state, code, read_back, at)
      select c.id, replied.n, named.device_id,
        case replied.code when '0' then 'done' else 'failed' end, nullif(replied.code, '0'), replied."readBack",
        ${now}::timestamptz
      from changed c cross join replied left join named on named.unit = replied.n
      where c.targets is null or replied.n = any(c.targets)
      on conflict (command_id, unit) do update
        set state = excluded.state, code = excluded.code, read_back = excluded.read_back, at = excluded.at
        where r.state = any(${[...OPEN_RESULTS]}::text[])
    ), settled as (${settleResults(now, sql`select n from replied`)})
    select ${commandColumns} from changed c`.execute(db);
  return rows[0];
}
