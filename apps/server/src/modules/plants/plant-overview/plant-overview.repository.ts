import type {
  endpoints,
  MeteringLevel,
  PlantPart,
  PlantStatus,
  PlantStatusReason,
  QueryOf,
} from "@heliograph/contract";
import { plantStatus } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import type { RawBuilder } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { plantZones } from "../../base/access/plant-zones-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope, plantsInScope, seesAllPlants } from "../../base/access/scope-sql.ts";
import { openAlarmCount, openAlarmCountsJoin } from "../../devices/alarms/open-alarm-counts-sql.ts";
import { allCurrentStates, currentStates, storedStates } from "../../devices/status/plant-status-sql.ts";
import {
  earningsToday,
  earningsTodayJoin,
  isTodayEstimated,
} from "../../energy/earnings/earnings-today-sql.ts";
import type { CurrentEnergies, EnergyColumns } from "../../energy/metering/current-energies-sql.ts";
import {
  currentEnergies,
  energiesJoin,
  energyColumns,
  readEnergies,
} from "../../energy/metering/current-energies-sql.ts";
import { expectedSharesJoin } from "../../energy/metering/expected-shares-sql.ts";
import { isUpdating } from "../../energy/metering/updating-sql.ts";
import { listZones } from "./plant-choices.repository.ts";
import type { PlantFilters } from "./plant-filters-sql.ts";
import { matchesFilters, zoneFilter } from "./plant-filters-sql.ts";

/** Current state of a plant for lists, totals and the live stream. */
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
  /** The current zone. */
  readonly timeZone: string;
  readonly zones: PlantZones;
  readonly currency: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly visibility: "public" | "concealed";
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
  readonly gatewayCount: number;
  readonly onlineGatewayCount: number;
  readonly reportIntervalS: number;
  /** As the roll-up kept them; undefined without any counted day. */
  readonly energies: CurrentEnergies | undefined;
  /** Reports that arrived late are still being counted. */
  readonly isUpdating: boolean;
  /** Earnings of today as decimal text; null where they are hidden from the caller. */
  readonly earningsToday: string | null;
  readonly isEarningsEstimated: boolean;
  /** Unresolved alarms; null where they are hidden from the caller, and where they are not read. */
  readonly openAlarms: number | null;
  readonly tags: readonly string[];
  /** Parts of the plant that are hidden from the caller. */
  readonly hiddenParts: readonly PlantPart[];
  /** False for a plant seen only because it is public: then nothing personal may be shown. */
  readonly isInScope: boolean;
}

type ListQuery = QueryOf<typeof endpoints.station.list>;
export type PlantQuery = Pick<ListQuery, "search" | "sort" | "order" | "page" | "pageSize"> &
  Partial<Pick<ListQuery, "status">> &
  PlantFilters & {
    /** Only these of the plants that match. */
    readonly stationIds?: readonly string[] | undefined;
  };

/** Plants to read, a condition on alias `p` that limits them to the caller's, and what of them the caller sees. */
interface Selection {
  readonly ids: readonly string[];
  readonly condition: RawBuilder<unknown>;
  readonly isInScope: RawBuilder<boolean>;
  readonly hiddenParts: RawBuilder<PlantPart[]>;
  readonly withWindows: boolean;
  readonly withAlarms: boolean;
}

/** State of every selected plant that is in the `current_states` of a common table expression. */
async function selectStates(
  db: Db,
  now: Date,
  {
    states,
    ids,
    condition,
    isInScope,
    hiddenParts: hidden,
    withWindows,
    withAlarms,
  }: Selection & { readonly states: RawBuilder<unknown> },
): Promise<PlantState[]> {
  const { rows } = await sql<Omit<PlantState, "energies"> & EnergyColumns>`
    with chosen as (select p.id from plants p where p.id = any(${ids}::uuid[]) and ${condition}), ${states}
    select p.id, p.key, p.number, p.name, p.picture_id as "pictureId",
      p.installed_capacity_kwp::float8 as "installedCapacityKwp", p.time_zone as "timeZone", ${plantZones} as zones, p.currency,
      p.latitude, p.longitude, p.visibility, p.created_at as "createdAt", s.updated_at as "updatedAt",
      s.gateway_count as "gatewayCount", s.online_count as "onlineGatewayCount",
      s.report_interval_s as "reportIntervalS", ${hidden} as "hiddenParts",
      ${withAlarms ? sql`case when not 'alarms' = any(${hidden}) then ${openAlarmCount} end` : sql`null::int`} as "openAlarms",
      case when not 'earnings' = any(${hidden}) then trim_scale(${earningsToday(now)})::text end as "earningsToday",
      ${isTodayEstimated(now)} as "isEarningsEstimated",
      array(select t.tag from plant_tags t where t.plant_id = p.id order by t.tag collate natural_order, t.tag) as tags,
      ${isInScope} as "isInScope", s.level, s.power_w as "powerW",
      s.status, s.reason as "statusReason", ${isUpdating(now.getTime())} as "isUpdating", ${energyColumns(now, { withWindows })}
    from current_states s join plants p on p.id = s.plant_id
    ${energiesJoin} ${earningsTodayJoin}`.execute(db);
  return rows.map((row) => ({ ...row, energies: readEnergies(row) }));
}

