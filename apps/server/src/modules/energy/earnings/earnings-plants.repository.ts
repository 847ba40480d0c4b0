import type { MeteringLevel } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import { plantZones } from "../../base/access/plant-zones-sql.ts";
import { DEFAULT_CONVERSION_FACTOR, sideOfLevel } from "../metering/metering-levels.service.ts";
import { parseFactor } from "./money.ts";

/** A level that counts since an instant (UTC ms), with the factor that turns its energy into that of the AC side. */
export interface CountingSet {
  readonly validFrom: number;
  readonly level: MeteringLevel;
  readonly factor: bigint;
  readonly isDc: boolean;
}

/** What the earnings of a plant depend on, apart from its energies. */
export interface EarningPlant {
  readonly plantId: string;
  readonly plantKey: number;
  readonly zones: PlantZones;
  readonly currency: string;
  readonly investment: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** In order; the first has no beginning. */
  readonly sets: readonly CountingSet[];
}

interface PlantRow extends Omit<EarningPlant, "sets"> {
  readonly sets: readonly { validFrom: string; level: MeteringLevel; factor: string }[];
}

const WITHOUT_SET = {
  validFrom: "1970-01-01T00:00:00Z",
  level: "module",
  factor: String(DEFAULT_CONVERSION_FACTOR),
} as const;

function completeSets(rows: PlantRow["sets"]): CountingSet[] {
  const sets = rows.length === 0 ? [WITHOUT_SET] : rows;
  return sets.map(({ validFrom, level, factor }, index) => ({
    validFrom: index === 0 ? 0 : Date.parse(validFrom),
    level,
    isDc: sideOfLevel(level) === "DC",
    factor: parseFactor(sideOfLevel(level) === "DC" ? factor : "1"),
  }));
}

/** Plants by their keys, for work of the platform and for plants whose access was checked; deleted ones are absent. */
export async function listEarningPlants(db: Db, plantKeys: readonly number[]): Promise<EarningPlant[]> {
  const { rows } = await sql<PlantRow>`
    select p.id as "plantId", p.key as "plantKey", ${plantZones} as zones, p.currency,
      trim_scale(p.investment_amount)::text as investment, p.latitude, p.longitude,
      coalesce(sets.list, '[]') as sets
    from plants p
    left join lateral (
      select json_agg(json_build_object('validFrom', m.valid_from, 'level', m.level, 'factor', m.conversion_factor::text)
        order by m.valid_from) as list
      from metering_sets m where m.plant_id = p.id
    ) sets on true
    where p.key = any(${plantKeys}::integer[])`.execute(db);
  return rows.map((row) => ({ ...row, sets: completeSets(row.sets) }));
}

/** Company of a plant, for the log. */
export async function findCompanyOfPlant(trx: Transaction, { plantId }: PlantInScope): Promise<string> {
  const { rows } = await sql<{ companyId: string }>`
    select company_id as "companyId" from plants where id = ${plantId}`.execute(trx);
  if (!rows[0]) throw new Error("the plant of a call is gone");
  return rows[0].companyId;
}
