import type { CorrectionMode, CorrectionState, endpoints, QueryOf } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { isKnownAccount } from "../../base/access/history-sql.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import { plantZones } from "../../base/access/plant-zones-sql.ts";
import type { Scope } from "../../base/access/scope.ts";

/** A plant whose days are corrected. */
export interface PlantFacts {
  readonly plantKey: number;
  readonly companyId: string;
  readonly zones: PlantZones;
  readonly installedCapacityKwp: number;
  readonly gridConnectionDate: string;
  readonly firstDataDay: string | null;
  readonly isAutomatic: boolean;
}

const facts = sql`p.key as "plantKey", p.company_id as "companyId", ${plantZones} as zones,
  p.installed_capacity_kwp::float8 as "installedCapacityKwp", p.grid_connection_date as "gridConnectionDate",
  (select e.first_day from plant_energies e where e.plant_key = p.key) as "firstDataDay",
  exists (select from auto_corrections a where a.plant_id = p.id) as "isAutomatic"`;

/** Undefined if the plant is gone. */
export async function findPlantFacts(db: Db, { plantId }: PlantInScope): Promise<PlantFacts | undefined> {
  const { rows } = await sql<PlantFacts>`select ${facts} from plants p where p.id = ${plantId}`.execute(db);
  return rows[0];
}

/** Locks a plant for changes of its corrections; undefined if it is gone. */
export async function lockPlant(
  trx: Transaction,
  { plantId }: PlantInScope,
): Promise<PlantFacts | undefined> {
  const { rows } = await sql<PlantFacts>`
    select ${facts} from plants p where p.id = ${plantId} for no key update`.execute(trx);
  return rows[0];
}

export interface CorrectionRow {
  readonly correctionId: string;
  readonly day: string;
  readonly mode: CorrectionMode;
  readonly state: CorrectionState;
  readonly sourceWh: number | null;
  readonly correctedWh: number;
  readonly createdAt: Date;
  readonly byName: string | null;
  readonly cancelledAt: Date | null;
  readonly cancelledByName: string | null;
}

type ListQuery = QueryOf<typeof endpoints.correction.list>;

const SORTS = { day: sql.raw("l.plant_day"), createdAt: sql.raw("l.created_at") } as const;

/** Corrections of a plant on a page of its list, with the names visible to the caller. */
export async function listCorrectionRows(
  db: Db,
  { scope, plant, query }: { scope: Scope; plant: PlantInScope; query: Omit<ListQuery, "stationId"> },
): Promise<{ rows: CorrectionRow[]; total: number }> {
  const { mode, state, page, pageSize } = query;
  const direction = sql.raw(query.order);
  const found = sql`from corrections l where l.plant_id = ${plant.plantId}
    and ${mode === undefined ? sql`true` : sql`l.mode = ${mode}`}
    and ${state === undefined ? sql`true` : sql`(l.cancelled_at is null) = ${state === "active"}`}`;
  const name = (column: string) => sql`(
    select a.user_name from accounts a
    where a.id = ${sql.raw(column)} and a.cancelled_at is null and ${isKnownAccount(scope)}
  )`;
  const { rows } = await sql<CorrectionRow>`
    select l.id as "correctionId", l.plant_day as day, l.mode,
      case when l.cancelled_at is null then 'active' else 'cancelled' end as state,
      l.source_wh as "sourceWh", l.corrected_wh as "correctedWh", l.created_at as "createdAt",
      ${name("l.created_by")} as "byName", l.cancelled_at as "cancelledAt",
      ${name("l.cancelled_by")} as "cancelledByName"
    ${found}
    order by ${SORTS[query.sort]} ${direction}, l.created_at ${direction}, l.id
    offset ${(page - 1) * pageSize} limit ${pageSize}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** A correction of a day. */
export interface DayCorrection {
  readonly day: string;
  readonly createdAt: Date;
  readonly mode: CorrectionMode;
  /** Null without any data of the day. */
  readonly sourceWh: number | null;
  readonly correctedWh: number;
  /** Null while it counts. */
  readonly cancelledAt: Date | null;
}

/** Corrections of a plant's days, both ends included, the cancelled ones too; by day. */
export async function listDayCorrections(
  db: Db,
  { plantId }: PlantInScope,
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
): Promise<DayCorrection[]> {
  const { rows } = await sql<DayCorrection>`
    select plant_day as day, created_at as "createdAt", mode, source_wh as "sourceWh", corrected_wh as "correctedWh",
      cancelled_at as "cancelledAt"
    from corrections where plant_id = ${plantId} and plant_day between ${fromDay}::date and ${toDay}::date
    order by plant_day, created_at`.execute(db);
  return rows;
}

export interface NewCorrection {
  readonly plantId: string;
  readonly day: string;
  readonly mode: CorrectionMode;
  readonly sourceWh: number | null;
  readonly correctedWh: number;
  /** Undefined for automatic ones. */
  readonly accountId?: string | undefined;
  readonly at: Date;
}

/** Inserts a correction; undefined while another one of the day counts. */
export async function insertCorrection(
  executor: Db | Transaction,
  entry: NewCorrection,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into corrections (plant_id, plant_day, mode, source_wh, corrected_wh, created_at, created_by)
    select id, ${entry.day}::date, ${entry.mode}, ${entry.sourceWh}::float8, ${entry.correctedWh}::float8, ${entry.at},
      ${entry.accountId ?? null}::uuid
    from plants where id = ${entry.plantId}
    on conflict (plant_id, plant_day) where cancelled_at is null do nothing
    returning id`.execute(executor);
  return rows[0]?.id;
}

export interface CancelledCorrection {
  readonly day: string;
  readonly sourceWh: number | null;
  readonly correctedWh: number;
}

/** Cancels a correction that counts; undefined if the plant has none with this id, null if it is cancelled already. */
export async function cancelCorrection(
  trx: Transaction,
  plant: PlantInScope,
  { correctionId, accountId, at }: { correctionId: string; accountId: string | undefined; at: Date },
): Promise<CancelledCorrection | null | undefined> {
  const isIt = sql`id = ${correctionId} and plant_id = ${plant.plantId}`;
  const { rows } = await sql<CancelledCorrection>`
    update corrections set cancelled_at = ${at}, cancelled_by = ${accountId ?? null}, is_counted = false
    where ${isIt} and cancelled_at is null
    returning plant_day as day, source_wh as "sourceWh", corrected_wh as "correctedWh"`.execute(trx);
  if (rows[0]) return rows[0];
  const known = await sql`select from corrections where ${isIt}`.execute(trx);
  return known.rows.length > 0 ? null : undefined;
}

/** Switches the automatic correction of a plant on; false if it is on already. */
export async function insertAutoCorrection(trx: Transaction, plantId: string, since: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into auto_corrections (plant_id, since) values (${plantId}, ${since})
    on conflict (plant_id) do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** Switches the automatic correction of a plant off; false if it is off already. */
export async function deleteAutoCorrection(trx: Transaction, { plantId }: PlantInScope): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from auto_corrections where plant_id = ${plantId}`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}
