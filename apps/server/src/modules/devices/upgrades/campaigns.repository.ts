import type { CampaignState, DeviceType, endpoints, PauseReason, QueryOf } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { isKnownAccount } from "../../base/access/history-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope, plantsToOperate } from "../../base/access/scope-sql.ts";

/** A campaign as the caller sees it: the numbers are of devices in plants that are visible to it. */
export interface CampaignRow {
  readonly campaignId: string;
  readonly firmwareName: string;
  readonly type: DeviceType;
  readonly model: string;
  readonly hardware: string;
  readonly version: string;
  readonly state: CampaignState;
  readonly pauseReason: PauseReason | null;
  readonly firstWave: number;
  readonly waveSize: number;
  readonly maxFailures: number;
  readonly windowFromHour: number | null;
  readonly windowToHour: number | null;
  readonly checksYield: boolean;
  readonly yieldWaitAt: Date | null;
  readonly yieldCheck: { compared: number; low: number; sharePercent: number } | null;
  readonly wave: number;
  readonly waves: number;
  readonly total: number;
  readonly queued: number;
  readonly underWay: number;
  readonly confirmed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly isControllable: boolean;
  readonly byName: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** Campaigns (alias `c`) with devices that are visible to the caller, and the numbers (alias `n`) of these. */
const visibleCampaigns = (scope: Scope) => sql`
  from upgrade_campaigns c
  cross join lateral (
    select count(*)::int as total,
      (count(*) filter (where seen.state = 'queued'))::int as queued,
      (count(*) filter (where seen.finished_at is null and seen.state <> 'queued'))::int as under_way,
      (count(*) filter (where seen.state = 'confirmed'))::int as confirmed,
      (count(*) filter (where seen.state = 'failed'))::int as failed,
      (count(*) filter (where seen.state = 'skipped'))::int as skipped
    from (
      select ud.state, ud.finished_at from upgrade_devices ud left join plants p on p.id = ud.plant_id
      where ud.campaign_id = c.id and ${plantsInScope(scope, "devices")}
    ) seen
  ) n`;

/** Whether the caller may operate each plant of the campaign (alias `c`). */
const isControllable = (scope: Scope) => sql<boolean>`not exists (
  select from upgrade_devices ud left join plants p on p.id = ud.plant_id
  where ud.campaign_id = c.id and not coalesce(${plantsToOperate(scope)}, false)
)`;

const columns = (scope: Scope) => sql`
  c.id as "campaignId", c.firmware_name as "firmwareName", c.device_type as type, c.model, c.hardware, c.version, c.state,
  c.pause_reason as "pauseReason", c.first_wave as "firstWave", c.wave_size as "waveSize",
  c.max_failures as "maxFailures", c.window_from_hour as "windowFromHour", c.window_to_hour as "windowToHour",
  c.checks_yield as "checksYield", c.yield_wait_at as "yieldWaitAt",
  case when c.yield_compared is not null then jsonb_build_object(
    'compared', c.yield_compared, 'low', c.yield_low, 'sharePercent', round((100 * c.yield_share)::numeric, 1)
  ) end as "yieldCheck",
  c.wave, c.waves, n.total, n.queued, n.under_way as "underWay", n.confirmed, n.failed, n.skipped,
  ${isControllable(scope)} as "isControllable",
  (
    select a.user_name from accounts a cross join (select null::uuid as plant_id) l
    where a.id = c.author_id and a.cancelled_at is null and ${isKnownAccount(scope)}
  ) as "byName",
  c.created_at as "createdAt", c.finished_at as "finishedAt"`;

export async function listCampaignRows(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof endpoints.upgrade.list>,
): Promise<{ rows: CampaignRow[]; total: number }> {
  const search = query.search ? `%${query.search.replace(/[\\%_]/g, "\\$&")}%` : null;
  const condition = sql`n.total > 0 and (${search}::text is null or c.firmware_name ilike ${search})
    and (${query.state ?? null}::text is null or c.state = ${query.state ?? null})`;
  const direction = query.order === "desc" ? sql`desc` : sql`asc`;
  const [listed, counted] = await Promise.all([
    sql<CampaignRow>`
      select ${columns(scope)} ${visibleCampaigns(scope)} where ${condition}
      order by c.created_at ${direction}, c.id
      limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total ${visibleCampaigns(scope)} where ${condition}`.execute(db),
  ]);
  return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findCampaign(
  executor: Db | Transaction,
  scope: Scope,
  campaignId: string,
): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`
    select ${columns(scope)} ${visibleCampaigns(scope)} where c.id = ${campaignId} and n.total > 0`.execute(
    executor,
  );
  return rows[0];
}

export interface NewCampaign {
  readonly firmwareId: string;
  readonly firmwareName: string;
  readonly type: DeviceType;
  readonly model: string;
  readonly hardware: string;
  readonly version: string;
  readonly versionNumbers: readonly number[];
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly signature: string;
  readonly authorId: string;
  readonly address: string;
  readonly firstWave: number;
  readonly waveSize: number;
  readonly maxFailures: number;
  readonly windowFromHour: number | null;
  readonly windowToHour: number | null;
  readonly checksYield: boolean;
  readonly waves: number;
}

export async function insertCampaign(trx: Transaction, one: NewCampaign, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into upgrade_campaigns (firmware_id, firmware_name, device_type, model, hardware, version, version_numbers,
      size_bytes, sha256, signature, author_id, address, first_wave, wave_size, max_failures, window_from_hour,
      window_to_hour, checks_yield, waves, wave_begun_at, created_at)
    values (${one.firmwareId}, ${one.firmwareName}, ${one.type}, ${one.model}, ${one.hardware}, ${one.version},
      ${[...one.versionNumbers]}::int[], ${one.sizeBytes}, ${one.sha256}, ${one.signature}, ${one.authorId},
      ${one.address}, ${one.firstWave}, ${one.waveSize}, ${one.maxFailures}, ${one.windowFromHour},
      ${one.windowToHour}, ${one.checksYield}, ${one.waves}, ${at}, ${at})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/** Locks a campaign, so that a step of the job and a user's change follow each other. */
export async function lockCampaign(
  trx: Transaction,
  campaignId: string,
): Promise<{ state: CampaignState; failures: number } | undefined> {
  const { rows } = await sql<{ state: CampaignState; failures: number }>`
    select c.state, (
      select count(*)::int from upgrade_devices ud where ud.campaign_id = c.id and ud.state = 'failed'
    ) as failures
    from upgrade_campaigns c where c.id = ${campaignId} for update`.execute(trx);
  return rows[0];
}

export async function updatePaused(trx: Transaction, campaignId: string, reason: PauseReason): Promise<void> {
  await sql`
    update upgrade_campaigns set state = 'paused', pause_reason = ${reason} where id = ${campaignId}`.execute(
    trx,
  );
}

/** Resumes: failures and a low yield so far count no more, and devices under way have their full time for progress again. */
export async function updateResumed(
  trx: Transaction,
  campaignId: string,
  { failures, at }: { failures: number; at: Date },
): Promise<void> {
  await sql`
    update upgrade_campaigns set state = 'running', pause_reason = null, earlier_failures = ${failures},
      yield_wave = case when pause_reason in ('yield', 'noYield') then wave else yield_wave end
    where id = ${campaignId}`.execute(trx);
  await sql`
    update upgrade_devices set changed_at = ${at}
    where campaign_id = ${campaignId} and finished_at is null and state <> 'queued'`.execute(trx);
}

/** Cancels: what the gateway may not have begun to write is skipped. */
export async function updateCancelled(trx: Transaction, campaignId: string, at: Date): Promise<void> {
  await sql`
    update upgrade_campaigns set state = 'cancelled', pause_reason = null, finished_at = ${at}
    where id = ${campaignId}`.execute(trx);
  await sql`
    update upgrade_devices set state = 'skipped', reason = 'cancelled', changed_at = ${at}, finished_at = ${at}
    where campaign_id = ${campaignId} and state in ('queued', 'offered', 'downloading')`.execute(trx);
}

/** Pauses a running campaign whose failures have reached its limit; returns whether this did it. */
export async function pauseAtLimit(trx: Transaction, campaignId: string): Promise<boolean> {
  const { rows } = await sql`
    update upgrade_campaigns c set state = 'paused', pause_reason = 'failures'
    where c.id = ${campaignId} and c.state = 'running' and c.max_failures <= (
      select count(*) from upgrade_devices ud where ud.campaign_id = c.id and ud.state = 'failed'
    ) - c.earlier_failures
    returning c.id`.execute(trx);
  return rows.length > 0;
}
