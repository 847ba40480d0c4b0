import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { embeddedUser } from "../src/infra/postgres/embedded-postgres.ts";
import { startMachinePostgres } from "./machine-postgres.ts";
import { signalTree } from "./process-tree.ts";
import type { LoadOutcome } from "./report-load.ts";
import { createSender, sendBirth } from "./report-load.ts";
import type { Load } from "./server-load.ts";
import { compareStored, createGateways, loadEnvironment, startLoad, until } from "./server-load.ts";
import type { ServerProcess } from "./server-process.ts";
import { startServerProcess } from "./server-process.ts";

export type Outage = "fast stop" | "immediate stop" | "kill" | "freeze";
export type EnginePlace = "embedded" | "by address";

export interface OutageOutcome extends LoadOutcome {
  rounds: number;
  httpCalls: number;
  /** How the server process ended: in order, when it was asked to. */
  end: { code: number | null; signal: NodeJS.Signals | null };
  /** Time it took to end, ms. */
  stopMs: number;
  /** Number of "ready" responses to checks sent at least a second after the engine stopped and completed before it was back. */
  falseReadyCount: number;
  /** The longest times of all rounds, ms: until the engine accepted connections again… */
  engineBackAfterMs: number;
  /** …and then until the server was ready, served a call, and acknowledged a report. */
  readyAfterMs: number;
  servedAfterMs: number;
  acknowledgedAfterMs: number;
  /** The slowest readiness check, ms. */
  slowestResponseMs: number;
}

const SIGNALS = { "fast stop": "SIGINT", "immediate stop": "SIGQUIT", kill: "SIGKILL" } as const;
const ACKNOWLEDGED_BEFORE = 50;
const TRUTH_WITHIN_MS = 1_000;
const PROBE_EVERY_MS = 20;

