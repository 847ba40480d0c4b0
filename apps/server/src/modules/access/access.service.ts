import type { Db } from "../../infra/postgres/database.ts";
import {
  findPlantAccess,
  findPlantOfDevice,
  isAccountInScope,
  isCompanyInScope,
  isRoleInScope,
  listPlants,
} from "./access.repository.ts";
import { AppError } from "./app-error.ts";
import type { FileAnswer } from "./file-answer.ts";
import {
  historyInScope,
  isKnownAccount,
  isKnownCompany,
  ownedSince,
  plantHistoryInScope,
  seesEverything,
} from "./history-sql.ts";
import type { Call, Handler, Mount, MountFile } from "./mount.ts";
import { Answer, fileOf, plantOf, withKeptToken, withMessage } from "./mount.ts";
import type { Offer } from "./offers.repository.ts";
import { findPlantOfOffer, isAddressed, isAddressedTo, isStillOffered } from "./offers.repository.ts";
import type { PlantAccess } from "./plant-access.ts";
import { isLevelEnough } from "./plant-access.ts";
import type { PlantAccessChange } from "./plant-changes.ts";
import { plantAccessSubject, publishPlantAccess } from "./plant-changes.ts";
import type { Scope } from "./scope.ts";
import { accountScope, anonymousScope, nobodyScope, systemScope } from "./scope.ts";
import {
  companiesAbove,
  companiesInScope,
  hiddenParts,
  plantsInScope,
  plantsToPassOn,
  rolesInReach,
  rolesInScope,
} from "./scope-sql.ts";

export type { Call, FileAnswer, Handler, Mount, MountFile, Offer, PlantAccess, PlantAccessChange, Scope };
export {
  Answer,
  AppError,
  accountScope,
  anonymousScope,
  companiesAbove,
  companiesInScope,
  fileOf,
  findPlantAccess,
  hiddenParts,
  historyInScope,
  isAddressedTo,
  isKnownAccount,
  isKnownCompany,
  isLevelEnough,
  isStillOffered,
  nobodyScope,
  ownedSince,
  plantAccessSubject,
  plantHistoryInScope,
  plantOf,
  plantsInScope,
  plantsToPassOn,
  publishPlantAccess,
  rolesInReach,
  rolesInScope,
  seesEverything,
  systemScope,
  withKeptToken,
  withMessage,
};

/** Answers how a scope stands to a plant, a device or a company; asked anew at each call, nothing is kept. */
export function createAccessService({ db }: { db: Db }) {
  return {
    findPlant: (scope: Scope, plantId: string) => findPlantAccess(db, scope, plantId),
    async findPlantOfDevice(scope: Scope, deviceId: string): Promise<PlantAccess | undefined> {
      const plantId = await findPlantOfDevice(db, deviceId);
      return plantId === undefined ? undefined : await findPlantAccess(db, scope, plantId);
    },
    async findPlantOfOffer(scope: Scope, offer: Offer): Promise<PlantAccess | undefined> {
      const plantId = await findPlantOfOffer(db, offer);
      return plantId === undefined ? undefined : await findPlantAccess(db, scope, plantId);
    },
    /** The plant an offer is about; for whoever was found to be addressed by it. */
    findPlantIdOfOffer: (offer: Offer) => findPlantOfOffer(db, offer),
    /** Whether an offer was made to the caller and is, or was by its answer, the caller's to answer. */
    isAddressed: (scope: Scope, offer: Offer) => isAddressed(db, scope, offer),
    /** All plants in reach and what of each is hidden, for a filter over what is pushed. */
    listPlants: (scope: Scope) => listPlants(db, scope),
    isCompanyInScope: (scope: Scope, companyId: string) => isCompanyInScope(db, scope, companyId),
    isAccountInScope: (scope: Scope, accountId: string) => isAccountInScope(db, scope, accountId),
    isRoleInScope: (scope: Scope, roleId: string) => isRoleInScope(db, scope, roleId),
  };
}

export type AccessService = ReturnType<typeof createAccessService>;
