import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { CommandRow, CommandService, GatewaySession, NewCommand } from "../commands/commands.service.ts";
import { createClockOffsets } from "./clock-offsets.ts";
import { joinUnits } from "./joined-units.ts";
import type { SwitchSample } from "./judge-sample.ts";
import { judgeSample } from "./judge-sample.ts";
import type { LedgerEntry } from "./ledger.repository.ts";
import { appendLedger } from "./ledger.repository.ts";
import { judgePlant, publishSafety } from "./operations.ts";
import type { LockedSafety, OperationRow } from "./safety.repository.ts";
import { findOperation, lockSafety } from "./safety.repository.ts";
import { applyToUnit, WANTED_STATE } from "./safety-states.ts";
import { findRelayTarget } from "./unit-switch.repository.ts";
import type { EvidenceRow, EvidenceWrite } from "./units.repository.ts";
import {
  countDeliveries,
  findLatestDelivery,
  listEvidence,
  listUnitsToOpen,
  listWatched,
  lockSession,
  scheduleDelivery,
  setBaseline,
  setNextDelivery,
  writeClockOffsets,
  writeEvidence,
} from "./units.repository.ts";

const POLL_EVERY_MS = 1_000;
/** Reports of many gateways of a plant are judged together. */
const JUDGE_AFTER_MS = 50;
const SILENT_MS = 2_000;
const REPEAT_MS = 10_000;
const REPEAT_GROWTH = 1.5;
const MAX_REPEAT_MS = 5 * 60_000;
/** A gateway that carries a command out is left to it for this time. */
const BUSY_MS = 60_000;

/** A unit's sample in a live report. */
export interface WatchedSwitch extends SwitchSample {
  readonly deviceId: string;
  readonly atMs: number;
}

/** A live report of a gateway's own session. */
export interface LiveReport extends GatewaySession {
  readonly seq: number;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  readonly units: () => readonly WatchedSwitch[];
}

interface Watched {
  readonly operationId: string;
  readonly plantId: string;
  readonly kind: OperationRow["kind"];
  readonly acceptedAtMs: number;
  readonly baselineSeq: number;
}

interface Evidence extends GatewaySession {
  readonly seq: number;
  readonly unit: WatchedSwitch;
}

interface Arrived {
  readonly plantId: string;
  readonly items: Evidence[];
}

export type SafetyWatch = ReturnType<typeof createSafetyWatch>;

/** How long after a delivery the next one follows; `deliveries` are the deliveries since the gateway connected. */
export const repeatAfterMs = (deliveries: number): number =>
  deliveries <= 1 ? SILENT_MS : Math.min(REPEAT_MS * REPEAT_GROWTH ** (deliveries - 2), MAX_REPEAT_MS);

/**
 * The part of rapid shutdown in the process with a gateway's session: repeats what is not proven, and takes proof from the
 * session's live reports.
 */
