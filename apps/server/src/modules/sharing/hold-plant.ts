import type { Language, PlantNeed } from "@heliograph/contract";
import type { Transaction } from "../../infra/postgres/database.ts";
import type { PlantAccess, Scope } from "../access/access.service.ts";
import { AppError, findPlantAccess, isLevelEnough } from "../access/access.service.ts";
import type { HeldPlant } from "./offers.repository.ts";
import { holdOwnAccount, holdPlant } from "./offers.repository.ts";

export interface Actor {
  readonly scope: Scope;
  readonly address: string;
  /** Of the call; for whoever has not chosen one. */
  readonly language: Language;
}

/** A plant held for a change, with how who changes it stands to it. */
export interface HeldAccess {
  readonly plant: HeldPlant;
  readonly access: PlantAccess;
}

/** Holds the plant for a change by the caller, whose level is asked for again: who waited here may have lost it. */
export async function holdPlantFor(
  trx: Transaction,
  scope: Scope,
  { plantId, need }: { plantId: string; need: PlantNeed },
): Promise<HeldAccess> {
  const plant = await holdPlant(trx, scope, plantId);
  const access = await findPlantAccess(trx, scope, plantId);
  if (!plant || !access || access.level === "public") throw new AppError("A0404");
  if (!isLevelEnough(access, need)) throw new AppError("A0300");
  return { plant, access };
}

/** Holds the plant of an offer that was made to the caller, who need not see the plant yet, and the caller's account. */
export async function holdOfferedPlant(
  trx: Transaction,
  scope: Scope,
  plantId: string,
): Promise<{ plant: HeldPlant; companyId: string }> {
  const plant = await holdPlant(trx, scope, plantId);
  if (!plant) throw new AppError("A0404");
  const companyId = await holdOwnAccount(trx, scope);
  if (companyId === undefined) throw new AppError("A0201");
  return { plant, companyId };
}
