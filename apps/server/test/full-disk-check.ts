import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openClickHouse } from "../src/infra/clickhouse/open-clickhouse.ts";
import { loadConfig } from "../src/infra/config.ts";
import { createLogger } from "../src/infra/logger.ts";
import { openDatabase } from "../src/main/open-database.ts";
import type { SmallDisk } from "./full-disk.ts";
import { mountSmallDisk } from "./full-disk.ts";
import type { TestGateway } from "./link.ts";
import { createGateway } from "./link.ts";
import type { LoadOutcome, Sender, StoredReport } from "./report-load.ts";
import { compareReports, createSender, sendBirth, sendReports, storedReportsSql } from "./report-load.ts";
import { startServerProcess } from "./server-process.ts";

export interface FullDiskOutcome extends LoadOutcome {
  rounds: number;
  /** Calls answered meanwhile by the part that needs no free disk here, PostgreSQL. */
  httpCalls: number;
  /** How the server process ended: in order, when it was asked to. */
  end: { code: number | null; signal: NodeJS.Signals | null };
  /** Reasons the intake gave while the disk was full. */
  reasons: string[];
  /** Answers "ready" to questions asked a second or more after the disk was full, before it was freed. */
  untrueAnswers: number;
  /** The longest times of all rounds, ms: until readiness said no, until it said yes again, until a report was acknowledged. */
  notReadyAfterMs: number;
  readyAfterMs: number;
  acknowledgedAfterMs: number;
  /** The slowest answer of readiness, ms. */
  slowestAnswerMs: number;
}

const DISK_MB = 512;
const LOOK_EVERY_MS = 50;
const SEEN_WITHIN_MS = 45_000;
const ACKNOWLEDGED_BEFORE = 50;

interface Look {
  askedAt: number;
  answeredAt: number;
  isReady: boolean;
  reason?: string;
}

async function look(http: string): Promise<Look> {
  const askedAt = performance.now();
  const response = await fetch(`${http}/api/health/ready`);
  const { data } = (await response.json()) as { data: { parts: { intake: { reason?: string } } } };
  const { reason } = data.parts.intake;
  return { askedAt, answeredAt: performance.now(), isReady: response.status === 200, reason };
}

/** Runs work again and again until stopped; resolves with the last round. */
function repeat(work: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  const loop = async () => {
    while (!signal.aborted) await work();
  };
  return loop();
}

async function createGateways(dataFolder: string, count: number): Promise<TestGateway[]> {
  const config = loadConfig({ HELIOGRAPH_DATA: dataFolder });
  const { db, close } = await openDatabase(config, createLogger({ logLevel: "silent" }));
  try {
    return await Promise.all(Array.from({ length: count }, () => createGateway(db)));
  } finally {
    await close();
  }
}

async function readStored(dataFolder: string, senders: readonly Sender[]): Promise<StoredReport[]> {
  const logger = createLogger({ logLevel: "silent" });
  const clickhouse = await openClickHouse({ config: { dataFolder }, logger });
  try {
    const keys = senders.map(({ gateway }) => gateway.key);
    return await clickhouse.query<StoredReport>(storedReportsSql, { keys });
  } finally {
    await clickhouse.close();
  }
}

