import type { AlarmMailSettings, Language } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope } from "../../base/access/scope-sql.ts";

/** Settings of the row `s` as JSON, null without a row. */
export const settingsJson = sql<AlarmMailSettings | null>`case when s.account_id is null then null else jsonb_build_object(
  'isOn', s.is_on, 'minSeverity', s.min_severity, 'plants', s.plants, 'stationIds', s.plant_ids, 'digest', s.digest,
  'hasRecovery', s.has_recovery, 'quietFrom', s.quiet_from, 'quietTo', s.quiet_to, 'quietZone', s.quiet_zone,
  'timeZone', s.time_zone, 'maxPerHour', s.max_per_hour) end`;

/** Email of the account `a` that mails may go to; null while it is not verified. */
const verifiedEmail: RawBuilder<string | null> = sql<
  string | null
>`case when a.email_verified_at is not null then a.email end`;

/** The caller's own account, or that of a signed link. */
export interface AccountOfMails {
  readonly accountId: string;
}

export interface MailAccount {
  readonly email: string | null;
  readonly language: Language;
  readonly settings: AlarmMailSettings | null;
}

export async function findMailAccount(
  db: Db | Transaction,
  { accountId }: AccountOfMails,
): Promise<MailAccount | undefined> {
  const { rows } = await sql<MailAccount>`
    select ${verifiedEmail} as email, a.language, ${settingsJson} as settings
    from accounts a left join alarm_mail_settings s on s.account_id = a.id
    where a.id = ${accountId} and a.cancelled_at is null`.execute(db);
  return rows[0];
}

export async function writeSettings(
  trx: Transaction,
  { accountId }: AccountOfMails,
  settings: AlarmMailSettings,
): Promise<void> {
  const { isOn, plants, stationIds, minSeverity, digest, hasRecovery, quietFrom, quietTo } = settings;
  await sql`
    insert into alarm_mail_settings (account_id, is_on, plants, plant_ids, min_severity, digest, has_recovery, quiet_from,
      quiet_to, quiet_zone, time_zone, max_per_hour)
    values (${accountId}, ${isOn}, ${plants}, ${stationIds}::uuid[], ${minSeverity}, ${digest}, ${hasRecovery}, ${quietFrom},
      ${quietTo}, ${settings.quietZone}, ${settings.timeZone}, ${settings.maxPerHour})
    on conflict (account_id) do update set is_on = excluded.is_on, plants = excluded.plants,
      plant_ids = excluded.plant_ids, min_severity = excluded.min_severity, digest = excluded.digest,
      has_recovery = excluded.has_recovery, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
      quiet_zone = excluded.quiet_zone, time_zone = excluded.time_zone, max_per_hour = excluded.max_per_hour`.execute(
    trx,
  );
}

export interface ChosenPlant {
  readonly stationId: string;
  readonly stationName: string;
}

/** Of these plants those whose alarms are visible to the caller, by name. */
export async function listVisiblePlants(
  db: Db | Transaction,
  scope: Scope,
  plantIds: readonly string[],
): Promise<ChosenPlant[]> {
  const { rows } = await sql<ChosenPlant>`
    select p.id as "stationId", p.name as "stationName" from plants p
    where p.id = any(${plantIds}::uuid[]) and ${plantsInScope(scope, "alarms")}
    order by p.name collate natural_order, p.id`.execute(db);
  return rows;
}