export function createSafetyWatch(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  commands: CommandService;
  /** Id of this process. */
  processId: string;
}) {
  const { db, bus, clock, logger, commands, processId } = deps;
  const now = () => new Date(clock.now());
  const offsets = createClockOffsets();
  /** By gateway: the operation of its plant, and those of single units. */
  let watched = new Map<string, Map<string, Watched>>();
  /** Operations delivered since the last poll began, which may not have read them. */
  let delivered: (readonly [string, Watched])[] = [];
  let polling: Promise<unknown> = Promise.resolve();
  const arrived = new Map<string, Arrived>();
  let judging: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** Runs a change of an operation that has not ended, under the plant's lock. */
  async function changeOperation(
    { plantId, operationId }: { plantId: string; operationId: string },
    apply: (trx: Transaction, safety: LockedSafety, operation: OperationRow, at: Date) => Promise<boolean>,
  ): Promise<void> {
    const isChanged = await db.transaction().execute(async (trx) => {
      const at = now();
      const safety = await lockSafety(trx, plantId, at);
      const operation = await findOperation(trx, operationId);
      if (!safety || !operation || operation.endedAt !== null) return false;
      if (operation.deviceId === null && safety.operationId !== operationId) return false;
      return await apply(trx, safety, operation, at);
    });
    if (isChanged) publishSafety(bus, plantId);
  }

  /** Sends `open` to a gateway's units that are not proven, or sets when to try again. */
  async function repeat(row: {
    operationId: string;
    plantId: string;
    gatewayId: string;
    sn: string;
  }): Promise<void> {
    const { operationId, plantId, gatewayId, sn } = row;
    let queued: CommandRow[] = [];
    await changeOperation(row, async (trx, safety, operation, at) => {
      const later = (ms: number) => new Date(at.getTime() + ms);
      const isJoined = await joinUnits(trx, safety, { operation, at });
      await lockGateway(trx, gatewayId);
      const deliveries = await countDeliveries(trx, row);
      const latest = await findLatestDelivery(trx, row);
      const sinceMs = at.getTime() - (latest?.deliveredAt?.getTime() ?? Number.NEGATIVE_INFINITY);
      const isQueued = latest?.state === "queued";
      const isBusy = (latest?.state === "accepted" || latest?.state === "running") && sinceMs < BUSY_MS;
      const isReplied = deliveries === 1 && latest?.isReplied === true && sinceMs < REPEAT_MS;
      if (deliveries > 0 && (isQueued || isBusy || isReplied)) {
        await setNextDelivery(trx, row, {
          at: later(isReplied ? REPEAT_MS - sinceMs : POLL_EVERY_MS),
          deliveries,
        });
        return isJoined;
      }
      const opening = await findOpening(trx, row);
      if (opening)
        queued = await commands.queue(trx, [
          {
            plantId,
            gatewayId,
            ...opening,
            deadlineAt: null,
            authorId: operation.authorId ?? undefined,
            address: "",
            safetyId: operationId,
          },
        ]);
      await setNextDelivery(trx, row, {
        at: later(repeatAfterMs(deliveries + 1)),
        deliveries: deliveries + 1,
      });
      return isJoined || queued.length > 0;
    });
    if (queued.length > 0) commands.announce(queued, [sn]);
  }

  /** The command that opens what is not proven; undefined when nothing is left to open. */
  async function findOpening(
    trx: Transaction,
    row: { operationId: string; gatewayId: string },
  ): Promise<Pick<NewCommand, "op" | "targets" | "args"> | undefined> {
    const relay = await findRelayTarget(trx, row);
    if (relay) {
      const isDone = relay.hasUnits ? relay.isProven : relay.latest === "done";
      return isDone ? undefined : { op: "relay", targets: [relay.unit], args: { on: false } };
    }
    const targets = await listUnitsToOpen(trx, row);
    return targets.length > 0 ? { op: "open", targets, args: { hold: row.operationId } } : undefined;
  }

  /** The session may have been replaced meanwhile: then the command is delivered to its successor. */
  const lockGateway = (trx: Transaction, gatewayId: string) => lockSession(trx, { gatewayId });

  function watch(gatewayId: string, operation: Watched): void {
    const ofGateway = watched.get(gatewayId) ?? new Map<string, Watched>();
    watched.set(gatewayId, ofGateway.set(operation.operationId, operation));
  }

  /** Reads which operations concern gateways of this process, and repeats what is due. */
  async function pollOnce(): Promise<void> {
    delivered = [];
    const changed = offsets.takeChanged();
    if (changed.length > 0) await writeClockOffsets(db, changed, now());
    const rows = await listWatched(db, processId, now());
    watched = new Map();
    for (const { gatewayId, baselineSeq, acceptedAt, ...row } of rows)
      if (baselineSeq !== null) watch(gatewayId, { ...row, acceptedAtMs: acceptedAt.getTime(), baselineSeq });
    for (const [gatewayId, operation] of delivered) watch(gatewayId, operation);
    for (const row of rows) {
      if (!row.isDue) continue;
      await repeat(row).catch((error: unknown) =>
        logger.warn({ err: error, sn: row.sn }, "a shutdown could not be repeated"),
      );
    }
  }

  /** One poll at a time. */
  function poll(): Promise<void> {
    const next = polling.then(pollOnce);
    polling = next.catch(() => undefined);
    return next;
  }

  const loop = createLoop({
    work: poll,
    everyMs: POLL_EVERY_MS,
    logger,
    failureMessage: "shutdowns could not be read",
  });

  interface Judged {
    readonly writes: Map<string, EvidenceWrite>;
    readonly proven: object[];
    readonly dark: object[];
    readonly contrary: object[];
    readonly revokedBy: Set<string>;
  }

  function judgeOne(
    units: Map<string, EvidenceRow>,
    kind: OperationRow["kind"],
    item: Evidence,
    judged: Judged,
  ): void {
    const { unit } = item;
    const before = units.get(unit.deviceId);
    const event = judgeSample(unit);
    if (!before || event === undefined) return;
    // After a reset only the switch itself says that it is closed.
    if (kind === "reset" && event === "closed" && unit.sw !== 1) return;
    const sampleAt = new Date(offsets.correct(item.gatewayId, unit.atMs));
    if (before.sampleAt !== null && before.sampleAt >= sampleAt) return;
    const after = applyToUnit(before, event);
    const { deviceId, outputV, inputV } = unit;
    const isProven = after.state === WANTED_STATE[kind];
    units.set(deviceId, { ...before, ...after, sampleAt });
    judged.writes.set(deviceId, { deviceId, ...after, isProven, sampleAt, outputV, inputV });
    if (after.state === before.state && after.isDark === before.isDark) return;
    const fact = { sn: before.sn, s: item.seq, at: sampleAt.toISOString(), outputV, inputV };
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
      for (const gatewayId of judged.revokedBy) await scheduleDelivery(trx, { operationId, gatewayId, at });
      return true;
    });
  }

  /** Keeps the samples of a report that were measured after the press. */
  function collect(report: LiveReport, { operationId, plantId, acceptedAtMs }: Watched): void {
    const { gatewayId, epoch, seq } = report;
    const items = report
      .units()
      .filter(({ atMs }) => offsets.correct(gatewayId, atMs) > acceptedAtMs)
      .map((unit): Evidence => ({ gatewayId, epoch, seq, unit }));
    if (items.length === 0) return;
    const batch = arrived.get(operationId);
    if (batch) batch.items.push(...items);
    else arrived.set(operationId, { plantId, items });
    startJudging();
  }

  function startJudging(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      judging = judging.then(judgeAll);
    }, JUDGE_AFTER_MS);
  }

  async function judgeAll(): Promise<void> {
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

  /** Appends to the ledger what was sent and replied; the commands' own rows have it in any case. */
  async function recordLedger(
    row: { plantId: string | null; safetyId: string | null },
    kind: "delivered" | "replied",
    detail: Record<string, unknown>,
  ): Promise<void> {
    const { plantId, safetyId } = row;
    if (plantId === null || safetyId === null) return;
    await db.transaction().execute(async (trx) => {
      const at = now();
      const safety = await lockSafety(trx, plantId, at);
      if (safety) await appendLedger(trx, safety, [{ operationId: safetyId, kind, detail }], at);
    });
    publishSafety(bus, plantId);
  }

  const isSwitching = ({ op, safetyId }: CommandRow): boolean =>
    safetyId !== null && (op === "open" || op === "close" || op === "relay");

  return {
    /** Call before commands leave: only reports after these prove what they did. */
    async onDelivery(
      { sn, gatewayId }: { sn: string; gatewayId: string },
      rows: readonly CommandRow[],
      findHighestSeq: () => Promise<number>,
    ): Promise<void> {
      const switching = rows.filter(isSwitching);
      if (switching.length === 0) return;
      const seq = await findHighestSeq();
      for (const row of switching) {
        const operationId = row.safetyId as string;
        const set = await setBaseline(db, { operationId, gatewayId, seq });
        if (!set) continue;
        const { plantId, kind, acceptedAt, baselineSeq } = set;
        const operation = { operationId, plantId, kind, acceptedAtMs: acceptedAt.getTime(), baselineSeq };
        watch(gatewayId, operation);
        delivered.push([gatewayId, operation]);
        await recordLedger(row, "delivered", {
          gateway: sn,
          commandId: row.id,
          op: row.op,
          seq: row.seq,
          units: row.targets ?? "all",
        });
      }
    },

    /** Call after a reply was stored. */
    async onReply(sn: string, row: CommandRow): Promise<void> {
      if (!isSwitching(row) || row.finishedAt === null) return;
      await recordLedger(row, "replied", {
        gateway: sn,
        commandId: row.id,
        state: row.state,
        code: row.code,
        results: row.results,
      });
    },

    /** Call for each live report of a gateway's own session. */
    note(report: LiveReport): void {
      const { gatewayId, seq } = report;
      offsets.note(report, report.sentAtMs, report.receivedAtMs);
      for (const operation of watched.get(gatewayId)?.values() ?? [])
        if (seq > operation.baselineSeq) collect(report, operation);
    },

    /** A gateway connected or sent a new birth: what is not proven is sent again. */
    async onConnected(gatewayId: string): Promise<void> {
      await scheduleDelivery(db, { gatewayId, at: now() });
      await poll();
    },
    forget(gatewayId: string): void {
      offsets.forget(gatewayId);
      watched.delete(gatewayId);
    },
    start: loop.start,
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await loop.stop();
      await judging;
      await judgeAll();
    },
  };
}
