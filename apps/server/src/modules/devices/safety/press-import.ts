import { isHeldState } from "@heliograph/contract";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { insertMark } from "./marks.repository.ts";
import { insertPress, isPressKnown, replaceHolder } from "./press-import.repository.ts";
import { recordPress } from "./press-record.ts";
import type { LockedSafety, OperationRow } from "./safety.repository.ts";
import { findOperationByKey } from "./safety.repository.ts";
import type { SafetyDeps, Sent } from "./safety-change.ts";
import { createSafetyChange, readFacts } from "./safety-change.ts";
import type { AcceptedStop } from "./safety-stop.ts";
import { beginStop } from "./safety-stop.ts";
import { scheduleDelivery } from "./units.repository.ts";

/** A shutdown that was accepted while the database was full or away. */
export interface ImportedPress extends AcceptedStop {
  readonly pressId: string;
  readonly rightsAt: Date;
  readonly plantId: string;
}

interface Import {
  readonly safety: LockedSafety;
  readonly operation: OperationRow | undefined;
  readonly press: ImportedPress;
  readonly at: Date;
}

/** Whether the press was committed and only its response was lost; false for another press with the same key. */
const isSamePress = ({ plantId, kind, deviceId }: OperationRow, press: ImportedPress): boolean =>
  plantId === press.plantId && kind === "shutdown" && deviceId === null;

/** The press of someone who does not become the holder: it keeps the plant shut. */
async function markShut(trx: Transaction, { press, safety: { operationId }, at }: Import): Promise<void> {
  const { plantId, presser, acceptedAt, rightsAt } = press;
  const { accountId } = presser;
  if (accountId === undefined) return;
  const isNew = await insertMark(trx, { plantId, accountId, note: press.reason, markedAt: acceptedAt });
  if (!isNew) return;
  const detail = {
    note: press.reason,
    acceptedAt: acceptedAt.toISOString(),
    rightsAsOf: rightsAt.toISOString(),
  };
  await recordPress(trx, presser, { plantId, operationId, kind: "mark", at, detail });
}

/** An earlier press arrives after a later one, of another process: it takes the hold, and the later one becomes a mark. */
async function takeHold(trx: Transaction, found: Import, operation: OperationRow): Promise<void> {
  const { press, at } = found;
  const { plantId, presser, reason, acceptedAt, rightsAt, idempotencyKey } = press;
  const { accountId: earlierId, address } = presser;
  const holder = {
    operationId: operation.id,
    authorId: earlierId,
    address,
    reason,
    acceptedAt,
    idempotencyKey,
  };
  const later = await replaceHolder(trx, holder);
  const detail = {
    reason,
    deadline: operation.deadlineAt.toISOString(),
    holder: operation.authorId,
    acceptedAt: acceptedAt.toISOString(),
    rightsAsOf: rightsAt.toISOString(),
  };
  await recordPress(trx, presser, { plantId, operationId: operation.id, kind: "stop", at, detail });
  if (operation.authorId === null) return;
  const { id: operationId, acceptedAt: markedAt, authorId: accountId } = operation;
  const note = later?.reason ?? "";
  await insertMark(trx, { plantId, accountId, note, markedAt });
  const marked = { note, acceptedAt: markedAt.toISOString() };
  await recordPress(
    trx,
    { accountId, address: later?.address ?? "" },
    { plantId, operationId, kind: "mark", at, detail: marked },
  );
}

/** Brings presses of the journal into the database: the earliest takes a free hold, every other becomes a mark. */
export function createPressImport(deps: SafetyDeps) {
  const { db, commands } = deps;
  const change = createSafetyChange(deps);

  async function apply(trx: Transaction, found: Import): Promise<Sent | undefined> {
    const { accountId: authorId } = found.press.presser;
    const { idempotencyKey } = found.press;
    const earlier = await findOperationByKey(trx, { authorId, idempotencyKey });
    if (earlier === undefined) return await applyPress(trx, found);
    if (isSamePress(earlier, found.press)) return undefined;
    // Its gateways have received `open` already: a key that should have been another does not undo that.
    return await applyPress(trx, {
      ...found,
      press: { ...found.press, idempotencyKey: found.press.pressId },
    });
  }

  async function applyPress(trx: Transaction, found: Import): Promise<Sent | undefined> {
    const { safety, operation, press, at } = found;
    const { accountId: authorId } = press.presser;
    if (!operation || !isHeldState(safety.state)) {
      const facts = await readFacts(trx, safety, operation);
      return (await beginStop(commands, trx, { safety, facts, press, at })).sent;
    }
    if (operation.authorId === authorId) await scheduleDelivery(trx, { operationId: operation.id, at });
    else if (operation.acceptedAt > press.acceptedAt && (await isPressKnown(trx, operation.id)))
      await takeHold(trx, found, operation);
    else await markShut(trx, found);
    return undefined;
  }

  /** Returns false, and does nothing, when it was imported before. Throws A0404 for a plant that is gone. */
  return async (press: ImportedPress): Promise<boolean> => {
    if (await isPressKnown(db, press.pressId)) return false;
    const { isNew, sent } = await change(press.plantId, async (trx, safety, { operation, at }) => {
      if (!(await insertPress(trx, press, at))) return { isNew: false };
      return { isNew: true, sent: await apply(trx, { safety, operation, press, at }) };
    });
    if (sent) commands.announce(sent.rows, sent.serials);
    return isNew;
  };
}
