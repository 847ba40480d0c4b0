import { hash as hashOf } from "node:crypto";
import type { Birth, Data, DeviceModel, Event, UnitLimits } from "@heliograph/protocol";
import {
  decodeMessage,
  expandColumns,
  findUnitLimits,
  LIMITS,
  ProtocolError,
  topicOf,
} from "@heliograph/protocol";
import type { Clock } from "../../../../infra/clock.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { createTimeSlices } from "../../../../infra/time-slices.ts";
import type { SafetyWatch } from "../../safety/safety-watch.service.ts";
import type { GatewayContext, GatewayContexts } from "../connection/gateway-contexts.ts";
import type { BirthFacts } from "../connection/gateway-facts.ts";
import type { SecurityLog } from "../connection/security-log.ts";
import type { EventRules } from "./event-rules.ts";
import type { IntakeMetrics } from "./intake-metrics.ts";
import type { LiveValues } from "./live-values.ts";
import type { PendingReason, ReportKind } from "./pending-reports.repository.ts";
import { insertPending } from "./pending-reports.repository.ts";
import type { PlacedSamples, RejectedRow } from "./place-rows.ts";
import { emptySamples, listSwitches, placeRows } from "./place-rows.ts";
import type { RejectedReports } from "./rejected-reports.ts";
import { findTimeOffset } from "./report-time.ts";
import type { ReportWriter } from "./report-writer.ts";

export const MESSAGE_OF_KIND = { data: "upData", history: "upHistory", event: "upEvent" } as const;

export interface ReportIntakeDeps {
  db: Db;
  clock: Clock;
  contexts: GatewayContexts;
  writer: ReportWriter;
  rejectedReports: RejectedReports;
  securityLog: SecurityLog;
  events: EventRules;
  live: LiveValues;
  safety: Pick<SafetyWatch, "note">;
  requestRebirth(sn: string): void;
  /** Called for a live report whose sequence number is not the next one: those in between are missing. */
  onGap(sn: string): void;
  metrics: IntakeMetrics;
  models: readonly DeviceModel[];
}

interface Incoming {
  context: GatewayContext;
  kind: ReportKind;
  body: Uint8Array;
  receivedAtMs: number;
  /** Of the gateway's own session; undefined for reports of tools. */
  ownEpoch?: number | undefined;
}

/** A report that can be placed, or the reason why it stays pending. */
type Placed =
  | { samples: PlacedSamples; sentAtMs: number; birth: BirthFacts }
  | { pending: Extract<PendingReason, "unknown-rev" | "unbound"> };

/** 64 bits of SHA-256 in decimal, never 0. */
export function hashBody(body: Uint8Array): string {
  const bytes = hashOf("sha256", body, "buffer") as unknown as Buffer;
  return String(bytes.readBigUInt64LE(0) || 1n);
}

function isData(message: Data | Event): message is Data {
  return "d" in message;
}

/** A link that is dated earlier, or made again from a time in the past, places such rows. */
const MAY_BE_PLACED: ReadonlySet<string> = new Set(["before-installation", "removed"]);
const mayBePlaced = ({ reason }: RejectedRow): boolean => MAY_BE_PLACED.has(reason);

/** How long reports that arrive together keep the process from everything else, such as a shutdown. */
const SLICE_MS = 10;

