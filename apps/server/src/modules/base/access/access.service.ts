import type { Db } from "../../../infra/postgres/database.ts";
import {
  findPlantAccess,
  findPlantOfAlarm,
  findPlantOfDevice,
  isAccountInScope,
  isCompanyInScope,
  isRoleInScope,
  listOperablePlants,
  listPlants,
} from "./access.repository.ts";
import { findPlantOfOffer, isAddressed } from "./offers.repository.ts";
import type { Offer, PlantAccess } from "./plant-access.ts";
import type { Scope } from "./scope.ts";

/** Resolves the access of a scope to plants, devices, companies and roles. Nothing is cached. */
export function createAccessService({ db }: { db: Db }) {
  return {
    findPlant: (scope: Scope, plantId: string) => findPlantAccess(db, scope, plantId),
    /** Plants that accounts may operate, whatever their permissions; for many accounts at the cost of one query. */
    listOperablePlants: (accountIds: readonly string[]) => listOperablePlants(db, accountIds),
    async findPlantOfDevice(scope: Scope, deviceId: string): Promise<PlantAccess | undefined> {
      const plantId = await findPlantOfDevice(db, deviceId);
      return plantId === undefined ? undefined : await findPlantAccess(db, scope, plantId);
    },
    async findPlantOfAlarm(scope: Scope, alarmId: string): Promise<PlantAccess | undefined> {
      const plantId = await findPlantOfAlarm(db, alarmId);
      return plantId === undefined ? undefined : await findPlantAccess(db, scope, plantId);
    },
    async findPlantOfOffer(scope: Scope, offer: Offer): Promise<PlantAccess | undefined> {
      const plantId = await findPlantOfOffer(db, offer);
      return plantId === undefined ? undefined : await findPlantAccess(db, scope, plantId);
    },
    /** Whether an offer is addressed to the caller, or was until the caller answered it. */
    isAddressed: (scope: Scope, offer: Offer) => isAddressed(db, scope, offer),
    /** All plants in scope with their hidden parts, to filter live messages. */
    listPlants: (scope: Scope) => listPlants(db, scope),
    isCompanyInScope: (scope: Scope, companyId: string) => isCompanyInScope(db, scope, companyId),
    isAccountInScope: (scope: Scope, accountId: string) => isAccountInScope(db, scope, accountId),
    isRoleInScope: (scope: Scope, roleId: string) => isRoleInScope(db, scope, roleId),
  };
}

export type AccessService = ReturnType<typeof createAccessService>;
