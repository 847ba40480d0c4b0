import { DEFAULT_REPORT_INTERVAL_S } from "@heliograph/contract/report-age";
import type { PlantZones } from "@heliograph/solar";
import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import { plantZones } from "../../base/access/plant-zones-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope } from "../../base/access/scope-sql.ts";
import type { PlantPlace } from "./curve/measured-share.ts";
import type { MeteringSet } from "./metering-sets.ts";
import { completeSets } from "./metering-sets.ts";

/** Facts of a plant that its figures depend on. */
export interface EnergyPlant extends PlantPlace {
  plantId: string;
  plantKey: number;
  /** The current zone. */
  timeZone: string;
  /** The zones that its days follow. */
  zones: PlantZones;
  installedCapacityKwp: number;
  /** The longest report interval among the plant's gateways. */
  reportIntervalS: number;
  minIntervalS: number;
  meteringSets: readonly MeteringSet[];
}

interface EnergyPlantRow {
  id: string;
  key: number;
  time_zone: string;
  zones: PlantZones;
  latitude: number | null;
  longitude: number | null;
  installed_capacity_kwp: string;
  report_interval_s: number;
  min_interval_s: number;
  metering_sets: Array<{ valid_from: string; level: MeteringSet["level"] }>;
}

// One query for the roll-up, which acts for the platform, and for accounts, whose scope limits it.
async function selectPlants(db: Db, condition: ReturnType<typeof sql>): Promise<EnergyPlant[]> {
  const { rows } = await sql<EnergyPlantRow>`
    with chosen as (select p.* from plants p where ${condition}),
    intervals as (
      select l.plant_id, max(g.report_interval_s) as report_interval_s, min(g.report_interval_s) as min_interval_s
      from chosen
      join device_links l on l.plant_id = chosen.id and l.to_at is null and l.parent_id is null
      join gateways g on g.device_id = l.device_id
      group by l.plant_id
    ),
    levels as (
      select m.plant_id, json_agg(json_build_object('valid_from', m.valid_from, 'level', m.level)) as metering_sets
      from chosen join metering_sets m on m.plant_id = chosen.id
      group by m.plant_id
    )
    select
      p.id, p.key, p.time_zone, ${plantZones} as zones, p.latitude, p.longitude, p.installed_capacity_kwp,
      coalesce(i.report_interval_s, ${DEFAULT_REPORT_INTERVAL_S}::int) as report_interval_s,
      coalesce(i.min_interval_s, ${DEFAULT_REPORT_INTERVAL_S}::int) as min_interval_s,
      coalesce(levels.metering_sets, '[]') as metering_sets
    from chosen p
    left join intervals i on i.plant_id = p.id
    left join levels on levels.plant_id = p.id
  `.execute(db);
  return rows.map((row) => ({
    plantId: row.id,
    plantKey: row.key,
    timeZone: row.time_zone,
    zones: row.zones,
    latitude: row.latitude,
    longitude: row.longitude,
    installedCapacityKwp: Number(row.installed_capacity_kwp),
    reportIntervalS: row.report_interval_s,
    minIntervalS: row.min_interval_s,
    meteringSets: completeSets(
      row.metering_sets.map(({ valid_from, level }) => ({ validFrom: Date.parse(valid_from), level })),
    ),
  }));
}

/** Plants for the roll-up, which acts for the platform on every plant; deleted ones are absent. */
export function listPlantsByKey(db: Db, plantKeys: readonly number[]): Promise<EnergyPlant[]> {
  return selectPlants(db, sql`p.key = any (${plantKeys}::integer[])`);
}

/** Keys of all plants, for work of the platform on every plant. */
export async function listPlantKeys(db: Db): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`select key from plants order by key`.execute(db);
  return rows.map(({ key }) => key);
}

/** A plant that is in scope or public. */
export async function findVisiblePlant(
  db: Db,
  scope: Scope,
  plantId: string,
): Promise<EnergyPlant | undefined> {
  const condition = sql`p.id = ${plantId} and (${plantsInScope(scope)} or p.visibility = 'public')`;
  return (await selectPlants(db, condition))[0];
}

/** Keys of a device and of its plant, where that is in scope or public. */
export async function findDeviceKeys(
  db: Db,
  scope: Scope,
  deviceId: string,
): Promise<{ deviceKey: number; plantKey: number } | undefined> {
  const { rows } = await sql<{ deviceKey: number; plantKey: number }>`
    select d.key as "deviceKey", p.key as "plantKey"
    from devices d
    join device_links l on l.device_id = d.id and l.to_at is null
    join plants p on p.id = l.plant_id
    where d.id = ${deviceId} and (${plantsInScope(scope)} or p.visibility = 'public')
  `.execute(db);
  return rows[0];
}

/** Keys of the gateways that a plant has or had. */
export async function listGatewayKeys(db: Db, plantId: string): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    select distinct d.key from device_links l join devices d on d.id = l.device_id
    where l.plant_id = ${plantId} and d.type = 'DCON' order by d.key`.execute(db);
  return rows.map(({ key }) => key);
}

/** A producing unit of the plant with its orientation and rated power, where they are known. */
export interface RatedUnit {
  tiltDeg: number | null;
  azimuthDeg: number | null;
  ratedPowerW: number | null;
}

/** Units of the given types linked to the plant at an instant; a module's rating takes precedence over its device's. */
export async function listRatedUnits(
  db: Db,
  input: { plantId: string; kinds: readonly string[]; at: number },
): Promise<RatedUnit[]> {
  const at = new Date(input.at).toISOString();
  const { rows } = await sql<RatedUnit>`
    select
      s.tilt_deg as "tiltDeg",
      s.azimuth_deg as "azimuthDeg",
      coalesce(m.rated_power_w, d.rated_power_w) as "ratedPowerW"
    from device_links l
    join devices d on d.id = l.device_id
    left join slots s on s.id = l.slot_id
    left join slot_modules sm on sm.slot_id = s.id and sm.from_at <= ${at} and (sm.to_at is null or sm.to_at > ${at})
    left join modules m on m.id = sm.module_id
    where l.plant_id = ${input.plantId} and d.type = any (${input.kinds}::text[])
      and l.from_at <= ${at} and (l.to_at is null or l.to_at > ${at})
  `.execute(db);
  return rows;
}
