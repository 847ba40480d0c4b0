/** One data or event message with its place in the gateway's sequence. */
export interface OutboxRecord {
  readonly seq: number;
  /** UTC ms. */
  readonly at: number;
  readonly topic: "upData" | "upEvent";
  readonly body: Uint8Array;
}

/** `stored`: waits for a request; `queued`: will be sent; `sending`: no PUBACK yet. */
type Stage = "stored" | "queued" | "sending";
interface Entry {
  readonly record: OutboxRecord;
  stage: Stage;
}
export type SeqRange = readonly [from: number, to: number];

export interface OutboxOptions {
  /** Maximum number of stored records; beyond it the oldest is overwritten. */
  readonly capacity: number;
  /** Maximum number of messages without PUBACK. */
  readonly inFlight: number;
  /** Sends one message; true once acknowledged, false when the connection ended before. */
  send(record: OutboxRecord, topic: "upData" | "upEvent" | "upHistory"): Promise<boolean>;
  onOverwritten?(record: OutboxRecord): void;
}

const DAY_MS = 86_400_000;

const STALL_MS = 100;

/** Newest day first, within a day in the order of time (device-link.md, Acknowledgement). */
function compareHistory(a: OutboxRecord, b: OutboxRecord): number {
  const byDay = Math.floor(b.at / DAY_MS) - Math.floor(a.at / DAY_MS);
  return byDay !== 0 ? byDay : a.seq - b.seq;
}

function rangesOf(seqs: readonly number[]): SeqRange[] {
  const ranges: [number, number][] = [];
  for (const seq of seqs) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === seq - 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
}

/** The parts of a range that contain none of the increasing numbers in `present`. */
function holesIn([from, to]: SeqRange, present: readonly number[]): SeqRange[] {
  const holes: SeqRange[] = [];
  let next = from;
  for (const [first, last] of rangesOf(present)) {
    if (first > next) holes.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= to) holes.push([next, to]);
  return holes;
}

