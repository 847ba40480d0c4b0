import type { PlantZones } from "@heliograph/solar";
import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";

/** The time zones of a plant `p`, by which its days are computed; `time_zone` is the current one. */
export const plantZones: RawBuilder<PlantZones> = sql.raw<PlantZones>(
  "coalesce(p.zones, to_jsonb(p.time_zone))",
);
