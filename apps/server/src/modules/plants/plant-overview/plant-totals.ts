import type { DataInputOf, endpoints, PlantPart, PlantStatus } from "@heliograph/contract";
import { plantStatus } from "@heliograph/contract";
import type { EnergyTotals } from "../../energy/metering/metering.service.ts";
import type { PlantFigures } from "./station-row.ts";

export type PlantTotals = Omit<DataInputOf<typeof endpoints.home.getOverview>, "unresolvedAlarms">;

/** Whether a part is hidden from the caller in every plant; then its total is unknown, not zero. */
export function isHiddenEverywhere(plants: readonly PlantFigures[], part: PlantPart): boolean {
  return plants.length > 0 && plants.every(({ state }) => state.hiddenParts.includes(part));
}

/** Energies of a plant that are visible to the caller. */
function visibleTotals({ state, energy }: PlantFigures): EnergyTotals | undefined {
  return state.hiddenParts.includes("energy") ? undefined : energy.totals;
}

/** Whether a gateway of the plant has ever reported; a plant that waits for its next gateway has energy of earlier ones. */
function hasReported(plant: PlantFigures): boolean {
  return plant.state.status !== "waiting" || (visibleTotals(plant)?.totalWh ?? 0) > 0;
}

function countByStatus(plants: readonly PlantFigures[]): Record<PlantStatus, number> {
  const counts = Object.fromEntries(plantStatus.options.map((status) => [status, 0])) as Record<
    PlantStatus,
    number
  >;
  for (const { state } of plants) counts[state.status] += 1;
  return counts;
}

/** Sums over plants. Energies hidden from the caller are not included. */
export function sumPlants(plants: readonly PlantFigures[]): PlantTotals {
  const sum = (of: (plant: PlantFigures) => number) => plants.reduce((total, plant) => total + of(plant), 0);
  const sumEnergy = (of: (totals: EnergyTotals) => number) =>
    sum((plant) => {
      const totals = visibleTotals(plant);
      return totals === undefined ? 0 : of(totals);
    });
  const isEnergyHidden = isHiddenEverywhere(plants, "energy");
  const sumVisibleEnergy = (of: (totals: EnergyTotals) => number) => (isEnergyHidden ? null : sumEnergy(of));
  const updates = plants.flatMap(({ row }) => row.updatedAt ?? []);
  return {
    plantCount: plants.length,
    countByStatus: countByStatus(plants),
    powerW: sum(({ row }) => row.powerW ?? 0),
    installedCapacityKwp: sum((plant) => (hasReported(plant) ? plant.row.installedCapacityKwp : 0)),
    energyTodayWh: sumVisibleEnergy((totals) => totals.todayWh),
    energyMonthWh: sumVisibleEnergy((totals) => totals.monthWh),
    energyYearWh: sumVisibleEnergy((totals) => totals.yearWh),
    energyTotalWh: sumVisibleEnergy((totals) => totals.totalWh),
    backfilledTodayWh: sumEnergy((totals) => totals.backfilledTodayWh),
    estimatedTodayWh: sumEnergy((totals) => totals.estimatedTodayWh),
    implausibleTodayWh: sumEnergy((totals) => totals.implausibleTodayWh),
    isUpdating: plants.some(({ row }) => row.isUpdating),
    updatedAt: updates.sort().at(-1) ?? null,
  };
}
