import type { DeviceModel } from "@heliograph/protocol";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { CommandRow, CommandService, GatewaySession } from "../commands/commands.service.ts";
import { createClockOffsets } from "./clock-offsets.ts";
import { createDeliveryLedger } from "./delivery-ledger.service.ts";
import { repeatDelivery } from "./delivery-repeats.ts";
import { BUSY_MS, POLL_EVERY_MS } from "./delivery-times.service.ts";
import type { Evidence, WatchedSwitch } from "./evidence-judge.service.ts";
import { createEvidenceJudge } from "./evidence-judge.service.ts";
import { createOperationChange } from "./operation-change.ts";
import type { OperationRow } from "./safety.repository.ts";
import { listWatched, scheduleDelivery, setBaselines, writeClockOffsets } from "./units.repository.ts";

/** A live report of a gateway's own session. */
export interface LiveReport extends GatewaySession {
  readonly seq: number;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  readonly units: () => readonly WatchedSwitch[];
}

/** Commands that are about to leave for a gateway, and the number of its last report. */
export interface Delivery {
  readonly sn: string;
  readonly gatewayId: string;
  readonly rows: readonly CommandRow[];
  readonly highestSeq: number;
}

interface Watched {
  readonly operationId: string;
  readonly plantId: string;
  readonly kind: OperationRow["kind"];
  readonly acceptedAtMs: number;
  readonly baselineSeq: number;
}

export type SafetyWatch = ReturnType<typeof createSafetyWatch>;

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
  models: readonly DeviceModel[];
  /** Id of this process. */
  processId: string;
}) {
  const { db, clock, logger, commands, processId } = deps;
  const now = () => new Date(clock.now());
  const offsets = createClockOffsets();
  /** By gateway: the operation of its plant, and those of single units. */
  let watched = new Map<string, Map<string, Watched>>();
  /** Operations delivered since the last poll began, which may not have read them. */
  let delivered: (readonly [string, Watched])[] = [];
  let polling: Promise<unknown> = Promise.resolve();
  const changeOperation = createOperationChange(deps);
  const ledger = createDeliveryLedger(deps);
  const judge = createEvidenceJudge({ ...deps, changeOperation, offsets, beforeJudging: ledger.flush });

  function watch(gatewayId: string, operation: Watched): void {
    const ofGateway = watched.get(gatewayId) ?? new Map<string, Watched>();
    watched.set(gatewayId, ofGateway.set(operation.operationId, operation));
  }

  /** Reads which operations concern gateways of this process, and repeats what is due. */
  async function pollOnce(): Promise<void> {
    delivered = [];
    await offsets.storeChanged((changed) => writeClockOffsets(db, changed, now()));
    const rows = await listWatched(db, { processId, now: now(), busyMs: BUSY_MS });
    watched = new Map();
    for (const { gatewayId, baselineSeq, acceptedAt, ...row } of rows)
      if (baselineSeq !== null) watch(gatewayId, { ...row, acceptedAtMs: acceptedAt.getTime(), baselineSeq });
    for (const [gatewayId, operation] of delivered) watch(gatewayId, operation);
    for (const row of rows) {
      if (!row.isDue) continue;
      await repeatDelivery({ changeOperation, commands }, row).catch((error: unknown) =>
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

  /** Keeps the samples of a report that were measured after the press. */
  function collect(report: LiveReport, { operationId, plantId, acceptedAtMs }: Watched): void {
    const { gatewayId, epoch, seq } = report;
    const items = report
      .units()
      .filter(({ atMs }) => offsets.correct(gatewayId, atMs) > acceptedAtMs)
      .map((unit): Evidence => ({ gatewayId, epoch, seq, unit }));
    if (items.length > 0) judge.add(operationId, plantId, items);
  }

  function recordLedger(
    { plantId, safetyId }: CommandRow,
    kind: "delivered" | "replied",
    detail: Record<string, unknown>,
  ): void {
    if (plantId !== null) ledger.add(plantId, { operationId: safetyId, kind, detail });
  }

  const recordDelivery = (sn: string, row: CommandRow, more: Record<string, unknown> = {}): void =>
    recordLedger(row, "delivered", {
      ...{ gateway: sn, commandId: row.id, op: row.op, seq: row.seq, units: row.targets ?? "all" },
      ...more,
    });

  const isSwitching = ({ op, safetyId }: CommandRow): boolean =>
    safetyId !== null && (op === "open" || op === "close" || op === "relay");

  return {
    /** Call before commands leave: only reports after these prove what they did. */
    async onDelivery(deliveries: readonly Delivery[]): Promise<void> {
      const switching = deliveries.flatMap(({ rows, ...gateway }) =>
        rows.filter(isSwitching).map((row) => ({ row, ...gateway })),
      );
      if (switching.length === 0) return;
      const baselines = await setBaselines(
        db,
        switching.map(({ row, gatewayId, highestSeq }) => ({
          operationId: row.safetyId as string,
          gatewayId,
          seq: highestSeq,
        })),
      );
      for (const { gatewayId, acceptedAt, ...operation } of baselines) {
        const watchedOne = { ...operation, acceptedAtMs: acceptedAt.getTime() };
        watch(gatewayId, watchedOne);
        delivered.push([gatewayId, watchedOne]);
      }
      for (const { row, sn } of switching) recordDelivery(sn, row);
    },

    /** Call for commands of a shutdown that left while the database was unavailable. */
    onLateRecord(sn: string, row: CommandRow): void {
      recordDelivery(sn, row, { sentAt: row.deliveredAt?.toISOString() });
    },

    /** Call after a reply was stored. */
    onReply(sn: string, row: CommandRow): void {
      if (!isSwitching(row) || row.finishedAt === null) return;
      recordLedger(row, "replied", {
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
      await loop.stop();
      await judge.stop();
      await ledger.stop();
    },
  };
}
