import { sql } from "../../../infra/postgres/fast-sql.ts";

/** Joins the shares that the job of expected energies keeps, `x`, to plants `p`: `x.share` and `x.is_irradiance`; null where nothing is expected. */
export const expectedSharesJoin = sql.raw("left join plant_expected_shares x on x.plant_key = p.key");
