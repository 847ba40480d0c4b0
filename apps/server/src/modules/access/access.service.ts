import type { Db } from "../../infra/postgres/database.ts";
import { findPlantAccess, findPlantOfDevice, isCompanyInScope, listPlantIds } from "./access.repository.ts";
import { AppError } from "./app-error.ts";
import type { FileAnswer } from "./file-answer.ts";
import type { Call, Handler, Mount, MountFile } from "./mount.ts";
import { Answer, fileOf, plantOf, withMessage } from "./mount.ts";
import type { PlantAccess, PlantLevel } from "./plant-access.ts";
import { isLevelEnough } from "./plant-access.ts";
import type { Scope } from "./scope.ts";
import { accountScope, anonymousScope, nobodyScope, systemScope } from "./scope.ts";
import { companiesInScope, plantsInScope } from "./scope-sql.ts";

export type { Call, FileAnswer, Handler, Mount, MountFile, PlantAccess, PlantLevel, Scope };
export {
  Answer,
  AppError,
  accountScope,
  anonymousScope,
  companiesInScope,
  fileOf,
  isLevelEnough,
  nobodyScope,
  plantOf,
  plantsInScope,
  systemScope,
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
    /** Ids of all plants in reach, for a filter over what is pushed. */
    listPlantIds: (scope: Scope) => listPlantIds(db, scope),
    isCompanyInScope: (scope: Scope, companyId: string) => isCompanyInScope(db, scope, companyId),
  };
}

export type AccessService = ReturnType<typeof createAccessService>;
