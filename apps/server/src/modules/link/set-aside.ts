import type { RejectReason } from "@heliograph/protocol";
import { sql } from "kysely";
import type { Db } from "../../infra/postgres/database.ts";

/** A report, or rows of one, that is not taken into the totals. */
export interface SetAside {
  gatewayId: string;
  receivedAtMs: number;
  topic: string;
  seq: number | undefined;
  reason: RejectReason;
  detail: string;
  /** Rows concerned; 0 when it is the whole report. */
  unitCount: number;
  body: Uint8Array;
}

const KEPT_BODIES = 1000;
/** Evidence for people, not a store: a hostile gateway fills 16 MiB at most. */
const BODY_BYTES = 16 * 1024;
const TRIM_EVERY = 100;
const GATHER_MS = 20;

async function write(db: Db, entries: readonly SetAside[]): Promise<void> {
  const rows = entries.map((entry, position) => ({
    position,
    gateway_id: entry.gatewayId,
    received_at: new Date(entry.receivedAtMs).toISOString(),
    topic: entry.topic,
    seq: entry.seq ?? null,
    reason: entry.reason,
    // PostgreSQL takes neither U+0000 nor half a character, and a device may send both.
    detail: entry.detail.replaceAll("\u0000", "\uFFFD").slice(0, 200).toWellFormed(),
    unit_count: entry.unitCount,
    body: Buffer.from(entry.body.subarray(0, BODY_BYTES)).toString("hex"),
  }));
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into reports_set_aside (gateway_id, received_at, topic, seq, reason, detail, unit_count, body)
      select gateway_id, received_at, topic, seq, reason, detail, unit_count, decode(body, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (position integer, gateway_id uuid,
        received_at timestamptz, topic text, seq bigint, reason text, detail text, unit_count integer, body text)
      -- A gateway that was deleted meanwhile takes nobody's entries with it.
      where exists (select from devices d where d.id = r.gateway_id)
      order by r.position`.execute(trx);
    await sql`
      insert into reports_set_aside_counts as c (gateway_id, reason, total, last_at)
      select gateway_id, reason, count(*), max(received_at)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (gateway_id uuid, reason text, received_at timestamptz)
      where exists (select from devices d where d.id = r.gateway_id)
      group by gateway_id, reason order by gateway_id, reason
      on conflict (gateway_id, reason) do update set
        total = c.total + excluded.total, last_at = greatest(c.last_at, excluded.last_at)`.execute(trx);
  });
}

async function trim(db: Db, gatewayId: string): Promise<void> {
  await sql`
    delete from reports_set_aside where gateway_id = ${gatewayId} and id <= (
      select id from reports_set_aside where gateway_id = ${gatewayId}
      order by id desc offset ${KEPT_BODIES} limit 1
    )`.execute(db);
}

/** Keeps refused reports with their reason: the last 1,000 bodies a gateway, the rest counted. */
export function createSetAside({ db }: { db: Db }) {
  let gathered: { entries: SetAside[]; written: Promise<void> } | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const untrimmed = new Map<string, number>();

  async function writeAndTrim(entries: readonly SetAside[]): Promise<void> {
    await write(db, entries);
    for (const { gatewayId } of entries) {
      const count = (untrimmed.get(gatewayId) ?? TRIM_EVERY - 1) + 1;
      untrimmed.set(gatewayId, count % TRIM_EVERY);
      if (count >= TRIM_EVERY) await trim(db, gatewayId);
    }
  }

  return {
    /** Resolves when it is written; many at a time share one statement. */
    add(entry: SetAside): Promise<void> {
      if (!gathered) {
        const entries: SetAside[] = [];
        const gathering = new Promise((resolve) => setTimeout(resolve, GATHER_MS));
        // One batch after the other, in order of arrival: "the last 1,000" are the last that came.
        const written = Promise.all([gathering, writing]).then(() => {
          gathered = undefined;
          const done = writeAndTrim(entries);
          writing = done.catch(() => undefined);
          return done;
        });
        gathered = { entries, written };
      }
      gathered.entries.push(entry);
      return gathered.written;
    },
  };
}

export type SetAsideStore = ReturnType<typeof createSetAside>;
