import type { Clock, Event, EventEntry, OtaReport, Param, SampleRow, Sync } from "@heliograph/protocol";
import {
  decodeMessage,
  decodeOtaChunk,
  encodeJson,
  LIMITS,
  packRows,
  parseTopic,
  topicOf,
} from "@heliograph/protocol";
import { backOffMs } from "./back-off.ts";
import { claimSecret } from "./claim.ts";
import { createCommandDesk } from "./command-desk.ts";
import { createGatewayMemory } from "./gateway-memory.ts";
import type {
  DataReport,
  GatewayNotice,
  GatewayOptions,
  Inventory,
  PlannedReply,
  Way,
} from "./gateway-options.ts";
import type { GatewayState } from "./gateway-state.ts";
import { createBirth, createState } from "./link-messages.ts";
import type { LinkSession } from "./link-session.ts";
import { openLinkSession } from "./link-session.ts";
import { RefusedError } from "./mqtt-connect.ts";
import type { SeqRange } from "./outbox.ts";
import { createOutbox } from "./outbox.ts";
import { pause } from "./pause.ts";

const WEEK_S = 7 * 86_400;
// Leaves space for the frame around the cells below LIMITS.packetBytes.
const BODY_BYTES = LIMITS.packetBytes - 4_096;
const SAVE_EVERY_MS = 5_000;
const DEFAULT_HISTORY_RATE = 5;
// The cloud has this long to request missing reports; then the others are sent too, since it may not know of them.
const PATIENCE_MS = 10_000;

