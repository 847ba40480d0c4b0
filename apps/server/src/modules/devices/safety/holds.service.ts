import { isHeldState } from "@heliograph/contract";
import type { Db } from "../../../infra/postgres/database.ts";
import { findOperation, findSafety } from "./safety.repository.ts";

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
