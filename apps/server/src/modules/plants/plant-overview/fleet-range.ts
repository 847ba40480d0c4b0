import type { PlantZones } from "@heliograph/solar";
import { addDays, plantDaysOf } from "@heliograph/solar";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { listEnergyPlants } from "./fleet.repository.ts";

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
}

/** The last days that are over in all these zones. */
function daysOver({ clock }: Deps, zones: readonly PlantZones[], days: number) {
  const toDay = addDays(plantDaysOf(clock.now(), zones).earliest, -1);
  return { fromDay: addDays(toDay, 1 - days), toDay };
}

/** Keys of the plants in scope whose energy the caller sees, and the last days that are over for all of them. */
export async function getFleetRange(deps: Deps, scope: Scope, days: number) {
  const { zones, energyHiddenCount } = await listEnergyPlants(deps.db, scope);
  const plantKeys = zones.flatMap((zone) => zone.plantKeys);
  const ofPlants = zones.map((plants) => plants.zones);
  return { range: { plantKeys, ...daysOver(deps, ofPlants, days) }, energyHiddenCount };
}
