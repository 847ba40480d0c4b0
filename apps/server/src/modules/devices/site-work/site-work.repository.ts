import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { isKnownAccount } from "../../base/access/history-sql.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";

export interface SiteWorkRow {
  readonly siteWorkId: string;
  readonly fromAt: Date;
  readonly untilAt: Date;
  readonly reason: string;
}

const columns = sql.raw(`l.id as "siteWorkId", l.from_at as "fromAt", l.until_at as "untilAt", l.reason`);

/** Site work of a plant that is not over, in the order of its start, with the names visible to the caller. */
export async function listSiteWorks(
  db: Db,
  { scope, plant, now }: { scope: Scope; plant: PlantInScope; now: Date },
): Promise<(SiteWorkRow & { readonly byName: string | null })[]> {
  const { rows } = await sql<SiteWorkRow & { byName: string | null }>`
    select ${columns}, (
        select a.user_name from accounts a
        where a.id = l.created_by and a.cancelled_at is null and ${isKnownAccount(scope)}
      ) as "byName"
    from site_works l where l.plant_id = ${plant.plantId} and l.until_at > greatest(${now}, l.from_at)
    order by l.from_at, l.id`.execute(db);
  return rows;
}

/** Locks a plant for changes of its site work, and returns what is not over; undefined if the plant is gone. */
export async function lockSiteWorks(
  trx: Transaction,
  { plantId }: PlantInScope,
  now: Date,
): Promise<{ companyId: string; rows: SiteWorkRow[] } | undefined> {
  const plants = await sql<{ companyId: string }>`
    select company_id as "companyId" from plants where id = ${plantId} for no key update`.execute(trx);
  const [plant] = plants.rows;
  if (!plant) return undefined;
  const { rows } = await sql<SiteWorkRow>`
    select ${columns} from site_works l where l.plant_id = ${plantId} and l.until_at > greatest(${now}, l.from_at)
    order by l.from_at, l.id`.execute(trx);
  return { ...plant, rows };
}

/** Whether a window of the plant exists, over or not. */
export async function hasSiteWork(
  trx: Transaction,
  { plantId }: PlantInScope,
  siteWorkId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from site_works where id = ${siteWorkId} and plant_id = ${plantId}`.execute(trx);
  return rows.length > 0;
}

interface Writing {
  readonly accountId: string | undefined;
  readonly at: Date;
}

export async function insertSiteWork(
  trx: Transaction,
  work: PlantInScope & Omit<SiteWorkRow, "siteWorkId">,
  { accountId, at }: Writing,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into site_works (plant_id, from_at, until_at, reason, created_by, created_at)
    values (${work.plantId}, ${work.fromAt}, ${work.untilAt}, ${work.reason}, ${accountId ?? null}, ${at})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

export async function updateUntil(
  trx: Transaction,
  { siteWorkId, untilAt }: { siteWorkId: string; untilAt: Date },
  { accountId, at }: Writing,
): Promise<void> {
  await sql`
    update site_works set until_at = ${untilAt}, changed_by = ${accountId ?? null}, changed_at = ${at}
    where id = ${siteWorkId}`.execute(trx);
}
