import { sql } from "kysely";
import type { Clock } from "../src/infra/clock.ts";
import { systemScope } from "../src/modules/base/access/scope.ts";
import type { TestEngines } from "./engines.ts";
import { createPlantServices } from "./plant-services.ts";

/** Changes the time zone of a plant starting at one of its days, as its editor does. */
export async function changeZone(
  engines: TestEngines,
  clock: Clock,
  change: { plantId: string; timeZone: string; timeZoneFrom?: string },
): Promise<void> {
  const { plantId: stationId, ...fields } = change;
  const { rows } = await sql<{ revision: string }>`
    select (extract(epoch from updated_at) * 1000000)::bigint::text as revision from plants
    where id = ${stationId}`.execute(engines.db);
  await createPlantServices(engines, clock).plants.update(
    { scope: systemScope(), address: "192.0.2.7", language: "en" },
    { stationId, revision: rows[0]?.revision ?? "", ...fields },
  );
}
