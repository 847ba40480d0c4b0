import type { PlantNeed } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { createAccessService } from "../../base/access/access.service.ts";
import type { Offer, PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Scope } from "../../base/access/scope.ts";
import { lockAccount } from "../accounts/accounts.service.ts";
import type { LockedPlant } from "./offers.repository.ts";
import { lockPlant, lockPlantOfOffer } from "./offers.repository.ts";

/** A plant locked for a change, with the caller's access to it. */
export interface LockedPlantAccess {
  readonly plant: LockedPlant;
  readonly access: PlantAccess;
}

/** Locks the plant for a change; undefined where it is not visible to the caller. */
export async function lockVisiblePlant(
  trx: Transaction,
  scope: Scope,
  plantId: string,
): Promise<LockedPlantAccess | undefined> {
  const plant = await lockPlant(trx, scope, plantId);
  const access = await createAccessService({ db: trx }).findPlant(scope, plantId);
  return plant && access && access.level !== "public" ? { plant, access } : undefined;
}

/** Locks the plant for a change and checks the caller's level again, which may have been lost while waiting for the lock. */
export async function lockPlantFor(
  trx: Transaction,
  scope: Scope,
  { plantId, need }: { plantId: string; need: PlantNeed },
): Promise<LockedPlantAccess> {
  const locked = await lockVisiblePlant(trx, scope, plantId);
  if (!locked) throw new AppError("A0404");
  if (!isLevelEnough(locked.access, need)) throw new AppError("A0300");
  return locked;
}

/** Locks the plant of an offer to the caller, who may have no access to it yet, and the caller's account. */
export async function lockOfferedPlant(
  trx: Transaction,
  scope: Scope,
  offer: Offer,
): Promise<{ plant: LockedPlant; companyId: string }> {
  const plant = await lockPlantOfOffer(trx, scope, offer);
  if (!plant) throw new AppError("A0404");
  // Locked before any offer, as by the requests that close accounts: what is accepted now ends with the account.
  const account = await lockAccount(trx, scope.accountId as string, "share");
  if (!account || account.isDisabled || account.isCancelled) throw new AppError("A0201");
  return { plant, companyId: account.companyId };
}
