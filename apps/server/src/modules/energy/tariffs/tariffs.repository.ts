import type { Tariff } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import { plantZones } from "../../base/access/plant-zones-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope } from "../../base/access/scope-sql.ts";

/** A tariff and the plant's own day from which it is valid. */
export interface TariffVersion {
  readonly validFrom: string;
  readonly tariff: Tariff;
}

const version = sql`t.valid_from as "validFrom",
  case t.method
    when 'fixed' then jsonb_build_object('method', 'fixed', 'price', trim_scale(t.price)::text)
    else jsonb_build_object('method', 'time', 'periods', t.periods) end as tariff`;

/** All tariffs of a plant, the newest first, with the time zones whose days they begin on. */
export async function listTariffVersions(
  db: Db,
  { plantId }: PlantInScope,
): Promise<(TariffVersion & { zones: PlantZones })[]> {
  const { rows } = await sql<TariffVersion & { zones: PlantZones }>`
    select ${version}, ${plantZones} as zones from tariffs t join plants p on p.id = t.plant_id
    where t.plant_id = ${plantId}
    order by t.valid_from desc`.execute(db);
  return rows;
}

/**
 * Tariffs of plants by their key, the earliest first, which also holds for earlier days. For work of the platform and for
 * plants whose access was checked.
 */
export async function listTariffsByPlant(
  db: Db,
  plantKeys: readonly number[],
): Promise<Map<number, TariffVersion[]>> {
  const { rows } = await sql<TariffVersion & { plantKey: number }>`
    select ${version}, p.key as "plantKey" from tariffs t join plants p on p.id = t.plant_id
    where p.key = any(${plantKeys}::integer[])
    order by t.valid_from`.execute(db);
  return Map.groupBy(rows, ({ plantKey }) => plantKey);
}

/** The tariff in force on a day; before the first one begins, the first. */
export async function findTariffOn(
  executor: Db | Transaction,
  scope: Scope,
  { plantId, day }: { plantId: string; day: string },
): Promise<TariffVersion | undefined> {
  const { rows } = await sql<TariffVersion>`
    select ${version} from tariffs t join plants p on p.id = t.plant_id
    where p.id = ${plantId} and ${plantsInScope(scope)}
    order by t.valid_from <= ${day}::date desc, abs(t.valid_from - ${day}::date)
    limit 1`.execute(executor);
  return rows[0];
}

/** Number of tariffs of a plant that begin on other days than this one. */
export async function countOtherTariffs(
  trx: Transaction,
  scope: Scope,
  { plantId, validFrom }: { plantId: string; validFrom: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tariffs t join plants p on p.id = t.plant_id
    where p.id = ${plantId} and t.valid_from <> ${validFrom}::date and ${plantsInScope(scope)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Day from which the first tariff of a plant is valid. */
export async function findFirstTariffDay(
  trx: Transaction,
  scope: Scope,
  plantId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select min(t.valid_from) as day from tariffs t join plants p on p.id = t.plant_id
    where p.id = ${plantId} and ${plantsInScope(scope)}`.execute(trx);
  return rows[0]?.day ?? undefined;
}

export interface NewTariff extends TariffVersion {
  readonly plantId: string;
  /** Account that sets it; null for the demo. */
  readonly createdBy: string | null;
}

/** Writes a tariff that is valid from a day; replaces one that begins on the same day. */
export async function writeTariff(trx: Transaction, entry: NewTariff): Promise<void> {
  const { plantId, validFrom, tariff, createdBy } = entry;
  const price = tariff.method === "fixed" ? tariff.price : null;
  const periods = tariff.method === "time" ? JSON.stringify(tariff.periods) : null;
  await sql`
    insert into tariffs (plant_id, valid_from, method, price, periods, created_by)
    values (${plantId}, ${validFrom}::date, ${tariff.method}, ${price}, ${periods}::jsonb, ${createdBy})
    on conflict (plant_id, valid_from) do update set method = excluded.method, price = excluded.price,
      periods = excluded.periods, created_by = excluded.created_by, created_at = now()`.execute(trx);
}

/** Lets the first tariff of a plant begin on an earlier day; a later one changes nothing. */
export async function extendFirstTariff(trx: Transaction, plantId: string, day: string): Promise<void> {
  await sql`
    update tariffs set valid_from = least(valid_from, ${day}::date)
    where plant_id = ${plantId}
      and valid_from = (select min(valid_from) from tariffs where plant_id = ${plantId})`.execute(trx);
}
