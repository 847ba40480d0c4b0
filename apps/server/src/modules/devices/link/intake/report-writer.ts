import type { UnitType } from "@heliograph/protocol";
import { VALUE_NAMES } from "@heliograph/protocol";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import { isStorageUnavailable } from "../../../../infra/storage-unavailable.ts";
import type { WindowMark } from "../../../energy/metering/window-marks.service.ts";
import { insertSamples } from "../../placements/samples.service.ts";
import type { PlacedSamples } from "./place-rows.ts";

/** A report that is ready to be stored. */
export interface PreparedReport {
  gatewayKey: number;
  seq: number;
  /** 64-bit hash of the body, in decimal. */
  hash: string;
  sentAtMs: number;
  receivedAtMs: number;
  isHistory: boolean;
  samples: PlacedSamples;
}

interface Waiting {
  report: PreparedReport;
  resolve(): void;
  reject(error: unknown): void;
}

export interface ReportWriterDeps {
  clickhouse: ClickHouse;
  markWindows(marks: readonly WindowMark[]): Promise<void>;
  /** Number of rows that are written without waiting for more. */
  flushRows?: number;
  /** Longest wait for more rows, ms. */
  flushAfterMs?: number;
  /** Wait after the last report, ms. */
  quietMs?: number;
}

const FLUSH_ROWS = 20_000;
/** An insert costs the engine about the same however few rows it has, so that many gateways wait for one. */
const FLUSH_AFTER_MS = 2_000;
/** Without another report for this long, waiting would only delay the acknowledgement of few gateways. */
const QUIET_MS = 200;
/** Limit of rows in memory beyond which no report is decoded. */
const MAX_ROWS_IN_MEMORY = 400_000;
/** While one batch is being marked, the next is being written. */
const PARALLEL_FLUSHES = 2;
const WINDOW_MS = 15 * 60_000;

/** The rows of a batch side by side, as the samples table takes them. */
export function joinSamples(reports: readonly PreparedReport[]): {
  columns: Record<string, ArrayLike<unknown>>;
  count: number;
} {
  const count = reports.reduce((sum, { samples }) => sum + samples.count, 0);
  const plant = new Uint32Array(count);
  const device = new Uint32Array(count);
  const slot = new Uint32Array(count);
  const gateway = new Uint32Array(count);
  const at = new Float64Array(count);
  const seq = new Float64Array(count);
  const receivedAt = new Float64Array(count);
  const isHistory = new Uint8Array(count);
  const kind: UnitType[] = [];
  const values = new Map<string, Float64Array>();
  let offset = 0;
  for (const { samples, ...report } of reports) {
    const end = offset + samples.count;
    plant.set(samples.plant, offset);
    device.set(samples.device, offset);
    slot.set(samples.slot, offset);
    at.set(samples.atMs, offset);
    gateway.fill(report.gatewayKey, offset, end);
    seq.fill(report.seq, offset, end);
    receivedAt.fill(report.receivedAtMs, offset, end);
    isHistory.fill(report.isHistory ? 1 : 0, offset, end);
    for (const unitKind of samples.kind) kind.push(unitKind);
    for (const name of VALUE_NAMES) {
      const column = samples.columns[name];
      if (!column) continue;
      let target = values.get(name);
      if (!target) {
        target = new Float64Array(count).fill(Number.NaN);
        values.set(name, target);
      }
      target.set(column, offset);
    }
    offset = end;
  }
  const columns = {
    plant,
    day: at,
    device,
    at,
    slot,
    kind,
    gateway,
    seq,
    is_history: isHistory,
    received_at: receivedAt,
    ...Object.fromEntries(values),
  };
  return { columns, count };
}

function listMarks(reports: readonly PreparedReport[]): WindowMark[] {
  const marks = new Map<number, Set<number>>();
  for (const { samples } of reports) {
    let lastPlant = -1;
    let lastWindow = -1;
    for (let row = 0; row < samples.count; row++) {
      const plant = samples.plant[row] as number;
      const window = Math.floor((samples.atMs[row] as number) / WINDOW_MS);
      if (plant === lastPlant && window === lastWindow) continue;
      lastPlant = plant;
      lastWindow = window;
      const windows = marks.get(plant) ?? new Set();
      marks.set(plant, windows.add(window));
    }
  }
  return [...marks].flatMap(([plantKey, windows]) =>
    [...windows].map((window) => ({ plantKey, windowAt: window * WINDOW_MS })),
  );
}

