import type { DeviceType } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope, plantsToOperate } from "../../base/access/scope-sql.ts";

/** A running campaign as its steps need it. */
export interface RunningCampaign {
  readonly campaignId: string;
  readonly authorId: string | null;
  readonly address: string;
  readonly type: DeviceType;
  readonly model: string;
  readonly hardware: string;
  readonly firmwareName: string;
  readonly version: string;
  readonly versionNumbers: readonly number[];
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly signature: string;
  readonly windowFromHour: number | null;
  readonly windowToHour: number | null;
  readonly wave: number;
  readonly waves: number;
  readonly waveBegunAt: Date;
  readonly checksYield: boolean;
  readonly yieldWave: number;
  readonly yieldWaitAt: Date | null;
}

export async function listRunning(db: Db): Promise<RunningCampaign[]> {
  const { rows } = await sql<RunningCampaign>`
    select c.id as "campaignId", c.author_id as "authorId", c.address, c.device_type as type, c.model, c.hardware,
      c.firmware_name as "firmwareName", c.version, c.version_numbers as "versionNumbers", c.size_bytes as "sizeBytes",
      c.sha256, c.signature, c.window_from_hour as "windowFromHour", c.window_to_hour as "windowToHour", c.wave, c.waves,
      c.wave_begun_at as "waveBegunAt", c.checks_yield as "checksYield", c.yield_wave as "yieldWave",
      c.yield_wait_at as "yieldWaitAt"
    from upgrade_campaigns c where c.state = 'running' order by c.created_at, c.id`.execute(db);
  return rows;
}

/** The version that a device reported as numbers; null for one that is not made of numbers. */
const installedNumbers = sql`case
  when d.software_version ~ '^[0-9]{1,5}([.][0-9]{1,5}){1,2}$' then string_to_array(d.software_version, '.')::int[]
end`;

/** Whether a device (alias `d`) is what the firmware of a campaign is for. */
const isOfFirmware = ({ type, model, hardware }: Pick<RunningCampaign, "type" | "model" | "hardware">) =>
  sql<boolean>`((d.type, d.model, d.hardware_version) = (${type}, ${model}, ${hardware}))`;

/** Whether the plant (alias `p`) is held shut down: a unit that restarts could close. */
export const isHeld = sql<boolean>`exists (
  select from safety_operations hold where hold.plant_id = p.id and hold.kind = 'shutdown' and hold.ended_at is null
    and hold.device_id is null
)`;

/** Whether the device (alias `d`) of the plant (alias `p`) was opened on its own, or with its string. */
const isOpened = sql<boolean>`exists (
  select from safety_operations hold
  where hold.plant_id = p.id and hold.kind = 'shutdown' and hold.ended_at is null and (
    hold.device_id = d.id or exists (
      select from safety_units u where u.operation_id = hold.id and u.device_id = d.id and u.left_at is null
    )
  )
)`;

/** Skips devices that wait and do not, or no longer, qualify; returns how many. */
export async function skipUnfit(
  trx: Transaction,
  scope: Scope,
  { campaign, offlineSince, at }: { campaign: RunningCampaign; offlineSince: Date; at: Date },
): Promise<number> {
  const { rows } = await sql`
    update upgrade_devices ud set state = 'skipped', reason = judged.reason, changed_at = ${at}, finished_at = ${at}
    from (
      select waiting.device_id, case
        when not coalesce(${plantsInScope(scope, "devices")} and ${plantsToOperate(scope)}, false) or p.id is null
          then 'noAccess'
        when ${isHeld} or ${isOpened} then 'held'
        when not ${isOfFirmware(campaign)} then 'mismatch'
        when ${installedNumbers} >= ${[...campaign.versionNumbers]}::int[] then 'notOlder'
        when ${campaign.waveBegunAt} < ${offlineSince}::timestamptz and not exists (
          select from device_links other join gateways g on g.device_id = other.device_id
          where other.plant_id = p.id and other.to_at is null and g.is_online
        ) then 'E_OFFLINE'
      end as reason
      from upgrade_devices waiting join devices d on d.id = waiting.device_id
      left join device_links l on l.device_id = d.id and l.to_at is null left join plants p on p.id = l.plant_id
      where waiting.campaign_id = ${campaign.campaignId} and waiting.state = 'queued' and waiting.wave <= ${campaign.wave}
    ) judged
    where ud.campaign_id = ${campaign.campaignId} and ud.device_id = judged.device_id and judged.reason is not null
    returning ud.device_id`.execute(trx);
  return rows.length;
}

