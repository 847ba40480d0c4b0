import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { openClickHouse } from "../apps/server/src/infra/clickhouse/open-clickhouse.ts";
import { createLogger } from "../apps/server/src/infra/logger.ts";
import { openPostgresByUrl } from "../apps/server/src/infra/postgres/open-postgres.ts";
import type { Cluster } from "../apps/server/test/cluster.ts";
import { openEventStream } from "../apps/server/test/event-stream.ts";
import { createSession } from "../apps/server/test/fixtures.ts";
import type { TestGateway } from "../apps/server/test/link.ts";
import { createBirth, createGateway } from "../apps/server/test/link.ts";
import type { StoredReport } from "../apps/server/test/report-load.ts";
import { compareReports, sendBirth, storedReportsSql } from "../apps/server/test/report-load.ts";
import { startTcpBalancer } from "../apps/server/test/tcp-balancer.ts";
import { watchReadiness } from "./cluster-balancer.ts";
import { countedSql } from "./crash-paced.ts";
import { startPacedLoad } from "./crash-paced-load.ts";

// Gateways that report at an even pace, and browsers, in front of an installation of several processes.

export interface ClusterLoadOptions {
  readonly gateways: number;
  readonly modules: number;
  readonly intervalMs: number;
  readonly browsers: number;
}

const REQUEST_EVERY_MS = 250;
const RECONNECT_MS = 250;
const POLL_MS = 100;
const logger = createLogger({ logLevel: "silent" });
const portOf = (address: string) => Number(new URL(address).port);

/** A request or a stream of a browser that failed. */
export interface Failure {
  readonly atMs: number;
  readonly what: string;
}

type Db = Awaited<ReturnType<typeof openPostgresByUrl>>["db"];

const readPaths = ["/user/settings/getUserInfo", "/job/list?page=1&pageSize=10", "/index/warningCount"];

/** Browsers that read pages again and again, each with an open event stream. */
function startBrowsers(options: {
  sessions: readonly { authorization: string; plantId: string }[];
  pick(): Promise<string>;
  signal: AbortSignal;
}) {
  const { sessions, pick, signal } = options;
  const failures: Failure[] = [];
  const servedAt: number[] = [];
  /** From the end of each stream to the first event of the next one, ms. */
  const gapsMs: number[] = [];
  const note = (what: string) => failures.push({ atMs: performance.now(), what });

  async function request(authorization: string, path: string): Promise<void> {
    const address = await pick();
    const headers = { authorization, "accept-language": "en", "time-zone": "UTC" };
    try {
      const response = await fetch(`${address}/api${path}`, { headers });
      await response.arrayBuffer();
      if (response.ok) servedAt.push(performance.now());
      else note(`${path}: ${response.status}`);
    } catch (error) {
      note(`${path}: ${(error as Error).cause ?? error}`);
    }
  }

  async function read({ authorization }: { authorization: string }): Promise<void> {
    for (let index = 0; !signal.aborted; index++) {
      await request(authorization, readPaths[index % readPaths.length] as string);
      await wait(REQUEST_EVERY_MS);
    }
  }

  async function listen(session: { authorization: string; plantId: string }): Promise<void> {
    let endedAt: number | undefined;
    while (!signal.aborted) {
      try {
        const stream = await openEventStream(await pick(), { session, topics: `plant:${session.plantId}` });
        signal.addEventListener("abort", () => stream.abort());
        while ((await stream.next()) !== undefined) {
          if (endedAt !== undefined) gapsMs.push(performance.now() - endedAt);
          endedAt = undefined;
        }
      } catch {
        // Its end, or no server there: as in the browser, the next attempt follows.
      }
      endedAt ??= performance.now();
      await wait(RECONNECT_MS);
    }
  }

  const running = Promise.all(sessions.flatMap((session) => [read(session), listen(session)]));
  return { failures, servedAt, gapsMs, running };
}

async function createStage(db: Db, { gateways: count, browsers }: ClusterLoadOptions) {
  const gateways = await Promise.all(Array.from({ length: count }, () => createGateway(db)));
  const sessions = await Promise.all(
    Array.from({ length: browsers }, async (_, index) => {
      const plant = gateways[index % count]?.plant;
      const { authorization } = await createSession(db, { accountId: plant?.ownerId });
      return { authorization, plantId: plant?.id ?? "" };
    }),
  );
  return { gateways, sessions };
}

/** Compares what is stored and counted with what was acknowledged, after the roll-ups have finished. */
export async function readClusterOutcome(options: {
  cluster: Cluster;
  db: Db;
  gateways: readonly TestGateway[];
  acknowledged: ReadonlySet<string>;
  senders: Parameters<typeof compareReports>[2];
  modules: number;
}) {
  const { cluster, db, gateways, acknowledged, senders, modules } = options;
  const countMarks = async () => (await sql`select from rollup_marks limit 1`.execute(db)).rows.length;
  while ((await countMarks()) > 0) await wait(POLL_MS);
  const config = { dataFolder: "", clickhouseUrl: cluster.clickhouseUrl };
  const clickhouse = await openClickHouse({ config, logger });
  try {
    const keys = gateways.map(({ key }) => key);
    const plants = gateways.map(({ plant }) => plant?.key ?? 0);
    const stored = await clickhouse.query<StoredReport>(storedReportsSql, { keys });
    const [counts] = await clickhouse.query<Record<string, string>>(countedSql, { keys, plants });
    return {
      ...compareReports(acknowledged, stored, senders, modules),
      countedTwice: Number(counts?.countedTwice),
      uncounted: Number(counts?.uncounted),
    };
  } finally {
    await clickhouse.close();
  }
}

/** Starts gateways and browsers; `stop` ends them and compares. */
export async function startClusterLoad(cluster: Cluster, options: ClusterLoadOptions) {
  const { modules, intervalMs } = options;
  const postgres = await openPostgresByUrl(cluster.databaseUrl, logger);
  const { gateways, sessions } = await createStage(postgres.db, options);
  const balancer = await startTcpBalancer(() => cluster.link.map(({ address }) => portOf(address)));
  const readiness = watchReadiness(() => cluster.api.map(({ address }) => address));
  for (const { sn, ...rest } of gateways)
    await sendBirth({ sn, ...rest }, balancer.port, createBirth(sn, modules));
  const acknowledged = new Set<string>();
  const acknowledgedAt = new Map<string, number>();
  const paced = startPacedLoad({ gateways, modules, intervalMs });
  const stopping = new AbortController();

  async function serve(): Promise<void> {
    const log = (line: string) => {
      acknowledged.add(line);
      acknowledgedAt.set(line.split(" ", 1)[0] as string, performance.now());
    };
    await paced.serve(balancer.port, log, { reconnectMs: RECONNECT_MS, signal: stopping.signal });
  }

  const serving = serve();
  const browsers = startBrowsers({ sessions, pick: readiness.pick, signal: stopping.signal });
  return {
    ...browsers,
    /** Resolves when every gateway has a report acknowledged that was sent since; returns after how long, ms. */
    async waitForGateways(): Promise<number> {
      const since = performance.now();
      const isBack = ({ key }: TestGateway) => (acknowledgedAt.get(String(key)) ?? 0) > since;
      while (!gateways.every(isBack)) await wait(POLL_MS);
      return performance.now() - since;
    },
    async stop() {
      await paced.finish();
      stopping.abort();
      await Promise.all([serving, browsers.running, readiness.stop(), balancer.stop()]);
      const { db } = postgres;
      const { senders } = paced;
      return await readClusterOutcome({ cluster, db, gateways, acknowledged, senders, modules }).finally(
        postgres.close,
      );
    },
  };
}