/** A gateway as device-link.md describes it, over real MQTT: claims, signs in, reports, backfills, replies to commands. */
export function createGateway(options: GatewayOptions) {
  const { url, sn } = options;
  const now = options.now ?? Date.now;
  const notify = (notice: GatewayNotice): void => options.onNotice?.(notice);
  let inventory = options.inventory;
  let clock: Clock = options.clock === "ntp" || options.clock === undefined ? "ntp" : "none";
  let clockOffsetMs = 0;
  const startedAt = now();
  let session: LinkSession | undefined;
  let isReady = false;
  let readyWaiters: (() => void)[] = [];
  let isLineUp = true;
  let wakeLine: (() => void) | undefined;
  const stopping = new AbortController();
  let loop: Promise<void> | undefined;
  let saver: NodeJS.Timeout | undefined;
  let historyRate = DEFAULT_HISTORY_RATE;

  const outbox = createOutbox({
    capacity: options.ringRecords ?? Math.max(Math.ceil(WEEK_S / inventory.intervalS), 1_000),
    inFlight: options.inFlight ?? 16,
    send: (record, topic) => session?.publish(topicOf[topic](sn), record.body) ?? Promise.resolve(false),
    onOverwritten: (record) => notify({ kind: "lost", ranges: [[record.seq, record.seq]] }),
  });

  const memory = createGatewayMemory(options.store, outbox.oldestAt);
  const { state, save, assignSeq } = memory;

  const linkTime = (at: number): number =>
    clock === "none" ? Math.max(at - startedAt, 0) : at + clockOffsetMs;
  const facts = () => ({ session: state.session, rev: state.rev, clock });
  const stateMessage = (on: 0 | 1, lost?: readonly SeqRange[]) => createState(on, facts(), lost);
  const birthMessage = () => createBirth(sn, inventory, { ...facts(), t: linkTime(now()) });

  const send = (name: "upState" | "upBirth" | "upAnswer" | "upTime" | "upParam" | "upOta", message: object) =>
    session?.publish(topicOf[name](sn), encodeJson(message), name === "upTime" ? 0 : 1) ??
    Promise.resolve(false);

  /** A late reply goes to the session of then. */
  async function sendReply({ reply, afterMs }: PlannedReply): Promise<void> {
    if (afterMs > 0) await pause(afterMs, stopping.signal);
    if (!stopping.signal.aborted) await send("upAnswer", reply);
  }

  const desk = createCommandDesk({
    lastSeq: state.commandSeq,
    now: () => (clock === "none" ? undefined : now() + clockOffsetMs),
    reply(reply) {
      notify({ kind: "answered", reply });
      for (const planned of options.planReplies?.(reply) ?? [{ reply, afterMs: 0 }]) void sendReply(planned);
    },
    onSeq(seq) {
      state.commandSeq = seq;
      save();
    },
    handle: (command) => options.onCommand?.(command),
  });

  function applySync(sync: Sync): void {
    if (sync.rebirth === true) void send("upBirth", birthMessage());
    if (sync.rate !== undefined) historyRate = sync.rate;
    if (sync.want === undefined || sync.want.length === 0) return;
    const lost = outbox.want(sync.want, sync.rate, state.nextSeq - 1).slice(0, LIMITS.wantedRanges);
    if (lost.length === 0) return;
    notify({ kind: "lost", ranges: lost });
    void send("upState", stateMessage(1, lost));
  }

  function applyTime(t0: number, cloudAt: number): void {
    const travelMs = Math.max(now() - t0, 0) / 2;
    clockOffsetMs = cloudAt + travelMs - now();
    clock = "cloud";
    void send("upState", stateMessage(1));
  }

  function onMessage(topic: string, payload: Uint8Array): void {
    const name = parseTopic(topic)?.name;
    try {
      if (name === "downSync") applySync(decodeMessage("downSync", payload));
      if (name === "downTime") {
        const reply = decodeMessage("downTime", payload);
        applyTime(reply.t0, reply.t2);
      }
      if (name === "downOta") options.onChunk?.(decodeOtaChunk(payload));
      if (name === "downCommand") {
        const command = decodeMessage("downCommand", payload);
        notify({ kind: "command", command });
        void desk.take(command);
      }
    } catch (error) {
      notify({ kind: "unreadable", topic, error });
    }
  }

  async function ensureSecret(): Promise<string> {
    if (state.secret !== undefined) return state.secret;
    if (options.registrationCode === undefined)
      throw new Error(`${sn} has no secret and no registration code`);
    state.secret = await claimSecret({ url, sn, registrationCode: options.registrationCode });
    save();
    notify({ kind: "claimed" });
    return state.secret;
  }

  async function signIn(onClose: () => void): Promise<LinkSession> {
    const secret = await ensureSecret();
    state.session++;
    save();
    try {
      return await openLinkSession({ url, sn, secret, will: stateMessage(0), onMessage, onClose });
    } catch (error) {
      // A secret that never signed in may have been replaced by a later claim: the code still counts.
      if (error instanceof RefusedError && !state.isConfirmed && options.registrationCode !== undefined)
        state.secret = undefined;
      throw error;
    }
  }

  /** One connection from sign-in to its end; returns whether it has sent reports. */
  async function serve(): Promise<void> {
    let close: () => void = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    let patience: NodeJS.Timeout | undefined;
    session = await signIn(() => close());
    try {
      if (stopping.signal.aborted) return;
      state.isConfirmed = true;
      save();
      await send("upState", stateMessage(1));
      if (!(await send("upBirth", birthMessage()))) return;
      if (options.clock === "cloud") void send("upTime", { t0: now() });
      isReady = true;
      for (const resolve of readyWaiters.splice(0)) resolve();
      notify({ kind: "online" });
      options.onReady?.();
      outbox.goOnline();
      patience = setTimeout(() => outbox.sendRest(historyRate), PATIENCE_MS);
      await closed;
    } finally {
      clearTimeout(patience);
      isReady = false;
      outbox.goOffline();
      await session.end();
      session = undefined;
      notify({ kind: "offline" });
    }
  }

  async function run(): Promise<void> {
    let attempt = 0;
    while (!stopping.signal.aborted) {
      if (!isLineUp) {
        await new Promise<void>((resolve) => {
          wakeLine = resolve;
        });
        continue;
      }
      const beganAt = performance.now();
      try {
        await serve();
        if (stopping.signal.aborted || !isLineUp) continue;
        throw new Error("the connection was cut");
      } catch (error) {
        // A connection that lasted a minute was successful: reset the waits.
        attempt = performance.now() - beganAt > 60_000 ? 0 : attempt + 1;
        const retryInMs = backOffMs(attempt - 1, options.random ?? Math.random);
        notify({ kind: "failed", error, retryInMs });
        await pause(retryInMs, stopping.signal);
      }
    }
  }

  function record(topic: "upData" | "upEvent", at: number, message: { s: number }, way: Way): void {
    state.lastRecordAt = Math.max(state.lastRecordAt ?? at, at);
    outbox.add(
      { seq: message.s, at, topic, body: encodeJson(message) },
      way === "live" && !isReady ? "buffered" : way,
    );
  }

  function publishPart(report: DataReport, rows: readonly SampleRow[]): void {
    const { at, table = 1, way = "live" } = report;
    const columns = inventory.columns[table];
    if (columns === undefined) throw new RangeError(`the inventory has no table ${table}`);
    const d = packRows(columns, at, rows);
    if (rows.length > 1 && JSON.stringify(d).length > BODY_BYTES) {
      const half = Math.ceil(rows.length / 2);
      publishPart(report, rows.slice(0, half));
      publishPart(report, rows.slice(half));
      return;
    }
    record(
      "upData",
      at,
      { v: 1, rev: state.rev, s: assignSeq(), t: linkTime(at), c: table, d } as never,
      way,
    );
  }

  memory.noteInventory(inventory);

  return {
    sn,
    /** Begins to connect, and keeps trying until stop(). */
    start(): void {
      loop ??= run();
      saver ??= setInterval(save, SAVE_EVERY_MS);
    },
    /** Resolves once signed in with the birth acknowledged. */
    whenReady: (): Promise<void> =>
      isReady
        ? Promise.resolve()
        : new Promise((resolve) => {
            readyWaiters.push(resolve);
          }),
    isReady: (): boolean => isReady,
    /** Samples of an instant; split into several messages when they would not fit into a packet. */
    publishData(report: DataReport): void {
      if (report.rows.length > 0) publishPart(report, report.rows);
    },
    publishEvent(at: number, entries: readonly EventEntry[], way: Way = "live"): void {
      const message: Event = { v: 1, rev: state.rev, s: assignSeq(), t: linkTime(at), e: [...entries] };
      record("upEvent", at, message, way);
    },
    /** Parameters as the units report them; lost without a connection, since they can be read again. */
    publishParameters(at: number, entries: Param["p"]): void {
      void send("upParam", { v: 1, t: linkTime(at), p: entries });
    },
    /** A request for a part of an image, or how far a unit is; false when it was not acknowledged. */
    publishOta: (report: OtaReport): Promise<boolean> => send("upOta", report),
    /** Remembers which firmware a unit runs. */
    saveVersion(unit: number, version: string): void {
      state.versions = { ...state.versions, [unit]: version };
      save();
    },
    /** Remembers the parameters of a unit. */
    saveParameters(unit: number, values: GatewayState["parameters"][string]): void {
      state.parameters = { ...state.parameters, [unit]: values };
      save();
    },
    /** Other units or columns: a new revision and its birth. */
    setInventory(next: Inventory): void {
      inventory = next;
      memory.noteInventory(next);
      void send("upBirth", birthMessage());
    },
    /** Sends the birth again, as after a scan that found nothing new. */
    announce: (): void => void send("upBirth", birthMessage()),
    /** Cuts the connection until it is restored; records are stored meanwhile. */
    setLine(isUp: boolean): void {
      isLineUp = isUp;
      if (!isUp) session?.cut();
      wakeLine?.();
    },
    /** Ends the session and connects again, as after a restart. */
    async restart(): Promise<void> {
      await send("upState", stateMessage(0));
      await session?.end();
    },
    whenBelow: outbox.whenBelow,
    whenEmpty: outbox.whenEmpty,
    /** Records not acknowledged yet. */
    unsent: outbox.size,
    /** Current state that is stored over restarts. */
    state: () => ({ ...state, unsentFromAt: outbox.oldestAt() }),
    /** Sends the offline state, ends the session and writes the state file. */
    async stop(): Promise<void> {
      stopping.abort();
      wakeLine?.();
      if (isReady) await send("upState", stateMessage(0));
      await session?.end();
      await loop;
      clearInterval(saver);
      memory.close();
      readyWaiters = [];
    },
  };
}
