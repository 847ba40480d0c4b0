import type { EvidenceAge } from "@heliograph/contract";
import { EVIDENCE_RECENT_INTERVALS, MAX_CLOCK_OFFSET_MS, MIN_EVIDENCE_RECENT_S } from "@heliograph/contract";
import { DEFAULT_REPORT_INTERVAL_S } from "@heliograph/contract/report-age";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { isSleepTime } from "../status/device-status-sql.ts";
import { MIN_INPUT_V } from "./judge-sample.ts";

/** Units of an operation behind one gateway, with the same reading of their proof. */
export interface EvidenceAgeRow {
  readonly operationId: string;
  readonly gatewaySn: string | null;
  readonly isOnline: boolean;
  /** Null: not proven open. */
  readonly evidence: EvidenceAge | null;
  readonly units: number;
  /** The oldest of the latest measurements that prove them open. */
  readonly oldestAt: Date | null;
  /** Time until the first of these proofs is no longer recent; null without a recent one. */
  readonly recentForMs: number | null;
  /** Empty unless they were asked for. */
  readonly deviceIds: readonly string[];
}

/** Until when the evidence of a unit `u` behind a gateway `g` is recent. */
const recentUntil = sql`u.sample_at + greatest(
  ${EVIDENCE_RECENT_INTERVALS}::int * make_interval(secs => coalesce(g.report_interval_s, ${DEFAULT_REPORT_INTERVAL_S}::int)),
  make_interval(secs => ${MIN_EVIDENCE_RECENT_S}::int)
)`;

/**
 * Whether the unit `u` of a plant `p` with the latest values `latest` has no light to be measured: by its own input, or by the sun,
 * since a unit without light may send nothing.
 */
const isWithoutLight = (now: Date) => sql`
  coalesce(latest.vi < ${MIN_INPUT_V}::float8, false) or coalesce(${isSleepTime(now)}, false)`;

/** A sample from later is of a clock that is ahead: it says nothing about now. */
const latestAt = (now: Date) => new Date(now.getTime() + MAX_CLOCK_OFFSET_MS);

/** The one rule for the age of evidence; no page has another. */
const ageOf = (now: Date) => sql`
  case
    when u.state <> 'open' then null
    when g.is_online is not true then 'offline'
    when ${recentUntil} > ${now}::timestamptz and u.sample_at <= ${latestAt(now)}::timestamptz then 'recent'
    when (${isWithoutLight(now)}) then 'dark'
    else 'old'
  end`;

/** How old the evidence of operations is, by gateway. */
export async function listEvidenceAges(
  db: Db,
  { operationIds, withDevices, now }: { operationIds: readonly string[]; withDevices: boolean; now: Date },
): Promise<EvidenceAgeRow[]> {
  const { rows } = await sql<EvidenceAgeRow>`
    select u.operation_id as "operationId", gd.sn as "gatewaySn", g.is_online is true as "isOnline", judged.evidence,
      count(*)::int as units, min(u.sample_at) filter (where judged.evidence is not null) as "oldestAt",
      (extract(epoch from min(${recentUntil}) filter (where judged.evidence = 'recent') - ${now}::timestamptz) * 1000)::int as "recentForMs",
      coalesce(array_agg(u.device_id) filter (where ${withDevices}::boolean), '{}') as "deviceIds"
    from safety_units u join safety_operations o on o.id = u.operation_id join plants p on p.id = o.plant_id
    left join gateways g on g.device_id = u.gateway_id left join devices gd on gd.id = u.gateway_id
    left join device_latest latest on latest.device_id = u.device_id
    cross join lateral (select ${ageOf(now)} as evidence) judged
    where u.operation_id = any(${operationIds}::uuid[]) and u.left_at is null
    group by u.operation_id, gd.sn, g.is_online is true, judged.evidence
    order by gd.sn`.execute(db);
  return rows;
}
