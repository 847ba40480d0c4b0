import { encodeDoubleArray, encodeIntegerArray } from "../../../../infra/postgres/binary-arrays.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { sql } from "../../../../infra/postgres/fast-sql.ts";
import type { ExpectedShares } from "./expected-days.repository.ts";

/** Replaces the shares of these plants; those that are not among the shares, and deleted plants, have none afterwards. */
export async function writeExpectedShares(
  db: Db,
  plantKeys: readonly number[],
  { plantKeys: keys, shares, isIrradiance }: ExpectedShares,
): Promise<void> {
  await sql`
    with counted as (
      select r.key, r.share, r.is_irradiance = 1 as is_irradiance
      from unnest(${encodeIntegerArray(keys)}::integer[], ${encodeDoubleArray(shares)}::float8[],
        ${encodeIntegerArray(isIrradiance)}::integer[]) r (key, share, is_irradiance)
      join plants p on p.key = r.key
    ), removed as (
      delete from plant_expected_shares
      where plant_key = any(${encodeIntegerArray(plantKeys)}::integer[])
        and plant_key not in (select key from counted)
    )
    insert into plant_expected_shares as x (plant_key, share, is_irradiance)
    select key, share, is_irradiance from counted
    on conflict (plant_key) do update set share = excluded.share, is_irradiance = excluded.is_irradiance
    where (x.share, x.is_irradiance) is distinct from (excluded.share, excluded.is_irradiance)`.execute(db);
}