/** Time zones of the plants whose devices wait. */
export async function listWaitingZones(db: Db, campaignId: string): Promise<string[]> {
  const { rows } = await sql<{ timeZone: string }>`
    select distinct p.time_zone as "timeZone" from upgrade_devices ud join plants p on p.id = ud.plant_id
    where ud.campaign_id = ${campaignId} and ud.finished_at is null`.execute(db);
  return rows.map(({ timeZone }) => timeZone);
}

/** A device that can be offered its image now, and what its gateway calls it. */
export interface Offerable {
  readonly deviceId: string;
  readonly gatewayId: string;
  readonly rev: number;
  readonly unit: number;
}

/**
 * Devices of the current wave that wait, in plants where the window is open, behind a gateway that is online and has no
 * other job. The newest birth of the gateway must name the same type, model and hardware as the register.
 */
export async function listOfferable(
  trx: Transaction,
  campaign: RunningCampaign,
  { zones, now, limit }: { zones: readonly string[]; now: Date; limit: number },
): Promise<Offerable[]> {
  const { type, model, hardware } = campaign;
  const { rows } = await sql<Offerable>`
    with due as materialized (
      select ud.device_id, d.sn, l.plant_id
      from upgrade_devices ud join devices d on d.id = ud.device_id
      join device_links l on l.device_id = d.id and l.to_at is null join plants p on p.id = l.plant_id
      where ud.campaign_id = ${campaign.campaignId} and ud.state = 'queued' and ud.wave <= ${campaign.wave}
        and (ud.retry_at is null or ud.retry_at <= ${now}) and p.time_zone = any(${[...zones]}::text[])
        and ${isOfFirmware(campaign)}
        and not ${isHeld}
    ), free as materialized (
      select g.device_id, g.birth_rev, l.plant_id, b.body
      from gateways g join device_links l on l.device_id = g.device_id and l.to_at is null
      join births b on b.gateway_id = g.device_id and b.rev = g.birth_rev
      where g.is_online and l.plant_id in (select plant_id from due) and not exists (
        select from upgrade_jobs j join upgrade_devices other on other.job_id = j.id
        where j.gateway_id = g.device_id and other.finished_at is null
      )
    ), named as materialized (
      select free.device_id, free.birth_rev, free.plant_id, (u ->> 0)::integer as unit, u ->> 1 as sn, u ->> 2 as type,
        u ->> 3 as model, u ->> 4 as hw
      from free cross join lateral jsonb_array_elements(free.body -> 'units') u
      union all
      select free.device_id, free.birth_rev, free.plant_id, 0, free.body #>> '{gateway,sn}', 'DCON',
        free.body #>> '{gateway,model}', free.body #>> '{gateway,hw}'
      from free
    )
    select distinct on (due.device_id) due.device_id as "deviceId", named.device_id as "gatewayId",
      named.birth_rev as rev, named.unit
    from due join named on named.sn = due.sn and named.plant_id = due.plant_id
    where (named.type, named.model, named.hw) = (${type}, ${model}, ${hardware})
    order by due.device_id limit ${limit}`.execute(trx);
  return rows;
}

