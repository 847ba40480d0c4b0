import { sql } from "kysely";
import type { Db } from "../../infra/postgres/database.ts";

// Ratings of units whose own is unknown: above anything that is sold as one module or one string input.
const defaultModuleW = 2_000;
const defaultStringW = 15_000;

// A meter may measure more than the capacity that a user entered.
const meterFactor = 5;

// Strings of one plant differ; a combiner of a large plant carries far more than a string input.
const stringShareFactor = 2;

/** What bounds the energy that the units of a plant can have produced. */
export interface PlantRatings {
  plantKey: number;
  /** Rating of a gateway's AC meter and of a string whose own is unknown. */
  meterW: number;
  stringW: number;
  /** Units with a known rating. */
  ratedDevices: readonly { deviceKey: number; ratedPowerW: number }[];
}

function assumeRatings(input: {
  plantKey: number;
  installedCapacityKwp: number;
  stringCount: number;
}): PlantRatings {
  const capacityW = input.installedCapacityKwp * 1000;
  return {
    plantKey: input.plantKey,
    meterW: meterFactor * capacityW,
    stringW: Math.max(defaultStringW, (stringShareFactor * capacityW) / Math.max(1, input.stringCount)),
    ratedDevices: [],
  };
}

interface RatingsRow {
  plantKey: number;
  installedCapacityKwp: number;
  stringCount: number;
  deviceKeys: number[];
  ratedPowersW: number[];
}

/**
 * For the roll-up, which acts for the platform on every plant. A slot's modules go before its device's own rating, the
 * strongest of them at all times, so that a figure does not depend on when it is computed.
 */
export async function listRatings(db: Db, plantKeys: readonly number[]): Promise<PlantRatings[]> {
  const { rows } = await sql<RatingsRow>`
    with rated as (
      select l.plant_id, d.key, max(coalesce(m.rated_power_w, d.rated_power_w)) as rated_power_w
      from plants p
      join device_links l on l.plant_id = p.id
      join devices d on d.id = l.device_id
      left join slot_modules sm on sm.slot_id = l.slot_id
      left join modules m on m.id = sm.module_id
      where p.key = any (${plantKeys}::integer[])
      group by l.plant_id, d.key
    )
    select
      p.key as "plantKey",
      p.installed_capacity_kwp::float8 as "installedCapacityKwp",
      (
        select count(*)::int from device_links l join devices d on d.id = l.device_id
        where l.plant_id = p.id and l.to_at is null and d.type in ('SCON', 'MCON')
      ) as "stringCount",
      coalesce(array_agg(rated.key) filter (where rated.rated_power_w > 0), '{}') as "deviceKeys",
      coalesce(array_agg(rated.rated_power_w) filter (where rated.rated_power_w > 0), '{}') as "ratedPowersW"
    from plants p left join rated on rated.plant_id = p.id
    where p.key = any (${plantKeys}::integer[])
    group by p.id
  `.execute(db);
  return rows.map(({ deviceKeys, ratedPowersW, ...plant }) => ({
    ...assumeRatings(plant),
    ratedDevices: deviceKeys.map((deviceKey, index) => ({
      deviceKey,
      ratedPowerW: ratedPowersW[index] as number,
    })),
  }));
}

/** Parameters of a statement over the counters of these plants, in their order. */
export function ratingParameters(plants: readonly PlantRatings[]) {
  const rated = plants.flatMap(({ ratedDevices }) => ratedDevices);
  // The engine wants at least one entry; no device has the key 0.
  if (rated.length === 0) rated.push({ deviceKey: 0, ratedPowerW: 0 });
  return {
    moduleW: defaultModuleW,
    stringW: plants.map(({ stringW }) => stringW),
    meterW: plants.map(({ meterW }) => meterW),
    ratedDevices: rated.map(({ deviceKey }) => deviceKey),
    ratedW: rated.map(({ ratedPowerW }) => ratedPowerW),
  };
}
