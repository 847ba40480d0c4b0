import type { DeviceType, endpoints, QueryOf, UpgradeReason, UpgradeState } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope, plantsToOperate } from "../../base/access/scope-sql.ts";
import { isHeld } from "./offers.repository.ts";
import type { ReportedState } from "./upgrade-rules.ts";
import { FINAL_STATES } from "./upgrade-rules.ts";

/** A device that a user has selected. */
export interface SelectedDevice {
  readonly deviceId: string;
  readonly plantId: string;
  readonly type: DeviceType;
  readonly model: string;
  readonly hardware: string;
  readonly fromVersion: string;
  readonly mayOperate: boolean;
  readonly isUpgrading: boolean;
}

/** Those of the devices that are in a plant whose devices are visible to the caller. */
export async function listSelected(
  trx: Transaction,
  scope: Scope,
  deviceIds: readonly string[],
): Promise<SelectedDevice[]> {
  const { rows } = await sql<SelectedDevice>`
    select d.id as "deviceId", p.id as "plantId", d.type, d.model, d.hardware_version as hardware,
      d.software_version as "fromVersion", ${plantsToOperate(scope)} as "mayOperate",
      exists (select from upgrade_devices ud where ud.device_id = d.id and ud.finished_at is null) as "isUpgrading"
    from devices d join device_links l on l.device_id = d.id and l.to_at is null join plants p on p.id = l.plant_id
    where d.id = any(${deviceIds}::uuid[]) and ${plantsInScope(scope, "devices")}`.execute(trx);
  return rows;
}

export interface NewUpgrade {
  readonly deviceId: string;
  readonly plantId: string;
  readonly fromVersion: string;
  readonly wave: number;
}

/** Inserts the devices of a campaign; returns how many, without those that another campaign took meanwhile. */
export async function insertUpgrades(
  trx: Transaction,
  campaignId: string,
  devices: readonly NewUpgrade[],
  at: Date,
): Promise<number> {
  const { rows } = await sql`
    insert into upgrade_devices (campaign_id, device_id, plant_id, from_version, wave, changed_at)
    select ${campaignId}, u."deviceId", u."plantId", u."fromVersion", u.wave, ${at}
    from jsonb_to_recordset(${JSON.stringify(devices)}::jsonb)
      as u ("deviceId" uuid, "plantId" uuid, "fromVersion" text, wave integer)
    on conflict do nothing returning device_id`.execute(trx);
  return rows.length;
}

export interface UpgradeRow {
  readonly campaignId: string;
  readonly state: UpgradeState;
  readonly percent: number | null;
  readonly reason: UpgradeReason | null;
  readonly fromVersion: string;
  readonly version: string;
  readonly wave: number;
  readonly offeredAt: Date | null;
  readonly changedAt: Date;
  readonly finishedAt: Date | null;
}

export interface CampaignDeviceRow extends UpgradeRow {
  readonly deviceId: string;
  readonly sn: string;
  readonly stationId: string | null;
  readonly stationName: string | null;
}

const columns = sql`ud.campaign_id as "campaignId", ud.state, ud.percent, ud.reason, ud.from_version as "fromVersion",
  c.version, ud.wave, ud.offered_at as "offeredAt", ud.changed_at as "changedAt", ud.finished_at as "finishedAt"`;

type DevicesQuery = QueryOf<typeof endpoints.upgrade.devices>;

const sortColumns: Record<DevicesQuery["sort"], ReturnType<typeof sql>> = {
  sn: sql`d.sn`,
  state: sql`ud.state`,
  wave: sql`ud.wave`,
  changedAt: sql`ud.changed_at`,
};

/** Devices of a campaign in plants that are visible to the caller. */
export async function listDeviceRows(
  db: Db,
  scope: Scope,
  query: DevicesQuery,
): Promise<{ rows: CampaignDeviceRow[]; total: number }> {
  const search = query.search ? `%${query.search.replace(/[\\%_]/g, "\\$&")}%` : null;
  const from = sql`
    from upgrade_devices ud join upgrade_campaigns c on c.id = ud.campaign_id join devices d on d.id = ud.device_id
    left join plants p on p.id = ud.plant_id
    where ud.campaign_id = ${query.campaignId} and ${plantsInScope(scope, "devices")}
      and (${search}::text is null or d.sn ilike ${search})
      and (${query.state ?? null}::text is null or ud.state = ${query.state ?? null})`;
  const direction = query.order === "desc" ? sql`desc` : sql`asc`;
  const [listed, counted] = await Promise.all([
    sql<CampaignDeviceRow>`
      select ${columns}, d.id as "deviceId", d.sn, p.id as "stationId", p.name as "stationName" ${from}
      order by ${sortColumns[query.sort]} ${direction}, d.sn
      limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db),
  ]);
  return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Upgrades of a device in the plant it is in now, the newest first. */
export async function listUpgradesOfDevice(
  db: Db,
  { plantId, deviceId }: PlantInScope & { deviceId: string },
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: UpgradeRow[]; total: number }> {
  const from = sql`
    from upgrade_devices ud join upgrade_campaigns c on c.id = ud.campaign_id
    where ud.device_id = ${deviceId} and ud.plant_id = ${plantId}`;
  const [listed, counted] = await Promise.all([
    sql<UpgradeRow>`
      select ${columns} ${from} order by c.created_at desc, c.id
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db),
  ]);
  return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
}