/** Load of gateways and browsers on a server, and everything seen of it. */
function startLoad(options: { http: string; mqttPort: number; senders: readonly Sender[] }) {
  const { http, mqttPort, senders } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const acknowledged = new Set<string>();
  const looks: Look[] = [];
  let acknowledgedAt = 0;
  let httpCalls = 0;
  const log = (line: string) => {
    acknowledged.add(line);
    acknowledgedAt = performance.now();
  };
  const headers = { "accept-language": "en", "time-zone": "UTC" };
  const call = async (path: string, method: string) => {
    await (await fetch(`${http}/api${path}`, { method, headers })).arrayBuffer();
    httpCalls++;
    await wait(5);
  };
  const running = [
    ...senders.map((sender) => repeat(() => sendReports(sender, mqttPort, { log, signal }), signal)),
    ...Array.from({ length: 3 }, () => repeat(() => call("/token/anonymous", "POST"), signal)),
    ...Array.from({ length: 3 }, () =>
      repeat(() => call("/registry/sendCode?contact=nobody@example.org", "GET"), signal),
    ),
    repeat(async () => {
      looks.push(await look(http));
      await wait(LOOK_EVERY_MS);
    }, signal),
  ];
  return {
    acknowledged,
    looks,
    lastAcknowledgedAt: () => acknowledgedAt,
    httpCalls: () => httpCalls,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

type Load = ReturnType<typeof startLoad>;

/** Ends what hangs, so that the server and its disk are cleaned up. */
async function until(what: string, isReached: () => boolean): Promise<void> {
  const deadline = performance.now() + SEEN_WITHIN_MS;
  while (!isReached()) {
    if (performance.now() > deadline) throw new Error(`not seen: ${what}`);
    await wait(5);
  }
}

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
async function runRound(load: Load, disk: SmallDisk, looksWhileFull: number) {
  const { looks, acknowledged, lastAcknowledgedAt } = load;
  const lastLook = () => looks.at(-1);
  const before = acknowledged.size;
  const isUnderLoad = () => acknowledged.size >= before + ACKNOWLEDGED_BEFORE && lastLook()?.isReady === true;
  await until("a ready server that acknowledges reports", isUnderLoad);

  let fullAt = 0;
  const findNotReady = () => looks.find(({ answeredAt, isReady }) => answeredAt > fullAt && !isReady);
  await whileFull(disk, async () => {
    fullAt = performance.now();
    await until("a server that is not ready", () => findNotReady() !== undefined);
    const seenBefore = looks.length;
    await until("answers of readiness", () => looks.length >= seenBefore + looksWhileFull);
  });
  const freedAt = performance.now();
  await until("an acknowledgement", () => lastAcknowledgedAt() > freedAt);
  const acknowledgedAgainAt = performance.now();
  const findReady = () => looks.find(({ askedAt, isReady }) => askedAt > freedAt && isReady);
  await until("a server that is ready again", () => findReady() !== undefined);

  const answersWhileFull = looks.filter(
    ({ askedAt, answeredAt }) => askedAt > fullAt && answeredAt < freedAt,
  );
  return {
    reasons: answersWhileFull.flatMap(({ reason }) => reason ?? []),
    untrueAnswers: answersWhileFull.filter(({ askedAt, isReady }) => isReady && askedAt > fullAt + 1_000)
      .length,
    notReadyAfterMs: (findNotReady() as Look).answeredAt - fullAt,
    readyAfterMs: (findReady() as Look).answeredAt - freedAt,
    acknowledgedAfterMs: acknowledgedAgainAt - freedAt,
  };
}

/**
 * Fills the disk of ClickHouse's folder under load and frees it, again and again, on one server; compares what it stored
 * with what it acknowledged, and what it said of itself with what was so. Needs the right to mount.
 */
export async function checkFullDisk(options: {
  rounds: number;
  /** How often readiness is asked before the disk is freed. */
  looksWhileFull: number;
}): Promise<FullDiskOutcome> {
  const dataFolder = mkdtempSync(join(tmpdir(), "heliograph-full-"));
  const disk = mountSmallDisk(join(dataFolder, "clickhouse"), DISK_MB) as SmallDisk;
  const server = startServerProcess({ env: { HELIOGRAPH_DATA: dataFolder, PORT: "0", MQTT_PORT: "0" } });
  let load: Load | undefined;
  try {
    const { http, mqtt } = await server.ready;
    const mqttPort = Number(new URL(mqtt).port);
    const senders = (await createGateways(dataFolder, 4)).map(createSender);
    for (const { gateway } of senders) await sendBirth(gateway, mqttPort);
    load = startLoad({ http, mqttPort, senders });
    const rounds: Awaited<ReturnType<typeof runRound>>[] = [];
    for (let round = 1; round <= options.rounds; round++) {
      rounds.push(await runRound(load, disk, options.looksWhileFull));
    }
    await load.stop();
    server.kill("SIGTERM");
    const end = await server.ended;
    const longest = (name: "notReadyAfterMs" | "readyAfterMs" | "acknowledgedAfterMs") =>
      Math.round(Math.max(...rounds.map((round) => round[name])));
    const { acknowledged, looks } = load;
    return {
      rounds: rounds.length,
      httpCalls: load.httpCalls(),
      end,
      reasons: [...new Set(rounds.flatMap(({ reasons }) => reasons))],
      untrueAnswers: rounds.reduce((sum, { untrueAnswers }) => sum + untrueAnswers, 0),
      notReadyAfterMs: longest("notReadyAfterMs"),
      readyAfterMs: longest("readyAfterMs"),
      acknowledgedAfterMs: longest("acknowledgedAfterMs"),
      slowestAnswerMs: Math.round(Math.max(...looks.map(({ askedAt, answeredAt }) => answeredAt - askedAt))),
      ...compareReports(acknowledged, await readStored(dataFolder, senders), senders),
    };
  } finally {
    disk.free();
    await load?.stop();
    server.kill("SIGTERM");
    await server.ended;
    disk.unmount();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
