import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { CommandRow } from "./commands.repository.ts";
import { commandColumns } from "./commands.repository.ts";

/** An `open` that was sent while the database was unavailable. */
export interface UnrecordedCommand {
  readonly id: string;
  readonly gatewayId: string;
  readonly seq: number;
  readonly sentAt: Date;
  /** Argument of the command: the press. */
  readonly hold: string;
  /** The shutdown that the press is a part of. */
  readonly safetyId: string;
}

/** Inserts commands that their gateways have already received; returns those that were not in the database yet. */
export async function insertUnrecorded(
  db: Db,
  commands: readonly UnrecordedCommand[],
): Promise<CommandRow[]> {
  const list = <Value>(read: (command: UnrecordedCommand) => Value) => commands.map(read);
  // They never waited: those of the shutdown itself count as later ones.
  const { rows } = await sql<CommandRow>`
    insert into commands as c (id, plant_id, gateway_id, seq, op, rev, args, author_id, created_at, delivered_at, sent_at,
      deliveries, state, safety_id, queue_no)
    overriding system value
    select n.id, o.plant_id, n.gateway_id, n.seq, 'open', g.birth_rev, jsonb_build_object('hold', n.hold), o.author_id,
      n.sent_at, n.sent_at, n.sent_at, 1, 'delivered', o.id, 0
    from unnest(${list(({ id }) => id)}::uuid[], ${list(({ gatewayId }) => gatewayId)}::uuid[],
      ${list(({ seq }) => seq)}::bigint[], ${list(({ sentAt }) => sentAt)}::timestamptz[],
      ${list(({ hold }) => hold)}::text[], ${list(({ safetyId }) => safetyId)}::uuid[])
      as n (id, gateway_id, seq, sent_at, hold, safety_id)
    join safety_operations o on o.id = n.safety_id join gateways g on g.device_id = n.gateway_id
    on conflict do nothing returning ${commandColumns}`.execute(db);
  return rows;
}
