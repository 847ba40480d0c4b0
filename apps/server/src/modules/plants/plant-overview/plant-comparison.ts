import type { DataInputOf, endpoints, QueryOf } from "@heliograph/contract";
import { plantDaysOf } from "@heliograph/solar";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { MeteringService, PlantDay } from "../../energy/metering/metering.service.ts";
import type { ComparedPlant } from "./fleet.repository.ts";
import { listComparedPlants } from "./fleet.repository.ts";

type Compare = typeof endpoints.station.compare;
type Row = DataInputOf<Compare>["rows"][number];

function toRow(plant: ComparedPlant, days: readonly PlantDay[]): Row {
  const { stationId, name, installedCapacityKwp, isEnergyHidden } = plant;
  const energyWh =
    isEnergyHidden || days.length === 0 ? null : days.reduce((sum, day) => sum + day.energyWh, 0);
  return {
    ...{ stationId, name, installedCapacityKwp, isEnergyHidden, energyWh },
    specificYieldKwhPerKwp: energyWh === null ? null : energyWh / 1000 / installedCapacityKwp,
    dayCount: isEnergyHidden ? 0 : days.length,
  };
}

/** The highest yield first; plants without one last, by name. */
const byYield = (one: Row, other: Row): number =>
  (other.specificYieldKwhPerKwp ?? -1) - (one.specificYieldKwhPerKwp ?? -1);

/** Energies of plants in a period, per kWp of their installed capacity. */
export async function comparePlants(
  { db, clock, metering }: { db: Db; clock: Clock; metering: MeteringService },
  scope: Scope,
  { stationIds, fromDay, toDay }: QueryOf<Compare>,
): Promise<DataInputOf<Compare>> {
  const plants = await listComparedPlants(db, scope, stationIds);
  const shown = plants.filter(({ isEnergyHidden }) => !isEnergyHidden);
  const days = await metering.plantDays({ plantKeys: shown.map(({ plantKey }) => plantKey), fromDay, toDay });
  const byPlant = Map.groupBy(
    days.filter(({ hasEnergy }) => hasEnergy),
    ({ plantKey }) => plantKey,
  );
  const zones = plants.map((plant) => plant.zones);
  const firstDays = shown.flatMap(({ firstDay }) => (firstDay === null ? [] : [firstDay])).toSorted();
  return {
    rows: plants.map((plant) => toRow(plant, byPlant.get(plant.plantKey) ?? [])).toSorted(byYield),
    today: plantDaysOf(clock.now(), zones).latest,
    firstDay: firstDays[0] ?? null,
  };
}
