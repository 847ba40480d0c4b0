import type { BodyOf, endpoints, MaintenanceKind, QueryOf } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

export interface PopUpRow {
  maintenanceId: string;
  version: number;
  name: string;
  kind: MaintenanceKind;
  previewAt: Date;
  serviceStopAt: Date;
  serviceRestartAt: Date;
  isOn: boolean;
  updatedAt: Date;
}

const columns = sql`
  m.id as "maintenanceId", m.version, m.name, m.kind, m.preview_at as "previewAt",
  m.service_stop_at as "serviceStopAt", m.service_restart_at as "serviceRestartAt", m.is_on as "isOn",
  m.updated_at as "updatedAt"`;

type Filter = QueryOf<typeof endpoints.maintenance.list>;

const sortColumns: Record<Filter["sort"], ReturnType<typeof sql>> = {
  name: sql`lower(m.name)`,
  kind: sql`m.kind`,
  serviceStopAt: sql`m.service_stop_at`,
  serviceRestartAt: sql`m.service_restart_at`,
  previewAt: sql`m.preview_at`,
  isOn: sql`m.is_on`,
  updatedAt: sql`m.updated_at`,
};

export async function listPopUps(
  db: Db,
  filter: Filter,
): Promise<{ rows: (PopUpRow & { lastOperatorName: string })[]; total: number }> {
  const search = filter.search ? `%${filter.search.replace(/[\\%_]/g, "\\$&")}%` : null;
  const kind = filter.kind ?? null;
  const condition = sql`(${search}::text is null or m.name ilike ${search})
    and (${kind}::text is null or m.kind = ${kind})`;
  const direction = filter.order === "desc" ? sql`desc` : sql`asc`;
  const [listed, counted] = await Promise.all([
    sql<PopUpRow & { lastOperatorName: string }>`
      select ${columns}, a.user_name as "lastOperatorName"
      from maintenance_pop_ups m join accounts a on a.id = m.last_operator_id
      where ${condition}
      order by ${sortColumns[filter.sort]} ${direction}, m.id
      limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from maintenance_pop_ups m where ${condition}`.execute(db),
  ]);
  return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Enabled pop-ups that are not over: upcoming, announced or running. */
export async function listPopUpsAhead(db: Db, now: Date): Promise<PopUpRow[]> {
  const { rows } = await sql<PopUpRow>`
    select ${columns} from maintenance_pop_ups m
    where m.is_on and m.service_restart_at > ${now}
    order by m.service_stop_at, m.id`.execute(db);
  return rows;
}

/** The pop-up, its row locked until the transaction ends. */
export async function lockPopUp(trx: Transaction, maintenanceId: string): Promise<PopUpRow | undefined> {
  const { rows } = await sql<PopUpRow>`
    select ${columns} from maintenance_pop_ups m where m.id = ${maintenanceId} for update`.execute(trx);
  return rows[0];
}

export type EnteredPopUp = BodyOf<typeof endpoints.maintenance.add>;

export interface Writing {
  operatorId: string;
  at: Date;
}

export async function insertPopUp(
  trx: Transaction,
  popUp: EnteredPopUp,
  { operatorId, at }: Writing,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into maintenance_pop_ups (name, kind, preview_at, service_stop_at, service_restart_at, last_operator_id,
      created_at, updated_at)
    values (${popUp.name}, ${popUp.kind}, ${popUp.previewAt}, ${popUp.serviceStopAt}, ${popUp.serviceRestartAt},
      ${operatorId}, ${at}, ${at})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

export async function updatePopUp(
  trx: Transaction,
  maintenanceId: string,
  popUp: EnteredPopUp & { isOn: boolean },
  { operatorId, at }: Writing,
): Promise<void> {
  await sql`
    update maintenance_pop_ups set name = ${popUp.name}, kind = ${popUp.kind}, preview_at = ${popUp.previewAt},
      service_stop_at = ${popUp.serviceStopAt}, service_restart_at = ${popUp.serviceRestartAt}, is_on = ${popUp.isOn},
      version = version + 1, last_operator_id = ${operatorId}, updated_at = ${at}
    where id = ${maintenanceId}`.execute(trx);
}

export async function deletePopUp(trx: Transaction, maintenanceId: string): Promise<void> {
  await sql`delete from maintenance_pop_ups where id = ${maintenanceId}`.execute(trx);
}
