import type { DeviceModel } from "@heliograph/protocol";
import type { Logger } from "../../../infra/logger.ts";
import type { GatewaySession } from "../commands/commands.service.ts";
import type { ClockOffsets } from "./clock-offsets.ts";
import type { SwitchSample } from "./judge-sample.ts";
import { createOutputLimits, judgeSample } from "./judge-sample.ts";
import type { LedgerEntry } from "./ledger.repository.ts";
import { appendLedger } from "./ledger.repository.ts";
import type { OperationChange } from "./operation-change.ts";
import { judgePlant } from "./operations.ts";
import type { OperationRow } from "./safety.repository.ts";
import { applyToUnit, WANTED_STATE } from "./safety-states.ts";
import { setProvenAt } from "./unit-switch.repository.ts";
import { countEvidence, stateOfUnits } from "./unit-switch-rules.ts";
import type { EvidenceRow, EvidenceWrite } from "./units.repository.ts";
import { listEvidence, lockSession, scheduleDelivery, writeEvidence } from "./units.repository.ts";

/** Reports of many gateways of a plant are judged together. */
const JUDGE_AFTER_MS = 50;

/** A unit's sample in a live report. */
export interface WatchedSwitch extends SwitchSample {
  readonly deviceId: string;
  readonly atMs: number;
}

/** A sample with the session and the number of its report. */
export interface Evidence extends GatewaySession {
  readonly seq: number;
  readonly unit: WatchedSwitch;
}

interface Arrived {
  readonly plantId: string;
  readonly items: Evidence[];
}

interface Judged {
  readonly writes: Map<string, EvidenceWrite>;
  readonly proven: object[];
  readonly dark: object[];
  readonly contrary: object[];
  readonly revokedBy: Set<string>;
}

/** Judges the evidence of running operations in batches. */
export function createEvidenceJudge(deps: {
  changeOperation: OperationChange;
  offsets: Pick<ClockOffsets, "correct">;
  logger: Logger;
  models: readonly DeviceModel[];
  /** Records deliveries and replies: in the ledger they come before their evidence. */
  beforeJudging(): Promise<void>;
}) {
  const { changeOperation, offsets, logger, beforeJudging } = deps;
  const findMaxOutputV = createOutputLimits(deps.models);
  const arrived = new Map<string, Arrived>();
  let judging: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function judgeOne(
    units: Map<string, EvidenceRow>,
    kind: OperationRow["kind"],
    item: Evidence,
    judged: Judged,
  ): void {
    const { unit } = item;
    const before = units.get(unit.deviceId);
    const event = before && judgeSample(unit, findMaxOutputV(before));
    if (!before || event === undefined) return;
    // After a reset only the switch itself says that it is closed.
    if (kind === "reset" && event === "closed" && unit.sw !== 1) return;
    const judgedAt = new Date(offsets.correct(item.gatewayId, unit.atMs));
    if (before.judgedAt !== null && before.judgedAt >= judgedAt) return;
    const after = applyToUnit(before, event);
    const { deviceId, outputV, inputV } = unit;
    const isProven = after.state === WANTED_STATE[kind];
    // A dark sample proves nothing: an open unit keeps the time and the voltages of the sample that proved it.
    const shown =
      event === "dark" && after.state === "open" ? before : { sampleAt: judgedAt, outputV, inputV };
    const evidence = { ...after, sampleAt: shown.sampleAt, outputV: shown.outputV, inputV: shown.inputV };
    units.set(deviceId, { ...before, ...evidence, judgedAt });
    judged.writes.set(deviceId, { deviceId, ...evidence, isProven, judgedAt });
    if (after.state === before.state && after.isDark === before.isDark) return;
    const fact = { sn: before.sn, s: item.seq, at: judgedAt.toISOString(), outputV, inputV };
    if (isProven) judged.proven.push(fact);
    else if (after.isDark) judged.dark.push(fact);
    else judged.contrary.push(fact);
    if (before.state === "open" && kind === "shutdown") judged.revokedBy.add(item.gatewayId);
  }

  /** Stores what live reports prove, in the order of their arrival; those of replaced sessions prove nothing. */
  async function judge(operationId: string, { plantId, items }: Arrived): Promise<void> {
    await changeOperation({ plantId, operationId }, async (trx, safety, operation, at) => {
      const sessions = new Map(
        items.map(({ gatewayId, epoch }) => [`${gatewayId}/${epoch}`, { gatewayId, epoch }]),
      );
      const current = new Set<string>();
      for (const [key, session] of [...sessions].sort(([one], [other]) => (one < other ? -1 : 1)))
        if (await lockSession(trx, session)) current.add(key);
      const units = new Map((await listEvidence(trx, operationId)).map((row) => [row.deviceId, row]));
      const judged: Judged = { writes: new Map(), proven: [], dark: [], contrary: [], revokedBy: new Set() };
      for (const item of items)
        if (current.has(`${item.gatewayId}/${item.epoch}`)) judgeOne(units, operation.kind, item, judged);
      if (judged.writes.size === 0) return false;
      await writeEvidence(trx, { operationId, units: [...judged.writes.values()], now: at });
      const entries = (["proven", "dark", "contrary"] as const).flatMap((kind): LedgerEntry[] =>
        judged[kind].length > 0 ? [{ operationId, kind, detail: { units: judged[kind] } }] : [],
      );
      await appendLedger(trx, safety, entries, at);
      if (operation.deviceId === null)
        await judgePlant(trx, safety, { operation, units: [...units.values()], now: at });
      else {
        const counts = countEvidence(operation.kind, [...units.values()]);
        if (["open", "closed"].includes(stateOfUnits(operation, counts, at)))
          await setProvenAt(trx, operationId, at);
      }
      for (const gatewayId of judged.revokedBy) await scheduleDelivery(trx, { operationId, gatewayId, at });
      return true;
    });
  }

  function startJudging(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      judging = judging.then(judgeAll);
    }, JUDGE_AFTER_MS);
  }

  async function judgeAll(): Promise<void> {
    await beforeJudging();
    for (const [operationId, batch] of [...arrived]) {
      arrived.delete(operationId);
      try {
        await judge(operationId, batch);
      } catch (error) {
        // Kept for the next attempt: reports that follow are judged after it.
        logger.warn({ err: error, plantId: batch.plantId }, "the evidence of a shutdown could not be stored");
        const newer = arrived.get(operationId)?.items ?? [];
        arrived.set(operationId, { ...batch, items: [...batch.items, ...newer] });
        if (!isStopped) startJudging();
      }
    }
  }

  return {
    /** Keeps evidence of an operation until the next batch. */
    add(operationId: string, plantId: string, items: readonly Evidence[]): void {
      const batch = arrived.get(operationId);
      if (batch) batch.items.push(...items);
      else arrived.set(operationId, { plantId, items: [...items] });
      startJudging();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await judging;
      await judgeAll();
    },
  };
}
