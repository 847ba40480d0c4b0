import type {
  MeteringLevel,
  PlantPart,
  PlantSettings,
  PlantStatus,
  StationInput,
} from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { companiesInScope, hiddenParts, plantsInScope } from "../access/access.service.ts";
import { revision } from "./plant-update.repository.ts";
import { writeTariffVersion } from "./tariffs.repository.ts";

/** What a list row, the live push and the home totals need of a plant; no energies, those come from the roll-ups. */
export interface PlantFacts {
  readonly id: string;
  readonly key: number;
  readonly number: string;
  readonly name: string;
  readonly status: PlantStatus;
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
  /** What is kept from the caller. */
  readonly hiddenParts: readonly PlantPart[];
}

export interface PlantRecord extends PlantFacts {
  /** False for a plant seen only because it is public: then nothing personal may be shown. */
  readonly isInReach: boolean;
  readonly gridConnectionDate: string;
  readonly installer: string;
  readonly email: string;
  readonly investmentAmount: string | null;
  readonly personInCharge: string;
  readonly phone: string;
  readonly address: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly companyName: string;
  readonly installerCompanyId: string | null;
  readonly unitCount: number;
  readonly settings: Partial<PlantSettings>;
  readonly revision: string;
  /** A device stands or stood in it: its figures begin at the grid connection date. */
  readonly hasHadDevices: boolean;
}

export interface PlantFilter {
  readonly search?: string | undefined;
  readonly status?: PlantStatus | undefined;
}

/**
 * Live facts of every plant that meets `condition` (on alias p). A gateway counts as heard within three report
 * intervals, its power within two (domain: Plant, Power and Status).
 */
function selectFacts(scope: Scope, now: Date, condition: RawBuilder<unknown>) {
  return sql<PlantFacts>`
    with chosen as (select p.* from plants p where ${condition}),
    gateway_facts as (
      select l.plant_id,
        count(*)::int as gateway_count,
        (count(*) filter (where g.is_online and g.last_heard_at > ${now}::timestamptz - 3 * make_interval(secs => g.report_interval_s)))::int as online_count,
        bool_or(g.last_heard_at is not null) as was_heard,
        max(g.power_at) as updated_at,
        max(g.report_interval_s) as report_interval_s,
        sum(g.ac_meter_power_w) filter (where g.power_at > ${now}::timestamptz - 2 * make_interval(secs => g.report_interval_s)) as ac_meter_w,
        sum(g.string_power_w) filter (where g.power_at > ${now}::timestamptz - 2 * make_interval(secs => g.report_interval_s)) as string_w,
        sum(g.module_power_w) filter (where g.power_at > ${now}::timestamptz - 2 * make_interval(secs => g.report_interval_s)) as module_w
      from gateways g
      join device_links l on l.device_id = g.device_id and l.to_at is null
      join chosen on chosen.id = l.plant_id
      group by l.plant_id
    ),
    open_alarms as (
      select a.plant_id, bool_or(a.severity = 'fault') as has_fault, bool_or(a.severity = 'alarm') as has_alarm
      from alarms a join chosen on chosen.id = a.plant_id
      where a.status = 'unresolved' and a.gone_at is null
      group by a.plant_id
    ),
    faulty_units as (
      select distinct l.plant_id
      from device_states s
      join device_links l on l.device_id = s.device_id and l.to_at is null
      where s.unit_status = 7
    )
    select p.id, p.key, p.number, p.name, p.picture_id as "pictureId",
      p.installed_capacity_kwp::float8 as "installedCapacityKwp", p.time_zone as "timeZone", p.currency,
      p.latitude, p.longitude, p.visibility, p.created_at as "createdAt", g.updated_at as "updatedAt",
      coalesce(g.gateway_count, 0) as "gatewayCount", coalesce(g.online_count, 0) as "onlineGatewayCount",
      coalesce(g.report_interval_s, 300) as "reportIntervalS", ${hiddenParts(scope)} as "hiddenParts",
      m.level,
      case m.level when 'ac-meter' then g.ac_meter_w when 'string' then g.string_w else g.module_w end as "powerW",
      case
        when not coalesce(g.was_heard, false) then 'waiting'
        when g.online_count = 0 then 'offline'
        when a.has_fault or f.plant_id is not null then 'fault'
        when a.has_alarm then 'alarm'
        when a.plant_id is not null then 'warning'
        else 'normal'
      end as status
    from chosen p
    join lateral (
      select level from metering_sets ms
      where ms.plant_id = p.id
      order by ms.valid_from > ${now}::timestamptz, case when ms.valid_from > ${now}::timestamptz then ms.valid_from end, ms.valid_from desc
      limit 1
    ) m on true
    left join gateway_facts g on g.plant_id = p.id
    left join open_alarms a on a.plant_id = p.id
    left join faulty_units f on f.plant_id = p.id`;
}

