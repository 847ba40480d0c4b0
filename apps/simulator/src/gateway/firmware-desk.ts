import type { Command, CommandOf, OtaChunk, OtaJob, OtaProgress, OtaReport } from "@heliograph/protocol";
import { LIMITS } from "@heliograph/protocol";
import type { CommandOutcome } from "./command-desk.ts";
import type { FirmwareUnit } from "./firmware-image.ts";
import { isIntact, judgeUnit, readSignedName } from "./firmware-image.ts";

/** Bytes of a request: a packet is to stay below 64 KiB. */
const CHUNK_BYTES = 16 * 1024;
const MAX_IMAGE_BYTES = 64 * 1024 * 1024;
/** A part that has not arrived by then is requested again. */
const RETRY_MS = 5_000;

export interface FirmwareDeskOptions {
  /** Public keys of publishers, 32 bytes in base64 each. */
  trustedKeys(): readonly string[];
  listUnits(): readonly FirmwareUnit[];
  /** True once the cloud has acknowledged it. */
  send(report: OtaReport): Promise<boolean>;
  /** Writes the image to a unit; returns why it could not, or undefined once the unit runs the version. */
  write(unit: number, version: string, onRestart: () => void): Promise<string | undefined>;
  readonly retryMs?: number;
}

interface Download {
  readonly job: OtaJob;
  readonly units: readonly number[];
  readonly image: Uint8Array;
  /** Every byte before it has arrived or is requested. */
  nextOffset: number;
  readonly open: Map<number, number>;
  received: number;
}

/**
 * Firmware of a gateway and its units as device-link.md describes it: name, signature, type, model, hardware and version are
 * checked before a byte is requested, the hash before a unit is written.
 */
export function createFirmwareDesk(options: FirmwareDeskOptions) {
  let download: Download | undefined;
  /** Jobs that are being written; they can no longer be cancelled. */
  let writing: string | undefined;
  const unsent = new Map<number, OtaProgress>();

  let flushing: Promise<void> | undefined;

  async function sendUnsent(): Promise<void> {
    while (unsent.size > 0) {
      for (const [unit, progress] of unsent) {
        if (!(await options.send(progress))) return;
        if (unsent.get(unit) === progress) unsent.delete(unit);
      }
    }
  }

  /** One report after the other, so that none is sent twice and a later one never overtakes. */
  async function flush(): Promise<void> {
    flushing ??= sendUnsent().finally(() => {
      flushing = undefined;
    });
    await flushing;
  }

  /** Reports the state of a unit; without a connection the latest one follows in the next session. */
  function report(progress: OtaProgress): void {
    unsent.set(progress.unit, progress);
    void flush();
  }

  function request(at: number): void {
    if (download === undefined) return;
    const { job, open } = download;
    const length = Math.min(CHUNK_BYTES, job.size - at);
    open.set(at, performance.now());
    void options.send({ job: job.job, offset: at, length });
  }

  function requestMore(): void {
    while (download !== undefined && download.open.size < LIMITS.openChunks) {
      const at = download.nextOffset;
      if (at >= download.job.size) return;
      download.nextOffset = Math.min(at + CHUNK_BYTES, download.job.size);
      request(at);
    }
  }

  async function writeUnit(job: OtaJob, unit: number): Promise<void> {
    const of = { job: job.job, unit };
    report({ ...of, state: "applying" });
    const failure = await options.write(unit, job.version, () => report({ ...of, state: "rebooting" }));
    if (failure === undefined) report({ ...of, state: "confirmed", version: job.version });
    else report({ ...of, state: "failed", reason: failure });
  }

  async function finish({ job, units, image }: Download): Promise<void> {
    download = undefined;
    if (!isIntact(image, job.sha256)) {
      for (const unit of units) report({ job: job.job, unit, state: "failed", reason: "damaged" });
      return;
    }
    writing = job.job;
    for (const unit of units) report({ job: job.job, unit, state: "verified" });
    const waiting = [...units];
    const writer = async () => {
      for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) await writeUnit(job, unit);
    };
    await Promise.all(Array.from({ length: Math.min(job.concurrency, units.length) }, writer));
    writing = undefined;
  }

  function start({ to, args: job }: CommandOf<"ota.start">): CommandOutcome {
    const image = readSignedName(job, options.trustedKeys());
    if (image === undefined) return { code: "E_SIGNATURE" };
    if (job.size > MAX_IMAGE_BYTES) return { code: "E_SPACE" };
    if (writing !== undefined || (download !== undefined && download.job.job !== job.job))
      return { code: "E_BUSY" };
    const units = new Map(options.listUnits().map((unit) => [unit.unit, unit]));
    const targets = to === "all" ? [...units.keys()] : to;
    const results = targets.map((unit): [number, ReturnType<typeof judgeUnit>] => [
      unit,
      judgeUnit(units.get(unit), image),
    ]);
    const accepted = results.flatMap(([unit, code]) => (code === 0 ? [unit] : []));
    if (accepted.length === 0) return { code: results[0]?.[1] ?? "E_TYPE", results };
    return {
      results,
      afterwards() {
        download ??= {
          job,
          units: accepted,
          image: new Uint8Array(job.size),
          nextOffset: 0,
          open: new Map(),
          received: 0,
        };
        requestMore();
      },
    };
  }

  const retrying = setInterval(() => {
    if (download === undefined) return;
    const before = performance.now() - (options.retryMs ?? RETRY_MS);
    for (const [at, requestedAt] of download.open) if (requestedAt < before) request(at);
  }, options.retryMs ?? RETRY_MS);
  retrying.unref();

  return {
    /** Carries out `ota.start` and `ota.cancel`; undefined for other commands. */
    handle(command: Command): CommandOutcome | undefined {
      if (command.op === "ota.start") return start(command);
      if (command.op !== "ota.cancel") return undefined;
      if (writing === command.args.job) return { code: "E_BUSY" };
      if (download?.job.job === command.args.job) download = undefined;
      return {};
    },
    /** A part of the image; one that was not requested is ignored. */
    receive({ job, offset, data }: OtaChunk): void {
      if (download?.job.job !== job || !download.open.has(offset)) return;
      if (data.length !== Math.min(CHUNK_BYTES, download.job.size - offset)) return;
      download.open.delete(offset);
      download.image.set(data, offset);
      download.received += data.length;
      if (download.received === download.job.size) void finish(download);
      else requestMore();
    },
    /** A new session: what was open is requested again, and results that were not sent follow. */
    resume(): void {
      void flush();
      if (download === undefined) return;
      for (const at of download.open.keys()) request(at);
      requestMore();
    },
    stop: () => clearInterval(retrying),
  };
}