/**
 * Writes the reports of many gateways together: samples, then the marks of their roll-up windows, then the reports' own
 * rows, each synced. Only then does `add` resolve. Whatever fails in between is written again with the report, which
 * changes nothing: rows replace each other by key, marks are a set.
 */
export function createReportWriter(deps: ReportWriterDeps) {
  const { clickhouse, markWindows, flushRows = FLUSH_ROWS } = deps;
  const { flushAfterMs = FLUSH_AFTER_MS, quietMs = QUIET_MS } = deps;
  let waiting: Waiting[] = [];
  let waitingRows = 0;
  let rowsInMemory = 0;
  let maxWait: NodeJS.Timeout | undefined;
  let quiet: NodeJS.Timeout | undefined;
  let isDue = false;
  const flushes = new Set<Promise<void>>();
  const waitingForMemory: (() => void)[] = [];

  async function write(batch: readonly PreparedReport[]): Promise<void> {
    const { columns, count } = joinSamples(batch);
    if (count > 0) {
      await insertSamples(clickhouse, columns, count);
      await markWindows(listMarks(batch));
    }
    await clickhouse.insertColumns(
      "reports",
      {
        gateway: batch.map((report) => report.gatewayKey),
        seq: batch.map((report) => report.seq),
        sent_at: batch.map((report) => report.sentAtMs),
        received_at: batch.map((report) => report.receivedAtMs),
        is_history: batch.map((report) => (report.isHistory ? 1 : 0)),
        body_hash: batch.map((report) => BigInt(report.hash)),
        row_count: batch.map((report) => report.samples.count),
      },
      batch.length,
    );
  }

  /** A report that cannot be stored must not affect the others of its batch. */
  async function writeEach(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length === 1 || isStorageUnavailable(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { report, resolve, reject } of batch) await write([report]).then(resolve, reject);
  }

  async function flush(): Promise<void> {
    const batch = waiting;
    const rows = waitingRows;
    waiting = [];
    waitingRows = 0;
    isDue = false;
    clearTimeout(maxWait);
    clearTimeout(quiet);
    maxWait = undefined;
    quiet = undefined;
    try {
      await write(batch.map(({ report }) => report));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      await writeEach(batch, error);
    }
    rowsInMemory -= rows;
    for (const resume of waitingForMemory.splice(0)) resume();
  }

  function flushIfDue(): void {
    if (waiting.length === 0 || flushes.size >= PARALLEL_FLUSHES) return;
    // While a batch is running only a larger one is started: the engine handles few large inserts better than many small ones.
    const enoughRows = flushes.size === 0 ? flushRows : 3 * flushRows;
    if (waitingRows < enoughRows && !(isDue && flushes.size === 0)) return;
    const running: Promise<void> = flush().finally(() => {
      flushes.delete(running);
      flushIfDue();
    });
    flushes.add(running);
  }

  function flushNow(): void {
    isDue = true;
    flushIfDue();
  }

  return {
    /** Resolves when the report is on disk. */
    add(report: PreparedReport): Promise<void> {
      return new Promise((resolve, reject) => {
        waiting.push({ report, resolve, reject });
        // An empty report takes memory too.
        const rows = Math.max(1, report.samples.count);
        waitingRows += rows;
        rowsInMemory += rows;
        maxWait ??= setTimeout(flushNow, flushAfterMs);
        quiet = quiet?.refresh() ?? setTimeout(flushNow, quietMs);
        flushIfDue();
      });
    },
    /** Resolves when another report may be decoded. */
    async waitForMemory(): Promise<void> {
      while (rowsInMemory >= MAX_ROWS_IN_MEMORY)
        await new Promise<void>((resolve) => waitingForMemory.push(resolve));
    },
    /** Writes all waiting rows, ignoring failures. */
    async drain(): Promise<void> {
      while (waiting.length > 0 || flushes.size > 0) {
        flushNow();
        await Promise.all(flushes);
      }
    },
  };
}

export type ReportWriter = ReturnType<typeof createReportWriter>;
