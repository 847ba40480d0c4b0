import type { BodyOf, endpoints } from "@heliograph/contract";
import { isHeldState } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import type { Actor } from "../../base/access/scope.ts";
import { endMark, findMark, insertMark } from "./marks.repository.ts";
import { applyEvent } from "./operations.ts";
import { mayRelease, recordPress, toPresser } from "./press-record.ts";
import { findOperation, writeReason } from "./safety.repository.ts";
import type { SafetyDeps } from "./safety-change.ts";
import { createSafetyChange, endCurrent } from "./safety-change.ts";

/** "Keep shut" marks, and the ends of holds and marks: none of it operates a switch. */
export function createHoldRelease(deps: SafetyDeps) {
  const { commands } = deps;
  const change = createSafetyChange(deps);

  async function releaseMark(
    actor: Actor,
    plantId: string,
    body: { markId: string; reason: string },
  ): Promise<void> {
    await change(plantId, async (trx, safety, { at }) => {
      const mark = await findMark(trx, { plantId, markId: body.markId });
      if (!mark) throw new AppError("A0404");
      if (!(await mayRelease(trx, actor.scope, mark.accountId))) throw new AppError("A0312");
      if (!mark.isOpen) return;
      await endMark(trx, { plantId, accountId: mark.accountId, at });
      const { operationId } = safety;
      const detail = { reason: body.reason, markOf: mark.accountId };
      await recordPress(trx, toPresser(actor), { plantId, operationId, kind: "unmark", at, detail });
    });
  }

  return {
    /** Adds or withdraws the caller's "keep shut" mark. A0440 while the plant is not shut down. */
    async keepShut(
      actor: Actor,
      { plantId }: PlantAccess,
      { keep, note }: BodyOf<typeof endpoints.safety.keepShut>,
    ): Promise<void> {
      const { accountId } = actor.scope;
      if (accountId === undefined) throw new AppError("A0300");
      await change(plantId, async (trx, safety, { at }) => {
        const { operationId } = safety;
        if (keep && !isHeldState(safety.state) && safety.state !== "released")
          throw new AppError("A0440", { messageKey: "message.notShutDown" });
        const isChanged = keep
          ? await insertMark(trx, { plantId, accountId, note, markedAt: at })
          : await endMark(trx, { plantId, accountId, at });
        if (!isChanged) return;
        const kind = keep ? "mark" : "unmark";
        await recordPress(trx, toPresser(actor), { plantId, operationId, kind, at, detail: { note } });
      });
    },

    /** Says why an operation was pressed, after it: a press waits for no reason. A0312 for others than its author, A0440 the second time. */
    async addReason(
      actor: Actor,
      { plantId }: PlantAccess,
      { operationId, reason }: BodyOf<typeof endpoints.safety.addReason>,
    ): Promise<void> {
      await change(plantId, async (trx, _safety, { at }) => {
        const operation = await findOperation(trx, operationId);
        if (operation?.plantId !== plantId) throw new AppError("A0404");
        if (operation.authorId === null || operation.authorId !== actor.scope.accountId)
          throw new AppError("A0312");
        if (!(await writeReason(trx, operationId, reason))) throw new AppError("A0440");
        const deviceId = operation.deviceId ?? undefined;
        const press = { plantId, deviceId, operationId, kind: "reason", at, detail: { reason } } as const;
        await recordPress(trx, toPresser(actor), press);
      });
    },

    /** Ends the hold, or a mark, and closes nothing. A0312 for others than those who may. */
    async release(
      actor: Actor,
      { plantId }: PlantAccess,
      body: BodyOf<typeof endpoints.safety.release>,
    ): Promise<void> {
      const { reason, markId } = body;
      if (markId !== undefined) return await releaseMark(actor, plantId, { markId, reason });
      const cancelled = await change(plantId, async (trx, safety, { operation, at }) => {
        if (!operation || !isHeldState(safety.state))
          throw new AppError("A0440", { messageKey: "message.notShutDown" });
        if (!(await mayRelease(trx, actor.scope, operation.authorId))) throw new AppError("A0312");
        const ended = await endCurrent(commands, trx, { ...safety, at });
        await applyEvent(trx, safety, { event: "release", operationId: operation.id, now: at });
        const detail = { reason, holder: operation.authorId };
        await recordPress(trx, toPresser(actor), {
          plantId,
          operationId: operation.id,
          kind: "release",
          at,
          detail,
        });
        return ended;
      });
      commands.announce(cancelled, []);
    },
  };
}
