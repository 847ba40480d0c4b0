import type { Bus } from "../../../infra/bus.ts";

/** Published when access to a plant has changed: every stream that includes it is checked again. */
export const plantAccessSubject = "access.plant.*";

export interface PlantAccessChange {
  readonly plantId: string;
  /** Accounts that got access; their streams do not include the plant yet. */
  readonly newAccountIds: readonly string[];
}

/** Publishes a committed change. Streams recheck access within seconds anyway, should the message be lost. */
export function publishPlantAccess(bus: Bus, change: PlantAccessChange): void {
  bus.publish(plantAccessSubject.replace("*", change.plantId), change);
}
