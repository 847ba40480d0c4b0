import type { AlarmMailSettings, Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { accountsOfPlant, readsAlarms } from "../../base/access/scope-sql.ts";
import { settingsJson } from "./settings.repository.ts";

/** An account that may be mailed the alarms of a plant. */
export interface AlarmReader {
  readonly plantId: string;
  readonly accountId: string;
  readonly email: string;
  readonly language: Language;
  readonly isOwner: boolean;
  /** Whether it sees where the plant's devices are. */
  readonly seesLayout: boolean;
  readonly settings: AlarmMailSettings | null;
}

/**
 * Accounts that read the alarms of these plants, with a verified email and email notifications turned on; only the given
 * one.
 */
export async function listAlarmReaders(
  db: Db | Transaction,
  { plantIds, accountId }: { plantIds: readonly string[]; accountId?: string },
): Promise<AlarmReader[]> {
  if (plantIds.length === 0) return [];
  const { rows } = await sql<AlarmReader>`
    select p.id as "plantId", a.id as "accountId", a.email, a.language, a.id = p.owner_id as "isOwner",
      (${readsAlarms("layout")}) as "seesLayout", ${settingsJson} as settings
    from plants p
    cross join lateral ${accountsOfPlant} known
    join accounts a on a.id = known.account_id
    join roles r on r.id = a.role_id join customer_types ct on ct.id = r.customer_type_id
    left join alarm_mail_settings s on s.account_id = a.id
    where p.id = any(${plantIds}::uuid[]) and (${accountId ?? null}::uuid is null or a.id = ${accountId ?? null})
      and a.email_notify and a.email is not null and a.email_verified_at is not null
      and (case when s.account_id is null then a.id = p.owner_id else s.is_on end)
      and ${readsAlarms()}`.execute(db);
  return rows;
}
