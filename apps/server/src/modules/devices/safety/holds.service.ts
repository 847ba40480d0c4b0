import { isHeldState } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { listMarks } from "./marks.repository.ts";
import {
  findOperation,
  findPlantRow,
  findSafety,
  listGateways,
  listNames,
  lockSafety,
} from "./safety.repository.ts";
import type { Refusal } from "./safety-rules.ts";
import { listUnitOperationsOfPlant } from "./unit-switch.repository.ts";

/** Gateways of a plant. */
export const listPlantGateways = (db: Db, plantId: string) => listGateways(db, plantId);
/** Names of accounts that the caller may see at a plant. */
export const listVisibleNames = (db: Db, who: Parameters<typeof listNames>[1]) => listNames(db, who);

/** A plant's hold: a shutdown is what it is to be. */
export interface Hold {
  readonly operationId: string;
  /** Its holder; null once the account is gone. */
  readonly holderId: string | null;
  readonly since: Date;
}

/** The hold of a plant; undefined while there is none. Operations that could close a unit are refused during a hold. */
export async function readHold(db: Db, plantId: string): Promise<Hold | undefined> {
  const safety = await findSafety(db, plantId);
  if (safety?.operationId == null || !isHeldState(safety.state)) return undefined;
  const operation = await findOperation(db, safety.operationId);
  if (!operation) return undefined;
  return { operationId: operation.id, holderId: operation.authorId, since: operation.acceptedAt };
}

/** Locks the safety state of a plant, so that no shutdown begins meanwhile; returns its company. A0404 for one that is gone. */
export async function lockPlantSafety(trx: Transaction, plantId: string, now: Date): Promise<string> {
  const safety = await lockSafety(trx, plantId, now);
  const plant = safety && (await findPlantRow(trx, { plantId }));
  if (!plant) throw new AppError("A0404");
  return plant.companyId;
}

/** Why the units of a plant may not be ignited: it could close what someone has opened. */
export async function refuseIgnition(
  db: Db,
  plantId: string,
  accountId: string | undefined,
): Promise<Refusal | undefined> {
  const hold = await readHold(db, plantId);
  if (hold)
    return hold.holderId === accountId
      ? { code: "A0440", messageKey: "message.plantHeld" }
      : { code: "A0312" };
  const opened = (await listUnitOperationsOfPlant(db, plantId)).filter(({ kind }) => kind === "shutdown");
  if (opened.some(({ authorId }) => authorId !== accountId)) return { code: "A0312" };
  if ((await listMarks(db, plantId)).length > 0) return { code: "A0312", messageKey: "message.keptShut" };
  if ((await listGateways(db, plantId)).length === 0)
    return { code: "A0440", messageKey: "message.noGateway" };
  return undefined;
}
