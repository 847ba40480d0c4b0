import type { MeteringLevel, PlantPart, PlantStatus, PlantStatusReason } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, plantsInScope } from "../../base/access/scope-sql.ts";
import { plantStates } from "../../devices/status/plant-status-sql.ts";

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

export interface PlantFilter {
  readonly search?: string | undefined;
  readonly status?: PlantStatus | undefined;
}

/** State of every plant that meets `condition` (on alias p). */
function selectStates(
  scope: Scope,
  now: Date,
  { condition, isInScope }: { condition: RawBuilder<unknown>; isInScope: RawBuilder<boolean> },
) {
  return sql<PlantState>`
    with chosen as (select p.* from plants p where ${condition}), ${plantStates(now)}
    select p.id, p.key, p.number, p.name, p.picture_id as "pictureId",
      p.installed_capacity_kwp::float8 as "installedCapacityKwp", p.time_zone as "timeZone", p.currency,
      p.latitude, p.longitude, p.visibility, p.created_at as "createdAt", s.updated_at as "updatedAt",
      s.gateway_count as "gatewayCount", s.online_count as "onlineGatewayCount",
      s.report_interval_s as "reportIntervalS", ${hiddenParts(scope)} as "hiddenParts",
      ${isInScope} as "isInScope", m.level,
      case m.level when 'ac-meter' then s.ac_meter_w when 'string' then s.string_w else s.module_w end as "powerW",
      s.status, s.reason as "statusReason"
    from chosen p
    join plant_states s on s.plant_id = p.id
    join lateral (
      select level from metering_sets ms
      where ms.plant_id = p.id
      order by ms.valid_from > ${now}::timestamptz, case when ms.valid_from > ${now}::timestamptz then ms.valid_from end, ms.valid_from desc
      limit 1
    ) m on true`;
}

export async function listPlantStates(
  db: Db,
  scope: Scope,
  now: Date,
  filter: PlantFilter,
): Promise<PlantState[]> {
  const search = filter.search ? `%${filter.search.replace(/[\\%_]/g, "\\$&")}%` : null;
  const condition = sql`${plantsInScope(scope)}
    and (${search}::text is null or p.name ilike ${search}
      or (not ${scope.isAnonymous}::boolean and p.number ilike ${search}))`;
  const isInScope = sql<boolean>`(not ${scope.isAnonymous}::boolean)`;
  const { rows } = await sql<PlantState>`
    select * from (${selectStates(scope, now, { condition, isInScope })}) states
    where ${filter.status ?? null}::text is null or status = ${filter.status ?? null}`.execute(db);
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