/** A device of a job, by the unit index that the job's command named. */
export interface JobUnit {
  readonly gatewayId: string;
  readonly jobId: string;
  readonly unit: number;
}

/** The campaign of a gateway's job and the version it sends; undefined for a job of another gateway. */
export async function findJob(
  executor: Db | Transaction,
  { gatewayId, jobId }: Omit<JobUnit, "unit">,
): Promise<{ campaignId: string; version: string } | undefined> {
  const { rows } = await sql<{ campaignId: string; version: string }>`
    select c.id as "campaignId", c.version from upgrade_jobs j join upgrade_campaigns c on c.id = j.campaign_id
    where j.id = ${jobId}::uuid and j.gateway_id = ${gatewayId}`.execute(executor);
  return rows[0];
}

/**
 * Stores what a gateway reports of a device; returns the plant, or undefined when the report changes nothing. What the server
 * ended itself (cancelled, no progress) is corrected by the device's own result.
 */
export async function updateReported(
  trx: Transaction,
  { jobId, unit }: JobUnit,
  { state, reason, percent }: ReportedState & { percent: number | null },
  at: Date,
): Promise<{ plantId: string | null } | undefined> {
  const isFinal = FINAL_STATES.includes(state);
  const { rows } = await sql<{ plantId: string | null }>`
    update upgrade_devices ud set state = ${state}, reason = ${reason}, percent = coalesce(${percent}::smallint, ud.percent),
      attempts = 0, changed_at = ${at}, finished_at = ${isFinal ? at : null}::timestamptz
    where ud.job_id = ${jobId}::uuid and ud.unit = ${unit} and (
      ud.finished_at is null
      or ${isFinal} and (ud.state, ud.reason) in (('skipped', 'cancelled'), ('failed', 'noProgress'))
    )
    returning ud.plant_id as "plantId"`.execute(trx);
  return rows[0];
}

/** An image that a gateway may read now. */
export interface ReadableImage {
  readonly fileId: string;
  readonly sizeBytes: number;
  readonly windowFromHour: number | null;
  readonly windowToHour: number | null;
  readonly timeZone: string;
}

/** The image of a job of this gateway while its campaign runs, its plant is not shut down and one of its devices waits for it. */
export async function findImage(
  db: Db,
  { gatewayId, jobId }: Omit<JobUnit, "unit">,
): Promise<ReadableImage | undefined> {
  const { rows } = await sql<ReadableImage>`
    select f.file_id as "fileId", c.size_bytes as "sizeBytes", c.window_from_hour as "windowFromHour",
      c.window_to_hour as "windowToHour", p.time_zone as "timeZone"
    from upgrade_jobs j join upgrade_campaigns c on c.id = j.campaign_id join firmware f on f.id = c.firmware_id
    join device_links l on l.device_id = j.gateway_id and l.to_at is null join plants p on p.id = l.plant_id
    where j.id = ${jobId}::uuid and j.gateway_id = ${gatewayId} and c.state = 'running' and not ${isHeld} and exists (
      select from upgrade_devices ud
      where ud.job_id = j.id and ud.state in ('offered', 'downloading')
    )`.execute(db);
  return rows[0];
}

/** How far a gateway has requested the image of its job, in percent. */
export interface Download {
  readonly jobId: string;
  readonly gatewayId: string;
  readonly percent: number;
}

/** Writes how far downloads are; returns those written, with the plants of their devices. */
export async function updateDownloaded(
  db: Db,
  downloads: readonly Download[],
  at: Date,
): Promise<{ jobId: string; gatewayId: string; plantId: string | null }[]> {
  // A device that someone else changes is left out: the next part of its image, or the gateway's report, writes it.
  const { rows } = await sql<{ jobId: string; gatewayId: string; plantId: string | null }>`
    with moved as (
      select ud.campaign_id, ud.device_id, noted.gateway_id, noted.percent
      from unnest(
        ${downloads.map(({ jobId }) => jobId)}::uuid[], ${downloads.map(({ gatewayId }) => gatewayId)}::uuid[],
        ${downloads.map(({ percent }) => percent)}::smallint[]
      ) as noted (job_id, gateway_id, percent)
      join upgrade_devices ud on ud.job_id = noted.job_id
      where ud.state in ('offered', 'downloading') and ud.percent is distinct from noted.percent
      for update of ud skip locked
    )
    update upgrade_devices ud set state = 'downloading', percent = moved.percent, attempts = 0, changed_at = ${at}
    from moved where ud.campaign_id = moved.campaign_id and ud.device_id = moved.device_id
    returning ud.job_id as "jobId", moved.gateway_id as "gatewayId", ud.plant_id as "plantId"`.execute(db);
  return rows;
}
