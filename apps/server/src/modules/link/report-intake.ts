import { hash as hashOf } from "node:crypto";
import type { Data, Event } from "@heliograph/protocol";
import { decodeMessage, expandColumns, LIMITS, ProtocolError, topicOf } from "@heliograph/protocol";
import type { Clock } from "../../infra/clock.ts";
import type { Db } from "../../infra/postgres/database.ts";
import type { EventRules } from "./event-rules.ts";
import type { GatewayContext, GatewayContexts } from "./gateway-contexts.ts";
import type { BirthFacts } from "./gateway-facts.ts";
import type { HoldReason, ReportKind } from "./held-reports.ts";
import { holdReport } from "./held-reports.ts";
import type { LiveValues } from "./live-values.ts";
import type { PlacedSamples, SetAsideRow } from "./place-rows.ts";
import { emptySamples, placeRows } from "./place-rows.ts";
import { findTimeOffset } from "./report-time.ts";
import type { ReportWriter } from "./report-writer.ts";
import type { SecurityLog } from "./security-log.ts";
import type { SetAsideStore } from "./set-aside.ts";

const TOPIC = { data: "upData", history: "upHistory", event: "upEvent" } as const;

export interface ReportIntakeDeps {
  db: Db;
  clock: Clock;
  contexts: GatewayContexts;
  writer: ReportWriter;
  setAside: SetAsideStore;
  securityLog: SecurityLog;
  events: EventRules;
  live: LiveValues;
  requestRebirth(sn: string): void;
  /** A live report came whose number is not the next one: what lies between is missing. */
  onGap(sn: string): void;
}

interface Incoming {
  context: GatewayContext;
  kind: ReportKind;
  body: Uint8Array;
  receivedAtMs: number;
}

/** A report that can be placed, or why it must wait. */
type Placed =
  | { samples: PlacedSamples; sentAtMs: number; birth: BirthFacts }
  | { hold: Extract<HoldReason, "unknown-rev" | "unbound"> };

/** 64 bits of SHA-256 in decimal, never 0. */
export function hashBody(body: Uint8Array): string {
  const bytes = hashOf("sha256", body, "buffer") as unknown as Buffer;
  return String(bytes.readBigUInt64LE(0) || 1n);
}

function isData(message: Data | Event): message is Data {
  return "d" in message;
}