/** A PostgreSQL that can be stopped while a server uses it. */
interface Engine {
  environment: Record<string, string>;
  pid(): number;
  address(): pg.ClientConfig;
  /** Ends it; resolves when it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again, where the server does not do so itself. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

function createEmbeddedEngine(dataFolder: string): Engine {
  const readLine = (line: number) =>
    readFileSync(join(dataFolder, "postgres", "postmaster.pid"), "utf8").split("\n")[line] ?? "";
  const pid = () => Number(readLine(0));
  // Its socket path stays the same while there is no process.
  let host: string | undefined;
  return {
    environment: {},
    pid,
    address() {
      host ??= readLine(4);
      return { host, user: embeddedUser, database: "postgres" };
    },
    async end(signal) {
      process.kill(pid(), signal);
    },
    restart: async () => undefined,
    stop: async () => undefined,
  };
}

async function createEngineByAddress(): Promise<Engine> {
  const server = await startMachinePostgres();
  return {
    environment: { DATABASE_URL: server.url },
    pid: () => server.pid,
    address: () => ({ connectionString: server.url }),
    end: (signal) => server.kill(signal),
    async restart() {
      // As long as a service manager may take.
      await wait(500 + Math.random() * 2_000);
      await server.start();
    },
    stop: () => server.stop(),
  };
}

async function takesConnections(address: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => undefined);
  }
}

/** Interrupts the engine; resolves with when it stopped, until when it was certainly stopped, and when it accepted connections. */
async function interrupt(engine: Engine, outage: Outage, freezeMs: number) {
  const pid = engine.pid();
  if (outage === "freeze") {
    signalTree(pid, "SIGSTOP");
    const goneAt = performance.now();
    await wait(freezeMs);
    signalTree(pid, "SIGCONT");
    const backAt = performance.now();
    return { goneAt, goneUntil: backAt, backAt };
  }
  const address = engine.address();
  await engine.end(SIGNALS[outage]);
  const goneAt = performance.now();
  await engine.restart();
  // A child of a killed process may still respond; the new process has another number.
  const isBack = async () => isNewProcess(engine, pid) && (await takesConnections(address));
  let goneUntil = goneAt;
  while (true) {
    const probedAt = performance.now();
    if (await isBack()) return { goneAt, goneUntil, backAt: performance.now() };
    // The engine may have returned while this probe failed.
    goneUntil = probedAt;
    await wait(PROBE_EVERY_MS);
  }
}

function isNewProcess(engine: Engine, before: number): boolean {
  try {
    return engine.pid() !== before;
  } catch {
    // No process file while it restarts.
    return false;
  }
}

async function runRound(load: Load, engine: Engine, outage: Outage, freezeMs: number) {
  const { checks, acknowledged } = load;
  const before = acknowledged.size;
  const isUnderLoad = () =>
    acknowledged.size >= before + ACKNOWLEDGED_BEFORE && checks.at(-1)?.isReady === true;
  await until("a ready server that acknowledges reports", isUnderLoad);
  const { goneAt, goneUntil, backAt } = await interrupt(engine, outage, freezeMs);
  const findReady = () => checks.find(({ askedAt, isReady }) => askedAt > backAt && isReady);
  await until("readiness", () => findReady() !== undefined);
  const readyAt = findReady()?.respondedAt ?? 0;
  await until("an acknowledged report", () => load.lastAcknowledgedAt() > backAt);
  const acknowledgedAt = performance.now();
  await until("a served call", () => load.lastServedAt() > backAt);
  const servedAt = performance.now();
  const meanwhile = checks.filter(
    ({ askedAt, respondedAt }) => askedAt > goneAt + TRUTH_WITHIN_MS && respondedAt < goneUntil,
  );
  return {
    falseReadyCount: meanwhile.filter(({ isReady }) => isReady).length,
    engineBackAfterMs: backAt - goneAt,
    readyAfterMs: readyAt - backAt,
    servedAfterMs: servedAt - backAt,
    acknowledgedAfterMs: acknowledgedAt - backAt,
  };
}

type Round = Awaited<ReturnType<typeof runRound>>;

function summarize(rounds: readonly Round[], load: Load) {
  const maxOf = (name: keyof Round) => Math.round(Math.max(...rounds.map((round) => round[name])));
  const durationsMs = load.checks.map(({ askedAt, respondedAt }) => respondedAt - askedAt);
  return {
    rounds: rounds.length,
    httpCalls: load.httpCalls(),
    falseReadyCount: rounds.reduce((sum, { falseReadyCount }) => sum + falseReadyCount, 0),
    engineBackAfterMs: maxOf("engineBackAfterMs"),
    readyAfterMs: maxOf("readyAfterMs"),
    servedAfterMs: maxOf("servedAfterMs"),
    acknowledgedAfterMs: maxOf("acknowledgedAfterMs"),
    slowestResponseMs: Math.round(Math.max(...durationsMs)),
  };
}

/**
 * Repeatedly interrupts PostgreSQL under a server with load; compares the stored reports with the acknowledged ones, and
 * the reported readiness with the state of the engine.
 */
export async function checkOutages(options: {
  place: EnginePlace;
  outages: readonly Outage[];
  /** Number of rounds of each outage. */
  times: number;
  /** A freeze lasts this long, up to twice as long. */
  minFreezeMs: number;
}): Promise<OutageOutcome> {
  const { place, outages, times, minFreezeMs } = options;
  const dataFolder = mkdtempSync(join(tmpdir(), "heliograph-outage-"));
  const engine = place === "embedded" ? createEmbeddedEngine(dataFolder) : await createEngineByAddress();
  const environment = { HELIOGRAPH_DATA: dataFolder, ...engine.environment };
  let server: ServerProcess | undefined;
  let load: Load | undefined;
  try {
    server = startServerProcess({ env: { ...environment, ...loadEnvironment } });
    const { http, mqtt } = await server.ready;
    const mqttPort = Number(new URL(mqtt).port);
    const senders = (await createGateways(environment, 4)).map(createSender);
    for (const { gateway } of senders) await sendBirth(gateway, mqttPort);
    load = startLoad({ http, mqttPort, senders });
    const rounds: Round[] = [];
    const all = Array.from({ length: times }, () => outages).flat();
    for (const outage of all) {
      const freezeMs = minFreezeMs * (1 + Math.random());
      const round = runRound(load, engine, outage, freezeMs);
      // A load that cannot reach the server ends first.
      await Promise.race([round, load.failed]);
      rounds.push(await round);
    }
    await load.stop();
    const stoppedAt = performance.now();
    server.kill("SIGTERM");
    const end = await server.ended;
    const stopMs = Math.round(performance.now() - stoppedAt);
    return {
      ...summarize(rounds, load),
      end,
      stopMs,
      ...(await compareStored(dataFolder, load.acknowledged, senders)),
    };
  } finally {
    await load?.stop().catch(() => undefined);
    server?.kill("SIGTERM");
    await server?.ended;
    await engine.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
