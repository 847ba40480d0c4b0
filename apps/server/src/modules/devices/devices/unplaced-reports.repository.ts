import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

export interface UnplacedReport {
  readonly reportId: string;
  readonly state: "pending" | "rejected";
  readonly deviceId: string;
  readonly sn: string;
  readonly receivedAt: Date;
  readonly topic: string;
  readonly seq: number | null;
  readonly reason: string;
  readonly detail: string;
  readonly unitCount: number;
  readonly body: Buffer;
}

/** Nothing is missing while a gateway goes on reporting a unit that a user has removed. */
const REMOVAL_REASONS = ["removed", "after-removal"];

const gatewaysOf = (plantId: string) => sql`
  select d.id, d.sn from device_links l join devices d on d.id = l.device_id
  where l.plant_id = ${plantId} and l.to_at is null and d.type = 'DCON'`;

/** Pending and rejected reports of a plant's gateways, newest first; the caller has checked the access to it. */
export async function listUnplacedReports(
  db: Db,
  { plantId, offset, limit }: { plantId: string; offset: number; limit: number },
): Promise<{ rows: UnplacedReport[]; total: number }> {
  const { rows } = await sql<UnplacedReport & { total: number }>`
    with gateway as (${gatewaysOf(plantId)}), report as (
      select 'rejected' as state, r.id, r.gateway_id, r.received_at from rejected_reports r
      where r.gateway_id in (select id from gateway)
      union all
      select 'pending', r.id, r.gateway_id, r.received_at from pending_reports r
      where r.gateway_id in (select id from gateway)
    ), page as (
      select *, (count(*) over ())::int as total from report
      order by received_at desc, state, id desc offset ${offset} limit ${limit}
    )
    select p.state || '-' || p.id as "reportId", p.state, g.id as "deviceId", g.sn, p.received_at as "receivedAt",
      coalesce(r.topic, h.topic) as topic, r.seq, coalesce(r.reason, h.reason) as reason,
      coalesce(r.detail, '') as detail, coalesce(r.unit_count, 0) as "unitCount", coalesce(r.body, h.body) as body, p.total
    from page p
    join gateway g on g.id = p.gateway_id
    left join rejected_reports r on p.state = 'rejected' and r.id = p.id
    left join pending_reports h on p.state = 'pending' and h.id = p.id
    order by p.received_at desc, p.state, p.id desc`.execute(db);
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export async function countUnplacedReports(
  db: Db,
  { plantId, since }: { plantId: string; since: Date },
): Promise<{
  counts: { state: "pending" | "rejected"; reason: string; total: number }[];
  recentTotal: number;
}> {
  const counts = await sql<{ state: "pending" | "rejected"; reason: string; total: number }>`
    with gateway as (${gatewaysOf(plantId)})
    select 'pending' as state, reason, count(*)::int as total from pending_reports
    where gateway_id in (select id from gateway) group by reason
    union all
    select 'rejected', reason, sum(total)::int from rejected_report_counts
    where gateway_id in (select id from gateway) group by reason
    order by state, total desc, reason`.execute(db);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from rejected_reports r
    where r.gateway_id in (select id from (${gatewaysOf(plantId)}) g) and r.received_at > ${since}
      and r.reason <> all(${REMOVAL_REASONS}::text[])`.execute(db);
  const pending = counts.rows.filter(
    ({ state, reason }) => state === "pending" && !REMOVAL_REASONS.includes(reason),
  );
  return {
    counts: counts.rows,
    recentTotal: pending.reduce((sum, { total }) => sum + total, rows[0]?.total ?? 0),
  };
}
