import { addDays, plantDaysOf } from "@heliograph/solar";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { ZonePlants } from "./fleet.repository.ts";
import { listEnergyPlants } from "./fleet.repository.ts";

/** The last date that is over in the zones of all these plants. */
function findLastDay(now: number, zones: readonly ZonePlants[]): string {
  const ofPlants = zones.map((plants) => plants.zones);
  return addDays(plantDaysOf(now, ofPlants).earliest, -1);
}

/** Keys of the plants in scope whose energy the caller sees, and the last days that are over for all of them. */
export async function getFleetRange({ db, clock }: { db: Db; clock: Clock }, scope: Scope, days: number) {
  const { zones, energyHiddenCount } = await listEnergyPlants(db, scope);
  const toDay = findLastDay(clock.now(), zones);
  const plantKeys = zones.flatMap((zone) => zone.plantKeys);
  return { range: { plantKeys, fromDay: addDays(toDay, 1 - days), toDay }, energyHiddenCount };
}