/** State of every selected plant, in no order. */
async function readStates(db: Db, now: Date, selection: Selection): Promise<PlantState[]> {
  const stored = await selectStates(db, now, { ...selection, states: storedStates(now) });
  if (stored.length === selection.ids.length) return stored;
  const found = new Set(stored.map(({ id }) => id));
  const ids = selection.ids.filter((id) => !found.has(id));
  const others = await selectStates(db, now, { ...selection, ids, states: currentStates(now) });
  return [...stored, ...others];
}

const ENERGY_SORTS = {
  energyTodayKwh: "todayWh",
  energyMonthKwh: "monthWh",
  energyYearKwh: "yearWh",
  energyTotalKwh: "totalWh",
} as const;

// In the order in which they decide a status; a plant that waits for its first gateway has nothing wrong.
const URGENCY: Record<PlantStatus, number> = {
  normal: 0,
  waiting: 1,
  warning: 2,
  alarm: 3,
  fault: 4,
  offline: 5,
  "shut-down": 6,
};
const statusesByUrgency = plantStatus.options.toSorted((a, b) => URGENCY[a] - URGENCY[b]);

const canReadAlarms = ({ permissionIds }: Scope): boolean => permissionIds.has("alarm:read");

/** A value that says something of the plant's energy; null where the plant hides it from the caller. */
const ofShownEnergy = (scope: Scope, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when not 'energy' = any(${hiddenParts(scope)}) then ${value} end`;

/** What a list is sorted by, of plants `p`, their states `s`, energies `e`, earnings `r`, open alarms `o` and shares `x`. */
function sortKey(scope: Scope, sort: ListQuery["sort"], now: Date): RawBuilder<unknown> {
  switch (sort) {
    case "number":
      return sql`p.number`;
    case "status":
      return sql`array_position(${statusesByUrgency}::text[], s.status)`;
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
    case "openAlarms":
      return canReadAlarms(scope)
        ? sql`case when not 'alarms' = any(${hiddenParts(scope)}) then coalesce(o.open_alarms, 0) end`
        : sql`null::int`;
    case "earningsToday":
      return sql`case when not 'earnings' = any(${hiddenParts(scope)}) then (p.currency, ${earningsToday(now)}) end`;
    case "expectedShare":
      // Those compared with measured irradiance first: every cloudy day is below a clear sky.
      return sql`${ofShownEnergy(scope, sql`x.is_irradiance`)} desc nulls last, ${ofShownEnergy(scope, sql`x.share`)}`;
    case "specificYieldKwhPerKwp":
      return ofShownEnergy(scope, sql`${currentEnergies(now).todayWh} / p.installed_capacity_kwp`);
    default:
      return ofShownEnergy(scope, currentEnergies(now)[ENERGY_SORTS[sort]]);
  }
}

/** Plants `p` that meet a condition, with their states `s`. */
function choosePlantsWithStates(scope: Scope, now: Date, condition: RawBuilder<unknown>) {
  const columns = ["status", "power_w", "updated_at"] as const;
  const plants = sql`current_states s join plants p on p.id = s.plant_id`;
  return seesAllPlants(scope)
    ? { chosen: sql`with ${allCurrentStates(now, columns)}`, plants: sql`${plants} and ${condition}` }
    : {
        chosen: sql`with chosen as (select p.id from plants p where ${condition}), ${currentStates(now, columns)}`,
        plants,
      };
}

/** Joins what a list is sorted by; without a join, plants are counted and sorted from an index alone. */
function sortJoin(sort: ListQuery["sort"]): RawBuilder<unknown> {
  if (sort === "expectedShare") return expectedSharesJoin;
  if (sort === "openAlarms") return openAlarmCountsJoin;
  if (sort === "earningsToday") return earningsTodayJoin;
  return sort === "specificYieldKwhPerKwp" || sort in ENERGY_SORTS ? energiesJoin : sql``;
}

/** Ids of the plants on a page of a list, in order, and how many plants there are on all pages. */
export async function searchPlants(
  db: Db,
  scope: Scope,
  { now, query }: { readonly now: Date; readonly query: PlantQuery },
): Promise<{ ids: string[]; total: number }> {
  const { sort, status, page, pageSize } = query;
  const areNullsLast = query.order === "desc" || sort === "expectedShare";
  const nulls = areNullsLast ? "last" : "first";
  const direction = sql.raw(`${query.order === "asc" ? "asc" : "desc"} nulls ${nulls}`);
  const offset = (page - 1) * pageSize;
  const needsStates = status !== undefined || ["status", "powerW", "efficiency", "updatedAt"].includes(sort);
  const isZoneWanted = zoneFilter(query);
  const timeZones = isZoneWanted && (await listZones(db, isZoneWanted));
  const isChosen = query.stationIds === undefined ? sql`true` : sql`p.id = any(${query.stationIds}::uuid[])`;
  const condition = sql`(${listedInScope(scope)} and ${matchesFilters(scope, query, { now, timeZones })} and ${isChosen})`;
  const { chosen, plants } = needsStates
    ? choosePlantsWithStates(scope, now, condition)
    : {
        chosen: sql`with chosen as not materialized (select p.* from plants p where ${condition})`,
        plants: sql`chosen p`,
      };
  const hasStatus = status === undefined ? sql`` : sql`where s.status = ${status}`;
  // Every plant has one state: without a filter by status, they need not be read to count.
  const counted = status === undefined ? sql`plants p where ${condition}` : sql`${plants} ${hasStatus}`;
  const total = sql`select count(*)::int as total from ${counted}`;
  const { rows } = await sql<{ id: string; total: number }>`
    ${chosen} select p.id, (${total}) as total from ${plants} ${sortJoin(sort)} ${hasStatus}
    order by ${sortKey(scope, sort, now)} ${direction}, p.number, p.id offset ${offset} limit ${pageSize}`.execute(
    db,
  );
  const [first] = rows;
  if (first !== undefined || offset === 0) return { ids: rows.map(({ id }) => id), total: first?.total ?? 0 };
  const beyond = await sql<{ total: number }>`${chosen} ${total}`.execute(db);
  return { ids: [], total: beyond.rows[0]?.total ?? 0 };
}

/** A plant's energy as a share of the expected one. */
export interface PlantShare {
  readonly id: string;
  readonly share: number;
  readonly isIrradiance: boolean;
}

/** Shares of plants in scope that show their energy; those of which none is expected are absent. */
export async function listPlantShares(
  db: Db,
  scope: Scope,
  plantIds: readonly string[],
): Promise<PlantShare[]> {
  const { rows } = await sql<PlantShare>`
    select p.id, x.share, x.is_irradiance as "isIrradiance" from plants p ${expectedSharesJoin}
    where p.id = any(${plantIds}::uuid[]) and ${plantsInScope(scope)} and x.plant_key is not null
      and not 'energy' = any(${hiddenParts(scope)})`.execute(db);
  return rows;
}

/** State of the plants in scope with these ids, in no order. */
export async function listPlantStates(
  db: Db,
  scope: Scope,
  now: Date,
  plantIds: readonly string[],
): Promise<PlantState[]> {
  return await readStates(db, now, {
    ids: plantIds,
    condition: plantsInScope(scope),
    isInScope: sql<boolean>`(not ${scope.isAnonymous}::boolean)`,
    hiddenParts: hiddenParts(scope),
    withWindows: false,
    withAlarms: canReadAlarms(scope),
  });
}

/** One plant, as far as the caller's access to it goes. */
export async function findPlantState(
  db: Db,
  now: Date,
  { access: { plantId, level, hiddenParts: hidden }, scope }: { access: PlantAccess; scope: Scope },
): Promise<PlantState | undefined> {
  const states = await readStates(db, now, {
    ids: [plantId],
    condition: sql`true`,
    isInScope: sql<boolean>`${level !== "public"}::boolean`,
    hiddenParts: sql<PlantPart[]>`${hidden}::text[]`,
    withWindows: true,
    withAlarms: canReadAlarms(scope),
  });
  return states[0];
}