/** What becomes of `up/data`, `up/history` and `up/event`: every report ends stored, held or set aside, and once. */
export function createReportIntake(deps: ReportIntakeDeps) {
  const { db, clock, contexts, writer, setAside, securityLog, events, live } = deps;

  async function putAside(
    incoming: Incoming,
    seq: number | undefined,
    error: ProtocolError,
    unitCount = 0,
  ): Promise<void> {
    const { context, kind, body, receivedAtMs } = incoming;
    const { id, sn } = context.facts;
    const topic = topicOf[TOPIC[kind]](sn);
    const detail = error.message.slice(error.reason.length + 2);
    await setAside.add({
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

  function place(incoming: Incoming, message: Data | Event, isTakenIn: boolean): Placed {
    const { context, kind, receivedAtMs } = incoming;
    const birth = context.facts.births.get(message.rev);
    if (!birth) return { hold: "unknown-rev" };
    if (context.facts.links.length === 0) return { hold: "unbound" };
    const isLive = kind !== "history";
    const offsetMs = findTimeOffset(context, message.t, { receivedAtMs, isLive, isTakenIn });
    const sentAtMs = message.t + offsetMs;
    const latestMs = receivedAtMs + LIMITS.futureMs;
    if (sentAtMs > latestMs) throw new ProtocolError("future", new Date(sentAtMs).toISOString());
    if (!isData(message)) return { samples: events.placeMeter(message, birth, sentAtMs), sentAtMs, birth };
    const samples = placeRows(expandColumns({ ...message, t: sentAtMs }, birth.birth), birth.units);
    if (samples.atMs.some((at) => at > latestMs)) throw new ProtocolError("future", "a sample of it");
    return { samples, sentAtMs, birth };
  }

  async function putRowsAside(incoming: Incoming, seq: number, rows: readonly SetAsideRow[]): Promise<void> {
    const byReason = Map.groupBy(rows, (row) => row.reason);
    for (const [reason, group] of byReason) {
      const units = group.map(({ unit, detail }) =>
        detail === undefined ? String(unit) : `${unit} ${detail}`,
      );
      const error = new ProtocolError(reason, `units ${units.join(", ")}`);
      await putAside(incoming, seq, error, group.length);
    }
  }

  async function hold(incoming: Incoming, message: Data | Event, reason: HoldReason): Promise<void> {
    const { context, kind, body, receivedAtMs } = incoming;
    const gatewayId = context.facts.id;
    const isKept = await holdReport(db, { gatewayId, receivedAtMs, kind, reason, rev: message.rev, body });
    if (!isKept && reason !== "before-link")
      await putAside(incoming, message.s, new ProtocolError(reason, "no room"));
    if (reason === "unknown-rev") deps.requestRebirth(context.facts.sn);
  }

  /** Everything that must be written before the report's own row. Answers the samples, for live values. */
  async function store(incoming: Incoming, message: Data | Event, isTakenIn: boolean): Promise<boolean> {
    const { context, kind, receivedAtMs } = incoming;
    const hash = hashBody(incoming.body);
    let placed: Placed | undefined;
    try {
      placed = place(incoming, message, isTakenIn);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      await putAside(incoming, message.s, error);
    }
    let isOpen = false;
    if (placed && "hold" in placed) {
      if (isTakenIn) return false;
      await hold(incoming, message, placed.hold);
    }
    const stored = placed && "samples" in placed ? placed : undefined;
    if (stored) {
      const early = stored.samples.setAside.some(({ reason }) => reason === "before-installation");
      isOpen = early;
      if (!isTakenIn && stored.samples.setAside.length > 0) {
        await putRowsAside(incoming, message.s, stored.samples.setAside);
        if (early) await hold(incoming, message, "before-link");
      }
      if (!isData(message)) {
        const refused = await events.apply(context, message, stored.birth, {
          at: stored.sentAtMs,
          isLive: kind === "event" && !isTakenIn,
        });
        await putRowsAside(incoming, message.s, refused);
      }
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
    if (stored && kind === "data" && !isTakenIn) live.note(context.facts, stored.samples);
    return !isOpen;
  }

  async function raiseConflict(incoming: Incoming, seq: number): Promise<void> {
    await putAside(
      incoming,
      seq,
      new ProtocolError("sequence-conflict", "another body under a known number"),
    );
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
    if (known === undefined) await store(incoming, message, false);
    else if (known !== hash) await raiseConflict(incoming, message.s);
    if (isAfterGap) deps.onGap(context.facts.sn);
  }

  return {
    /** Resolves when the report may be acknowledged; rejects when storage is away. */
    async take(sn: string, kind: ReportKind, body: Uint8Array): Promise<void> {
      await writer.whenRoom();
      const context = await contexts.get(sn);
      const incoming: Incoming = { context, kind, body, receivedAtMs: clock.now() };
      let message: Data | Event;
      try {
        message = decodeMessage(TOPIC[kind], body);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        await putAside(incoming, undefined, error);
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

    /** Places a held report now; answers false when it must be kept for later. */
    async takeHeld(sn: string, held: { kind: ReportKind; body: Buffer; receivedAt: Date }): Promise<boolean> {
      const context = await contexts.get(sn);
      const incoming: Incoming = {
        context,
        kind: held.kind,
        body: held.body,
        receivedAtMs: held.receivedAt.getTime(),
      };
      return await store(incoming, decodeMessage(TOPIC[held.kind], held.body), true);
    },
  };
}

export type ReportIntake = ReturnType<typeof createReportIntake>;