/** The gateway's ring buffer: keeps each record until its PUBACK, sends live ones first, history on request. */
export function createOutbox(options: OutboxOptions) {
  const entries = new Map<number, Entry>();
  let live: Entry[] = [];
  /** Sent immediately on the history topic. */
  let late: Entry[] = [];
  let isLateSorted = true;
  /** Sent on the history topic at the rate set by the cloud. */
  let history: Entry[] = [];
  let isOnline = false;
  let sending = 0;
  let minGapMs = 0;
  let nextHistoryAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let stalled: NodeJS.Timeout | undefined;
  const waiters: { isMet(): boolean; resolve(): void }[] = [];

  function wake(): void {
    for (let index = waiters.length - 1; index >= 0; index--) {
      if (waiters[index]!.isMet()) waiters.splice(index, 1)[0]!.resolve();
    }
  }

  function wait(isMet: () => boolean): Promise<void> {
    if (isMet()) return Promise.resolve();
    return new Promise((resolve) => waiters.push({ isMet, resolve }));
  }

  function pushLate(entry: Entry): void {
    late.push(entry);
    isLateSorted = false;
  }

  function takeLate(): Entry | undefined {
    if (!isLateSorted) late.sort((one, other) => compareHistory(one.record, other.record));
    isLateSorted = true;
    return late.shift();
  }

  function transmit(entry: Entry, topic: "upData" | "upEvent" | "upHistory"): void {
    entry.stage = "sending";
    sending++;
    void options.send(entry.record, topic).then((isAcknowledged) => {
      sending--;
      if (isAcknowledged) entries.delete(entry.record.seq);
      else if (entries.has(entry.record.seq)) {
        // Interrupted before its PUBACK: it may or may not be stored, so it is sent again as a late one.
        entry.stage = "queued";
        pushLate(entry);
        if (isOnline) stall();
      }
      pump();
      wake();
    });
  }

  /** A closing connection refuses every message immediately: wait for its end instead of retrying. */
  function stall(): void {
    stalled ??= setTimeout(() => {
      stalled = undefined;
      pump();
    }, STALL_MS);
  }

  function endStall(): void {
    clearTimeout(stalled);
    stalled = undefined;
  }

  function pump(): void {
    while (isOnline && !stalled && sending < options.inFlight) {
      const next = live.shift();
      if (next !== undefined) {
        transmit(next, next.record.topic);
        continue;
      }
      const nextLate = takeLate();
      if (nextLate !== undefined) {
        transmit(nextLate, "upHistory");
        continue;
      }
      if (history.length === 0) return;
      const waitMs = nextHistoryAt - performance.now();
      if (waitMs > 0) {
        timer ??= setTimeout(() => {
          timer = undefined;
          pump();
        }, waitMs);
        return;
      }
      nextHistoryAt = Math.max(nextHistoryAt + minGapMs, performance.now() - minGapMs);
      transmit(history.shift()!, "upHistory");
    }
  }

  function overwriteOldest(): void {
    for (const [seq, entry] of entries) {
      if (entries.size <= options.capacity) return;
      if (entry.stage === "sending") continue;
      entries.delete(seq);
      live = live.filter((other) => other !== entry);
      late = late.filter((other) => other !== entry);
      history = history.filter((other) => other !== entry);
      options.onOverwritten?.(entry.record);
    }
  }

  return {
    /** Adds a record: `live` is sent immediately, `late` immediately on history, `buffered` when the cloud requests it. */
    add(record: OutboxRecord, way: "live" | "late" | "buffered"): void {
      const isSent = way !== "buffered" && (isOnline || way === "late");
      const entry: Entry = { record, stage: isSent ? "queued" : "stored" };
      entries.set(record.seq, entry);
      if (isSent && way === "late") pushLate(entry);
      else if (isSent) live.push(entry);
      overwriteOldest();
      pump();
    },
    goOnline(): void {
      isOnline = true;
      endStall();
      pump();
    },
    /** Unsent live reports, and all recorded later, wait until the cloud requests them. */
    goOffline(): void {
      isOnline = false;
      endStall();
      for (const entry of live) entry.stage = "stored";
      live = [];
      clearTimeout(timer);
      timer = undefined;
    },
    /** Queues the wanted ranges as history at `ratePerS` messages a second; returns the ranges that are no longer stored. */
    want(ranges: readonly SeqRange[], ratePerS: number | undefined, lastSeq: number): SeqRange[] {
      minGapMs = ratePerS === undefined ? 0 : 1_000 / ratePerS;
      const lost: SeqRange[] = [];
      const seqs = [...entries.keys()];
      for (const [from, to] of ranges) {
        const present = seqs.filter((seq) => seq >= from && seq <= to);
        for (const seq of present) {
          const entry = entries.get(seq)!;
          if (entry.stage !== "stored") continue;
          entry.stage = "queued";
          history.push(entry);
        }
        lost.push(...holesIn([from, Math.min(to, lastSeq)], present));
      }
      history.sort((a, b) => compareHistory(a.record, b.record));
      pump();
      return lost;
    },
    /** Queues all other records without a PUBACK as well: only a PUBACK confirms that a record is stored. */
    sendRest(ratePerS: number): void {
      minGapMs = 1_000 / ratePerS;
      for (const entry of entries.values()) {
        if (entry.stage !== "stored") continue;
        entry.stage = "queued";
        history.push(entry);
      }
      history.sort((one, other) => compareHistory(one.record, other.record));
      pump();
    },
    /** Resolves while fewer than `limit` records wait for their PUBACK: the back-pressure of a fast sender. */
    whenBelow: (limit: number): Promise<void> => wait(() => entries.size < limit),
    /** Resolves when every record is acknowledged. */
    whenEmpty: (): Promise<void> => wait(() => entries.size === 0),
    size: (): number => entries.size,
    oldestAt(): number | undefined {
      let oldest: number | undefined;
      for (const { record } of entries.values()) oldest = Math.min(oldest ?? record.at, record.at);
      return oldest;
    },
  };
}
