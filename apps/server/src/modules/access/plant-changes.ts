import type { Bus } from "../../infra/bus.ts";

/** Who sees a plant has changed: every stream that shows it is checked again at once. */
export const plantAccessSubject = "access.plant.*";

export interface PlantAccessChange {
  readonly plantId: string;
  /** Accounts that may see it from now on; their streams do not show it yet. */
  readonly newAccountIds: readonly string[];
}

/** Said after the change is committed; what was missed is found within seconds anyway. */
export function publishPlantAccess(bus: Bus, change: PlantAccessChange): void {
  bus.publish(plantAccessSubject.replace("*", change.plantId), change);
}