export async function listPlantFacts(
  db: Db,
  scope: Scope,
  now: Date,
  filter: PlantFilter,
): Promise<PlantFacts[]> {
  const search = filter.search ? `%${filter.search.replace(/[\\%_]/g, "\\$&")}%` : null;
  const condition = sql`${plantsInScope(scope)}
    and (${search}::text is null or p.name ilike ${search}
      or (not ${scope.isAnonymous}::boolean and p.number ilike ${search}))`;
  const { rows } = await sql<PlantFacts>`
    select * from (${selectFacts(scope, now, condition)}) facts
    where ${filter.status ?? null}::text is null or status = ${filter.status ?? null}`.execute(db);
  return rows;
}

/** One plant for a caller whose access was checked: in reach, or public. */
export async function findPlant(
  db: Db,
  scope: Scope,
  now: Date,
  plantId: string,
): Promise<PlantRecord | undefined> {
  const reach = plantsInScope(scope);
  const condition = sql`p.id = ${plantId} and (${reach} or p.visibility = 'public')`;
  const { rows } = await sql<PlantRecord>`
    select facts.*, (not ${scope.isAnonymous}::boolean and ${reach}) as "isInReach",
      p.grid_connection_date as "gridConnectionDate", p.installer, p.email,
      p.investment_amount as "investmentAmount", p.person_in_charge as "personInCharge", p.phone, p.address,
      p.owner_id as "ownerId", o.user_name as "ownerName", c.name as "companyName",
      p.installer_company_id as "installerCompanyId", ${revision} as revision, p.settings,
      exists (select from device_links l where l.plant_id = p.id) as "hasHadDevices",
      (select count(*)::int from device_links l join devices d on d.id = l.device_id
        where l.plant_id = p.id and l.to_at is null and d.type <> 'DCON') as "unitCount"
    from (${selectFacts(scope, now, condition)}) facts
    join plants p on p.id = facts.id
    join accounts o on o.id = p.owner_id
    join companies c on c.id = p.company_id`.execute(db);
  return rows[0];
}

/**
 * The account as an owner in the caller's reach: its id and company, or undefined. Its row is held until the end, so that
 * whoever closes the account next finds the plant.
 */
export async function takeOwner(
  trx: Transaction,
  scope: Scope,
  accountId: string,
): Promise<{ id: string; companyId: string } | undefined> {
  const { rows } = await sql<{ id: string; companyId: string }>`
    select a.id, a.company_id as "companyId"
    from accounts a join companies c on c.id = a.company_id
    where a.id = ${accountId} and a.disabled_at is null and a.cancelled_at is null
      and (a.id = ${scope.accountId ?? null}::uuid or ${companiesInScope(scope)})
    for share of a`.execute(trx);
  return rows[0];
}

export interface NewPlant {
  readonly number: string;
  readonly owner: { id: string; companyId: string };
  readonly input: Required<Omit<StationInput, "investmentAmount" | "latitude" | "longitude" | "ownerId">> &
    Pick<StationInput, "investmentAmount" | "latitude" | "longitude">;
}

/** Writes the plant with its first tariff and metering set; undefined when the number is taken. */
export async function insertPlant(
  trx: Transaction,
  scope: Scope,
  plant: NewPlant,
): Promise<string | undefined> {
  const { input, owner } = plant;
  const { rows } = await sql<{ id: string }>`
    insert into plants (number, name, installed_capacity_kwp, grid_connection_date, installer, email, time_zone, currency,
      investment_amount, person_in_charge, phone, address, latitude, longitude, visibility, owner_id, company_id, created_by)
    values (${plant.number}, ${input.name}, ${input.installedCapacityKwp}, ${input.gridConnectionDate}::date, ${input.installer},
      ${input.email}, ${input.timeZone}, ${input.currency}, ${input.investmentAmount ?? null}, ${input.personInCharge}, ${input.phone},
      ${input.address}, ${input.latitude ?? null}, ${input.longitude ?? null}, ${input.visibility}, ${owner.id}, ${owner.companyId},
      ${scope.accountId ?? null})
    on conflict (number) do nothing
    returning id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  await writeTariffVersion(trx, scope, {
    plantId: id,
    validFrom: input.gridConnectionDate,
    tariff: input.tariff,
  });
  await sql`
    insert into metering_sets (plant_id, valid_from, level)
    values (${id}, ${input.gridConnectionDate}::date, ${input.meteringLevel})`.execute(trx);
  return id;
}