/** Handles `up/data`, `up/history` and `up/event`: every report is stored, pending or rejected, exactly once. */
export function createReportIntake(deps: ReportIntakeDeps) {
  const { db, clock, contexts, writer, rejectedReports, securityLog, events, live, models } = deps;
  const inSlices = createTimeSlices(SLICE_MS);

  // A birth is used for thousands of reports.
  const limits = new WeakMap<Birth, ReadonlyMap<number, UnitLimits>>();
  function limitsOf(birth: Birth): ReadonlyMap<number, UnitLimits> {
    const found = limits.get(birth) ?? findUnitLimits(models, birth);
    limits.set(birth, found);
    return found;
  }

  async function reject(
    incoming: Incoming,
    seq: number | undefined,
    error: ProtocolError,
    unitCount = 0,
  ): Promise<void> {
    const { context, kind, body, receivedAtMs } = incoming;
    const { id, sn } = context.facts;
    const topic = topicOf[MESSAGE_OF_KIND[kind]](sn);
    const detail = error.message.slice(error.reason.length + 2);
    deps.metrics.countRejected(error.reason);
    await rejectedReports.add({
      gatewayId: id,
      receivedAtMs,
      topic,
      seq,
      reason: error.reason,
      detail,
      unitCount,
      body,
    });
  }

  function place(incoming: Incoming, message: Data | Event, wasPending: boolean): Placed {
    const { context, kind, receivedAtMs } = incoming;
    const birth = context.facts.births.get(message.rev);
    if (!birth) return { pending: "unknown-rev" };
    if (context.facts.links.length === 0) return { pending: "unbound" };
    const isLive = kind !== "history";
    const offsetMs = findTimeOffset(context, message.t, { receivedAtMs, isLive, wasPending });
    const sentAtMs = message.t + offsetMs;
    const latestMs = receivedAtMs + LIMITS.futureMs;
    if (sentAtMs > latestMs) throw new ProtocolError("future", new Date(sentAtMs).toISOString());
    if (!isData(message)) return { samples: events.placeMeter(message, birth, sentAtMs), sentAtMs, birth };
    const expanded = expandColumns({ ...message, t: sentAtMs }, birth.birth, limitsOf(birth.birth));
    const samples = placeRows(expanded, birth.units);
    if (samples.atMs.some((at) => at > latestMs)) throw new ProtocolError("future", "a sample of it");
    return { samples, sentAtMs, birth };
  }

  async function rejectRows(incoming: Incoming, seq: number, rows: readonly RejectedRow[]): Promise<void> {
    const byReason = Map.groupBy(rows, (row) => row.reason);
    for (const [reason, group] of byReason) {
      const units = group.map(({ unit, detail }) =>
        detail === undefined ? String(unit) : `${unit} ${detail}`,
      );
      const error = new ProtocolError(reason, `units ${units.join(", ")}`);
      await reject(incoming, seq, error, group.length);
    }
  }

  async function keepPending(
    { context, kind, body, receivedAtMs }: Incoming,
    message: Data | Event,
    reason: PendingReason,
  ): Promise<boolean> {
    const gatewayId = context.facts.id;
    const report = { gatewayId, receivedAtMs, kind, reason, rev: message.rev, body };
    const isKept = await insertPending(db, report);
    if (reason === "unknown-rev") deps.requestRebirth(context.facts.sn);
    return isKept;
  }

  /** Rejects rows for good, except those of before the installation or after the removal: they stay pending. */
  async function saveUnplaced(
    incoming: Incoming,
    message: Data | Event,
    rows: readonly RejectedRow[],
  ): Promise<void> {
    const open = rows.filter(mayBePlaced);
    const reason = open.every((row) => row.reason === "removed") ? "after-removal" : "before-link";
    const isKept = open.length > 0 && (await keepPending(incoming, message, reason));
    await rejectRows(incoming, message.s, isKept ? rows.filter((row) => !mayBePlaced(row)) : rows);
  }

  /** Everything that must be written before the report's own row. Returns whether the report needs no later attempt. */
  async function store(incoming: Incoming, message: Data | Event, wasPending: boolean): Promise<boolean> {
    const { context, kind, receivedAtMs } = incoming;
    const hash = hashBody(incoming.body);
    let placed: Placed | undefined;
    try {
      placed = place(incoming, message, wasPending);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      await reject(incoming, message.s, error);
    }
    let isOpen = false;
    if (placed && "pending" in placed) {
      if (wasPending) return false;
      const isKept = await keepPending(incoming, message, placed.pending);
      if (!isKept)
        await reject(incoming, message.s, new ProtocolError(placed.pending, "limit of pending reports"));
    }
    const stored = placed && "samples" in placed ? placed : undefined;
    if (stored) {
      isOpen = stored.samples.rejected.some(mayBePlaced);
      if (!wasPending) await saveUnplaced(incoming, message, stored.samples.rejected);
      if (!isData(message)) {
        const refused = await events.apply(context, message, stored.birth, {
          at: stored.sentAtMs,
          isLive: kind === "event" && !wasPending,
        });
        await rejectRows(incoming, message.s, refused);
      }
    }
    // Before it is stored, which may wait for reports of other gateways: the console shows a value within a second. A report
    // that is lost on the way to the disk was not acknowledged and is sent again.
    if (stored && kind === "data" && !wasPending) {
      live.note(context.facts, stored.samples);
      noteSwitches(incoming, message.s, stored);
    }
    await writer.add({
      gatewayKey: context.facts.key,
      seq: message.s,
      hash,
      sentAtMs: stored?.sentAtMs ?? receivedAtMs,
      receivedAtMs,
      isHistory: kind === "history",
      samples: stored?.samples ?? emptySamples,
    });
    if (stored) deps.metrics.countStored(kind);
    return !isOpen;
  }

  /** Hands a report of the gateway's own session over as evidence of its switches. */
  function noteSwitches(
    { context, ownEpoch, receivedAtMs }: Incoming,
    seq: number,
    { samples, sentAtMs }: { samples: PlacedSamples; sentAtMs: number },
  ): void {
    if (ownEpoch === undefined) return;
    const gatewayId = context.facts.id;
    const units = () => listSwitches(samples);
    deps.safety.note({ gatewayId, epoch: ownEpoch, seq, sentAtMs, receivedAtMs, units });
  }

  async function raiseConflict(incoming: Incoming, seq: number): Promise<void> {
    await reject(incoming, seq, new ProtocolError("sequence-conflict", "another body under a known number"));
    const { id, plantId } = incoming.context.facts;
    await securityLog.raise("device.sequence-conflict", id, { plantId, new: { seq } });
  }

  /** Stores a report under a free sequence number; a known one with the same body is already stored. */
  async function storeOnce(incoming: Incoming, message: Data | Event, hash: string): Promise<void> {
    const { context } = incoming;
    const lookup = contexts.findStoredHash(context, message.s);
    const isAfterGap =
      incoming.kind !== "history" && context.highestSeq > 0 && message.s > context.highestSeq + 1;
    context.highestSeq = Math.max(context.highestSeq, message.s);
    const known = await lookup;
    if (known === undefined) await inSlices(() => store(incoming, message, false));
    else if (known !== hash) await raiseConflict(incoming, message.s);
    if (isAfterGap) deps.onGap(context.facts.sn);
  }

  return {
    /** Resolves when the report may be acknowledged; rejects when storage is unavailable. */
    async receive(sn: string, kind: ReportKind, body: Uint8Array, ownEpoch?: number): Promise<void> {
      deps.metrics.countReceived(kind);
      await writer.waitForMemory();
      const context = await contexts.get(sn);
      const incoming: Incoming = { context, kind, body, receivedAtMs: clock.now(), ownEpoch };
      let message: Data | Event;
      try {
        message = await inSlices(() => decodeMessage(MESSAGE_OF_KIND[kind], body));
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        await reject(incoming, undefined, error);
        return;
      }
      const hash = hashBody(body);
      const running = context.inFlight.get(message.s);
      if (running) {
        if (running.hash !== hash) await raiseConflict(incoming, message.s);
        else await running.done;
        return;
      }
      const done = storeOnce(incoming, message, hash).finally(() => context.inFlight.delete(message.s));
      context.inFlight.set(message.s, { hash, done });
      await done;
    },

    /** Stores a pending report; returns false when it must stay pending. */
    async storePending(
      sn: string,
      pending: { kind: ReportKind; body: Buffer; receivedAt: Date },
    ): Promise<boolean> {
      const context = await contexts.get(sn);
      const incoming: Incoming = {
        context,
        kind: pending.kind,
        body: pending.body,
        receivedAtMs: pending.receivedAt.getTime(),
      };
      return await store(incoming, decodeMessage(MESSAGE_OF_KIND[pending.kind], pending.body), true);
    },
  };
}

export type ReportIntake = ReturnType<typeof createReportIntake>;