/** Inserts the job of one gateway and marks its devices as offered. */
export async function insertJob(
  trx: Transaction,
  {
    campaignId,
    gatewayId,
    rev,
    units,
    at,
  }: { campaignId: string; gatewayId: string; rev: number; units: readonly Offerable[]; at: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into upgrade_jobs (campaign_id, gateway_id, rev, created_at)
    values (${campaignId}, ${gatewayId}, ${rev}, ${at}) returning id`.execute(trx);
  await sql`
    update upgrade_devices ud set state = 'offered', job_id = ${rows[0]?.id}, unit = u.unit, percent = null,
      attempts = ud.attempts + 1, offered_at = ${at}, changed_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u ("deviceId" uuid, unit integer)
    where ud.campaign_id = ${campaignId} and ud.device_id = u."deviceId" and ud.state = 'queued'`.execute(
    trx,
  );
}

/** A job whose command is to be sent. */
export interface WaitingJob {
  readonly jobId: string;
  readonly gatewayId: string;
  readonly plantId: string | null;
  readonly rev: number;
  readonly units: readonly number[];
}

/**
 * Jobs whose command is to be sent. Devices that have ended by their own reports are named too: a process that died after
 * sending left a command that names them, which is found again only by the same content.
 */
export async function listWaitingJobs(db: Db, campaignId: string): Promise<WaitingJob[]> {
  const { rows } = await sql<WaitingJob>`
    select j.id as "jobId", j.gateway_id as "gatewayId", l.plant_id as "plantId", j.rev,
      array_agg(ud.unit order by ud.unit) as units
    from upgrade_jobs j join upgrade_devices ud on ud.job_id = j.id
    left join device_links l on l.device_id = j.gateway_id and l.to_at is null
    where j.campaign_id = ${campaignId} and j.command_id is null
      and (ud.finished_at is null or ud.state in ('confirmed', 'failed'))
    group by j.id, l.plant_id having bool_or(ud.finished_at is null) order by j.created_at, j.id`.execute(db);
  return rows;
}

export async function updateSent(db: Db, jobId: string, commandId: string): Promise<void> {
  await sql`update upgrade_jobs set command_id = ${commandId} where id = ${jobId}`.execute(db);
}

/** Jobs of cancelled campaigns whose gateway may still have them. */
export async function listCancelledJobs(db: Db): Promise<(WaitingJob & { authorId: string | null })[]> {
  const { rows } = await sql<WaitingJob & { authorId: string | null }>`
    select j.id as "jobId", j.gateway_id as "gatewayId", l.plant_id as "plantId", j.rev, c.author_id as "authorId",
      array_agg(ud.unit order by ud.unit) as units
    from upgrade_campaigns c join upgrade_jobs j on j.campaign_id = c.id join upgrade_devices ud on ud.job_id = j.id
    left join device_links l on l.device_id = j.gateway_id and l.to_at is null
    where c.state = 'cancelled' and not j.is_cancelled and j.command_id is not null
    group by j.id, l.plant_id, c.author_id order by j.created_at, j.id`.execute(db);
  return rows;
}

export async function updateJobCancelled(db: Db, jobId: string): Promise<void> {
  await sql`update upgrade_jobs set is_cancelled = true where id = ${jobId}`.execute(db);
}

/** A device whose offer came to nothing: the gateway refused or did not receive it, or reports no progress. */
export interface Stalled {
  readonly deviceId: string;
  readonly attempts: number;
  /** Code of the command or of its result; null when it was not sent or not answered. */
  readonly code: string | null;
}

/** Devices whose command was refused, has failed or was never answered. */
export async function listRefused(trx: Transaction, campaignId: string): Promise<Stalled[]> {
  const { rows } = await sql<Stalled>`
    select ud.device_id as "deviceId", ud.attempts, coalesce(r.code, c.code) as code
    from upgrade_devices ud join upgrade_jobs j on j.id = ud.job_id join commands c on c.id = j.command_id
    left join command_results r on r.command_id = c.id and r.unit = ud.unit
    where ud.campaign_id = ${campaignId} and ud.state = 'offered'
      and (c.state in ('refused', 'failed', 'unconfirmed', 'expired', 'cancelled') or r.state = 'failed')
    for update of ud`.execute(trx);
  return rows;
}

/** Devices under way that report nothing, although their gateway has been online for as long and their window is open. */
export async function listSilent(
  trx: Transaction,
  campaignId: string,
  { before, zones }: { before: Date; zones: readonly string[] },
): Promise<Stalled[]> {
  const { rows } = await sql<Stalled>`
    select ud.device_id as "deviceId", ud.attempts, null as code
    from upgrade_devices ud join upgrade_jobs j on j.id = ud.job_id join gateways g on g.device_id = j.gateway_id
    left join plants p on p.id = ud.plant_id
    where ud.campaign_id = ${campaignId} and ud.finished_at is null and ud.state <> 'queued' and ud.changed_at < ${before}
      and g.is_online and coalesce(g.online_since, ${before}) <= ${before}
      and (ud.state not in ('offered', 'downloading') or p.time_zone = any(${[...zones]}::text[]))
    for update of ud`.execute(trx);
  return rows;
}

/** Devices wait for another offer. */
export async function updateRequeued(
  trx: Transaction,
  campaignId: string,
  { deviceIds, retryAt, at }: { deviceIds: readonly string[]; retryAt: Date; at: Date },
): Promise<void> {
  if (deviceIds.length === 0) return;
  await sql`
    update upgrade_devices set state = 'queued', job_id = null, unit = null, percent = null, retry_at = ${retryAt},
      changed_at = ${at}
    where campaign_id = ${campaignId} and device_id = any(${deviceIds}::uuid[]) and finished_at is null`.execute(
    trx,
  );
}

export async function updateFailed(
  trx: Transaction,
  campaignId: string,
  { deviceId, reason, at }: { deviceId: string; reason: string; at: Date },
): Promise<void> {
  await sql`
    update upgrade_devices set state = 'failed', reason = ${reason}, changed_at = ${at}, finished_at = ${at}
    where campaign_id = ${campaignId} and device_id = ${deviceId} and finished_at is null`.execute(trx);
}

/** Devices of a job that was not sent wait again; returns their number. */
export async function releaseJob(
  db: Db,
  jobId: string,
  { retryAt, at }: { retryAt: Date; at: Date },
): Promise<void> {
  await sql`
    update upgrade_devices set state = 'queued', job_id = null, unit = null, percent = null, retry_at = ${retryAt},
      changed_at = ${at}
    where job_id = ${jobId} and state = 'offered'`.execute(db);
}

/** Numbers of devices of the current wave, and of all, that have not ended. */
export async function countOpen(
  trx: Transaction,
  { campaignId, wave }: Pick<RunningCampaign, "campaignId" | "wave">,
): Promise<{ inWave: number; inAll: number }> {
  const { rows } = await sql<{ inWave: number; inAll: number }>`
    select (count(*) filter (where wave <= ${wave}))::int as "inWave", count(*)::int as "inAll"
    from upgrade_devices where campaign_id = ${campaignId} and finished_at is null`.execute(trx);
  return rows[0] ?? { inWave: 0, inAll: 0 };
}

/** Begins the wave of the next device that waits. */
export async function updateWave(trx: Transaction, campaignId: string, at: Date): Promise<void> {
  await sql`
    update upgrade_campaigns c set wave_begun_at = ${at}, yield_wait_at = null, wave = (
      select min(ud.wave) from upgrade_devices ud where ud.campaign_id = c.id and ud.finished_at is null
    ) where c.id = ${campaignId}`.execute(trx);
}

export async function updateDone(trx: Transaction, campaignId: string, at: Date): Promise<void> {
  await sql`
    update upgrade_campaigns set state = 'done', finished_at = ${at} where id = ${campaignId}`.execute(trx);
}

/** Plants with devices of a campaign that have not ended. */
export async function listOpenPlants(db: Db, campaignId: string): Promise<string[]> {
  const { rows } = await sql<{ plantId: string }>`
    select distinct plant_id as "plantId" from upgrade_devices
    where campaign_id = ${campaignId} and plant_id is not null
      and (finished_at is null or finished_at > now() - interval '10 seconds')`.execute(db);
  return rows.map(({ plantId }) => plantId);
}
