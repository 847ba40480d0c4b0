import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SmallDisk } from "./full-disk.ts";
import { mountSmallDisk } from "./full-disk.ts";
import type { LoadOutcome } from "./report-load.ts";
import { createSender, sendBirth } from "./report-load.ts";
import type { Load, ReadinessCheck } from "./server-load.ts";
import { compareStored, createGateways, loadEnvironment, startLoad, until } from "./server-load.ts";
import { startServerProcess } from "./server-process.ts";

export interface FullDiskOutcome extends LoadOutcome {
  rounds: number;
  /** Calls served meanwhile by PostgreSQL, which needs no free disk here. */
  httpCalls: number;
  /** How the server process ended: in order, when it was asked to. */
  end: { code: number | null; signal: NodeJS.Signals | null };
  /** Reasons the intake gave while the disk was full. */
  reasons: string[];
  /** Number of "ready" responses to checks sent at least a second after the disk was full and completed before it was freed. */
  falseReadyCount: number;
  /** The longest times of all rounds, ms: until the server was not ready, ready again, and acknowledged a report. */
  notReadyAfterMs: number;
  readyAfterMs: number;
  acknowledgedAfterMs: number;
  /** The slowest readiness check, ms. */
  slowestResponseMs: number;
}

const DISK_MB = 512;
const ACKNOWLEDGED_BEFORE = 50;

/** Keeps the disk full while the work runs, also when merges free some of it. */
async function whileFull(disk: SmallDisk, work: () => Promise<void>): Promise<void> {
  disk.fill();
  const refilling = setInterval(disk.fill, 20);
  try {
    await work();
  } finally {
    clearInterval(refilling);
    disk.free();
  }
}

/** Fills the disk under load, waits until that was seen, and frees it. */
async function runRound(load: Load, disk: SmallDisk, checksWhileFull: number) {
  const { checks, acknowledged, lastAcknowledgedAt } = load;
  const lastCheck = () => checks.at(-1);
  const before = acknowledged.size;
  const isUnderLoad = () =>
    acknowledged.size >= before + ACKNOWLEDGED_BEFORE && lastCheck()?.isReady === true;
  await until("a ready server that acknowledges reports", isUnderLoad);

  let fullAt = 0;
  const findNotReady = () => checks.find(({ respondedAt, isReady }) => respondedAt > fullAt && !isReady);
  await whileFull(disk, async () => {
    fullAt = performance.now();
    await until("a server that is not ready", () => findNotReady() !== undefined);
    const seenBefore = checks.length;
    await until("readiness checks", () => checks.length >= seenBefore + checksWhileFull);
  });
  const freedAt = performance.now();
  await until("an acknowledgement", () => lastAcknowledgedAt() > freedAt);
  const acknowledgedAgainAt = performance.now();
  const findReady = () => checks.find(({ askedAt, isReady }) => askedAt > freedAt && isReady);
  await until("a server that is ready again", () => findReady() !== undefined);

  const completedWhileFull = checks.filter(
    ({ askedAt, respondedAt }) => askedAt > fullAt && respondedAt < freedAt,
  );
  return {
    reasons: completedWhileFull.flatMap(({ reason }) => reason ?? []),
    falseReadyCount: completedWhileFull.filter(({ askedAt, isReady }) => isReady && askedAt > fullAt + 1_000)
      .length,
    notReadyAfterMs: (findNotReady() as ReadinessCheck).respondedAt - fullAt,
    readyAfterMs: (findReady() as ReadinessCheck).respondedAt - freedAt,
    acknowledgedAfterMs: acknowledgedAgainAt - freedAt,
  };
}

/**
 * Repeatedly fills and frees the disk of ClickHouse's folder on a server under load; compares the stored reports with the
 * acknowledged ones, and the reported readiness with the state of the disk. Needs the right to mount.
 */
export async function checkFullDisk(options: {
  rounds: number;
  /** Number of readiness checks before the disk is freed. */
  checksWhileFull: number;
}): Promise<FullDiskOutcome> {
  const dataFolder = mkdtempSync(join(tmpdir(), "heliograph-full-"));
  const disk = mountSmallDisk(join(dataFolder, "clickhouse"), DISK_MB) as SmallDisk;
  const server = startServerProcess({ env: { HELIOGRAPH_DATA: dataFolder, ...loadEnvironment } });
  let load: Load | undefined;
  try {
    const { http, mqtt } = await server.ready;
    const mqttPort = Number(new URL(mqtt).port);
    const senders = (await createGateways({ HELIOGRAPH_DATA: dataFolder }, 4)).map(createSender);
    for (const { gateway } of senders) await sendBirth(gateway, mqttPort);
    load = startLoad({ http, mqttPort, senders });
    const rounds: Awaited<ReturnType<typeof runRound>>[] = [];
    for (let round = 1; round <= options.rounds; round++) {
      rounds.push(await runRound(load, disk, options.checksWhileFull));
    }
    await load.stop();
    server.kill("SIGTERM");
    const end = await server.ended;
    const maxOf = (name: "notReadyAfterMs" | "readyAfterMs" | "acknowledgedAfterMs") =>
      Math.round(Math.max(...rounds.map((round) => round[name])));
    const { acknowledged, checks } = load;
    return {
      rounds: rounds.length,
      httpCalls: load.httpCalls(),
      end,
      reasons: [...new Set(rounds.flatMap(({ reasons }) => reasons))],
      falseReadyCount: rounds.reduce((sum, { falseReadyCount }) => sum + falseReadyCount, 0),
      notReadyAfterMs: maxOf("notReadyAfterMs"),
      readyAfterMs: maxOf("readyAfterMs"),
      acknowledgedAfterMs: maxOf("acknowledgedAfterMs"),
      slowestResponseMs: Math.round(
        Math.max(...checks.map(({ askedAt, respondedAt }) => respondedAt - askedAt)),
      ),
      ...(await compareStored(dataFolder, acknowledged, senders)),
    };
  } finally {
    disk.free();
    // A load whose server ended has failed already.
    await load?.stop().catch(() => undefined);
    server.kill("SIGTERM");
    await server.ended;
    disk.unmount();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
