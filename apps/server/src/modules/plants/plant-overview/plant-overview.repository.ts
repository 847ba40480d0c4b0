import type {
  endpoints,
  MeteringLevel,
  PlantPart,
  PlantStatus,
  PlantStatusReason,
  QueryOf,
} from "@heliograph/contract";
import { plantStatus } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope, plantsInScope } from "../../base/access/scope-sql.ts";
import { currentStates } from "../../devices/status/plant-status-sql.ts";
import { currentEnergies, energiesJoin } from "../../energy/metering/current-energies-sql.ts";

/** Current state of a plant for lists, totals and the live stream; its energies come from the roll-ups. */
export interface PlantState {
  readonly id: string;
  readonly key: number;
  readonly number: string;
  readonly name: string;
  readonly status: PlantStatus;
  readonly statusReason: PlantStatusReason;
  readonly pictureId: string | null;
  readonly level: MeteringLevel;
  readonly powerW: number | null;
  readonly installedCapacityKwp: number;
  readonly timeZone: string;
  readonly currency: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly visibility: "public" | "concealed";
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
  readonly gatewayCount: number;
  readonly onlineGatewayCount: number;
  readonly reportIntervalS: number;
  /** Parts of the plant that are hidden from the caller. */
  readonly hiddenParts: readonly PlantPart[];
  /** False for a plant seen only because it is public: then nothing personal may be shown. */
  readonly isInScope: boolean;
}

type ListQuery = QueryOf<typeof endpoints.station.list>;
export type PlantQuery = Pick<ListQuery, "search" | "sort" | "order" | "page" | "pageSize"> &
  Partial<Pick<ListQuery, "status">>;

/** State of every plant that meets `condition` (on alias p). */
function selectStates(
  scope: Scope,
  now: Date,
  { condition, isInScope }: { condition: RawBuilder<unknown>; isInScope: RawBuilder<boolean> },
) {
  return sql<PlantState>`
    with chosen as (select p.id from plants p where ${condition}), ${currentStates(now)}
    select p.id, p.key, p.number, p.name, p.picture_id as "pictureId",
      p.installed_capacity_kwp::float8 as "installedCapacityKwp", p.time_zone as "timeZone", p.currency,
      p.latitude, p.longitude, p.visibility, p.created_at as "createdAt", s.updated_at as "updatedAt",
      s.gateway_count as "gatewayCount", s.online_count as "onlineGatewayCount",
      s.report_interval_s as "reportIntervalS", ${hiddenParts(scope)} as "hiddenParts",
      ${isInScope} as "isInScope", s.level, s.power_w as "powerW",
      s.status, s.reason as "statusReason"
    from current_states s join plants p on p.id = s.plant_id`;
}

/** Plants `chosen` in scope that a search finds. */
function chosenPlants(scope: Scope, searched: string | undefined): RawBuilder<unknown> {
  const search = searched ? `%${searched.replace(/[\\%_]/g, "\\$&")}%` : null;
  return sql`chosen as (
    select p.id from plants p
    where ${listedInScope(scope)}
      and (${search}::text is null or p.name ilike ${search}
        or (not ${scope.isAnonymous}::boolean and p.number ilike ${search}))
  )`;
}

const ENERGY_SORTS = {
  energyTodayKwh: "todayWh",
  energyMonthKwh: "monthWh",
  energyYearKwh: "yearWh",
  energyTotalKwh: "totalWh",
} as const;

/** What a list is sorted by, of plants `p`, their states `s` and energies `e`. */
function sortKey(scope: Scope, sort: ListQuery["sort"], now: Date): RawBuilder<unknown> {
  switch (sort) {
    case "number":
      return sql`p.number`;
    case "status":
      return sql`array_position(${[...plantStatus.options]}::text[], s.status)`;
    case "name":
      return sql`p.name collate natural_order`;
    case "powerW":
      return sql`s.power_w`;
    case "efficiency":
      return sql`s.power_w / nullif(p.installed_capacity_kwp, 0)`;
    case "installedCapacityKwp":
      return sql`p.installed_capacity_kwp`;
    case "createdAt":
      return sql`p.created_at`;
    case "updatedAt":
      return sql`s.updated_at`;
    default:
      return sql`case when not 'energy' = any(${hiddenParts(scope)}) then ${currentEnergies(now)[ENERGY_SORTS[sort]]} end`;
  }
}

/** Ids of the plants on a page of a list, in order, and how many plants there are on all pages. */
export async function searchPlants(
  db: Db,
  scope: Scope,
  { now, query }: { now: Date; query: PlantQuery },
): Promise<{ ids: string[]; total: number }> {
  const { sort, status, page, pageSize } = query;
  const direction = sql.raw(query.order === "asc" ? "asc nulls first" : "desc nulls last");
  const offset = (page - 1) * pageSize;
  const chosen = sql`with ${chosenPlants(scope, query.search)}, ${currentStates(now)}`;
  // PostgreSQL leaves out left joins by a unique key that nothing refers to, but not those of the states.
  const needsStates = status !== undefined || ["status", "powerW", "efficiency", "updatedAt"].includes(sort);
  const found = sql`
    from ${needsStates ? sql`current_states s join plants p on p.id = s.plant_id` : sql`chosen join plants p using (id)`}
    ${energiesJoin}
    ${status === undefined ? sql`` : sql`where s.status = ${status}`}`;
  const { rows } = await sql<{ id: string; total: number }>`
    ${chosen} select p.id, (count(*) over ())::int as total ${found}
    order by ${sortKey(scope, sort, now)} ${direction}, p.number, p.id offset ${offset} limit ${pageSize}`.execute(
    db,
  );
  const [first] = rows;
  if (first !== undefined || offset === 0) return { ids: rows.map(({ id }) => id), total: first?.total ?? 0 };
  const counted = await sql<{ total: number }>`${chosen} select count(*)::int as total ${found}`.execute(db);
  return { ids: [], total: counted.rows[0]?.total ?? 0 };
}

/** State of the plants in scope with these ids, in no order. */
export async function listPlantStates(
  db: Db,
  scope: Scope,
  now: Date,
  plantIds: readonly string[],
): Promise<PlantState[]> {
  const { rows } = await selectStates(scope, now, {
    condition: sql`p.id = any(${plantIds}::uuid[]) and ${plantsInScope(scope)}`,
    isInScope: sql<boolean>`(not ${scope.isAnonymous}::boolean)`,
  }).execute(db);
  return rows;
}

/** One plant that is in scope or public. */
export async function findPlantState(
  db: Db,
  scope: Scope,
  now: Date,
  plantId: string,
): Promise<PlantState | undefined> {
  const inScope = plantsInScope(scope);
  const { rows } = await selectStates(scope, now, {
    condition: sql`p.id = ${plantId} and (${inScope} or p.visibility = 'public')`,
    isInScope: sql<boolean>`(not ${scope.isAnonymous}::boolean and ${inScope})`,
  }).execute(db);
  return rows[0];
}
