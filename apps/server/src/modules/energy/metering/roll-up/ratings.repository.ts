import { sql } from "kysely";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { PlantRatings } from "./rated-power.ts";
import { assumeRatings } from "./rated-power.ts";

interface RatingsRow {
  plantKey: number;
  installedCapacityKwp: number;
  stringCount: number;
  deviceKeys: number[];
  ratedPowersW: number[];
}

interface ReturnRow {
  plantKey: number;
  deviceKey: number;
  slotKey: number;
  at: Date;
}

/** Stays at a slot of units that had been there before, were elsewhere since, and came back. */
async function listReturns(db: Db, plantKeys: readonly number[]): Promise<ReturnRow[]> {
  const { rows } = await sql<ReturnRow>`
    select distinct p.key as "plantKey", d.key as "deviceKey", coalesce(s.key, 0) as "slotKey", l.from_at as at
    from plants p
    join device_links past on past.plant_id = p.id and past.to_at is not null
    join device_links l on l.device_id = past.device_id and l.plant_id = past.plant_id
      and l.slot_id is not distinct from past.slot_id and l.from_at > past.to_at
    join devices d on d.id = l.device_id
    left join slots s on s.id = l.slot_id
    where p.key = any (${plantKeys}::integer[])
      -- Another parent only: the stay goes on.
      and not exists (
        select from device_links same where same.device_id = l.device_id and same.plant_id = l.plant_id
          and same.slot_id is not distinct from l.slot_id and same.to_at = l.from_at
      )`.execute(db);
  return rows;
}

/**
 * Ratings for the roll-up, which acts for the platform on every plant. The modules of a slot take precedence over the
 * device's own rating, the strongest of them at all times, so that a figure does not depend on when it is computed.
 */
export async function listRatings(db: Db, plantKeys: readonly number[]): Promise<PlantRatings[]> {
  const { rows } = await sql<RatingsRow>`
    with rated as (
      select l.plant_id, d.key, max(coalesce(m.rated_power_w, d.rated_power_w)) as rated_power_w,
        bool_or(l.to_at is null and d.type in ('SCON', 'MCON')) as is_string
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
      (count(*) filter (where rated.is_string))::int as "stringCount",
      coalesce(array_agg(rated.key) filter (where rated.rated_power_w > 0), '{}') as "deviceKeys",
      coalesce(array_agg(rated.rated_power_w) filter (where rated.rated_power_w > 0), '{}') as "ratedPowersW"
    from plants p left join rated on rated.plant_id = p.id
    where p.key = any (${plantKeys}::integer[])
    group by p.id
  `.execute(db);
  const returns = Map.groupBy(await listReturns(db, plantKeys), ({ plantKey }) => plantKey);
  return rows.map(({ deviceKeys, ratedPowersW, ...plant }) => ({
    ...assumeRatings(plant),
    returns: (returns.get(plant.plantKey) ?? []).map(({ deviceKey, slotKey, at }) => ({
      deviceKey,
      slotKey,
      at: at.getTime(),
    })),
    ratedDevices: deviceKeys.map((deviceKey, index) => ({
      deviceKey,
      ratedPowerW: ratedPowersW[index] as number,
    })),
  }));
}
