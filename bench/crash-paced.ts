import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openClickHouse } from "../apps/server/src/infra/clickhouse/open-clickhouse.ts";
import { createLogger } from "../apps/server/src/infra/logger.ts";
import type { TestGateway } from "../apps/server/test/link.ts";
import { createBirth } from "../apps/server/test/link.ts";
import type { LoadOutcome, StoredReport } from "../apps/server/test/report-load.ts";
import { compareReports, sendBirth, storedReportsSql } from "../apps/server/test/report-load.ts";
import { openServerDatabase } from "../apps/server/test/server-database.ts";
import { createGateways } from "../apps/server/test/server-load.ts";
import type { ServerProcess } from "../apps/server/test/server-process.ts";
import { startServerProcess } from "../apps/server/test/server-process.ts";
import { startPacedLoad } from "./crash-paced-load.ts";
import { killLeftovers } from "./processes.ts";
import { withFolder, withResource } from "./resources.ts";

// kill -9 of the whole server at random under paced reports, again and again; then what it stored and counted is compared
// with what it acknowledged.

export interface PacedCrashOptions {
  readonly kills: number;
  readonly gateways: number;
  readonly modules: number;
  readonly intervalS: number;
  /** Longest time from the first acknowledgement after a start to the kill, ms. */
  readonly loadMs: number;
  /** Runs a server that acknowledges reports before they are stored. */
  readonly acknowledgesFirst?: boolean;
  onKill?(kill: number): void;
}

export interface PacedCrashOutcome extends LoadOutcome {
  readonly kills: number;
  /** Samples counted in roll-up windows beyond those stored, of all windows where there are more. */
  readonly countedTwice: number;
  /** Samples stored and not counted. */
  readonly uncounted: number;
  /** Energy of the roll-ups, Wh. */
  readonly energyWh: number;
  /** Of it, what is beyond the growth of the counters, Wh. */
  readonly surplusWh: number;
  /** From each start to its readiness, ms. */
  readonly startsMs: readonly number[];
}

const POLL_MS = 250;
// Only ends a wait for roll-ups that never finish.
const TIMEOUT_MS = 5 * 60_000;
const logger = createLogger({ logLevel: "silent" });

/** A server that is killed and started again on one data folder. */
function createServerControl(folder: string, acknowledgesFirst: boolean) {
  const dataFolder = join(folder, "data");
  const fault = join(import.meta.dirname, "acknowledge-first.ts");
  const env: Record<string, string> = {
    HELIOGRAPH_DATA: dataFolder,
    PORT: "0",
    MQTT_PORT: "0",
    ...(acknowledgesFirst && { NODE_OPTIONS: `--import=${fault}` }),
  };
  const startsMs: number[] = [];
  let alive: ServerProcess | undefined;
  let port = 0;
  return {
    dataFolder,
    env,
    startsMs,
    port: () => port,
    async start(): Promise<void> {
      const startedAt = performance.now();
      alive = startServerProcess({ env });
      const { mqtt } = await alive.ready;
      startsMs.push(performance.now() - startedAt);
      port = Number(new URL(mqtt).port);
    },
    async kill(): Promise<void> {
      const server = alive;
      alive = undefined;
      server?.kill("SIGKILL");
      await server?.ended;
    },
    /** In order; what a killed server left is killed. */
    async stop(): Promise<void> {
      const server = alive;
      alive = undefined;
      server?.kill("SIGTERM");
      await server?.ended;
      killLeftovers(dataFolder);
    },
  };
}

type ServerControl = ReturnType<typeof createServerControl>;

async function waitForRollUps({ env }: ServerControl): Promise<void> {
  const database = await openServerDatabase(env);
  try {
    const endsAt = performance.now() + TIMEOUT_MS;
    for (;;) {
      const rows = await database.query<{ windows: number }>(
        "select count(*)::float8 as windows from rollup_marks",
      );
      const windows = rows[0]?.windows ?? 0;
      if (windows === 0) return;
      if (performance.now() > endsAt) throw new Error(`${windows} windows are still not rolled up`);
      await wait(POLL_MS);
    }
  } finally {
    await database.close();
  }
}

/** Samples and counters of each unit and window as stored, compared with its roll-up. */
export const countedSql = `
  select sum(greatest(counted - stored, 0)) as countedTwice, sum(greatest(stored - counted, 0)) as uncounted
  from (
    select device, window_at, sum(stored) as stored, sum(counted) as counted
    from (
      select device, toStartOfFifteenMinutes(at) as window_at, toInt64(count()) as stored, toInt64(0) as counted
      from samples final where gateway in {keys:Array(UInt32)} group by device, window_at
      union all
      select device, window_at, toInt64(0), toInt64(sum(sample_count))
      from unit_windows final where plant in {plants:Array(UInt32)} and origin = 'rollup' group by device, window_at
    ) group by device, window_at
  )`;

const energySql = `
  select
    (select sum(energy_wh) from unit_windows final where plant in {plants:Array(UInt32)} and origin = 'rollup') as energyWh,
    energyWh - (select sum(growth) from (
      select max(eh) - min(eh) as growth from samples final where gateway in {keys:Array(UInt32)} group by device
    )) as surplusWh`;

async function readStored(dataFolder: string, gateways: readonly TestGateway[]) {
  const clickhouse = await openClickHouse({ config: { dataFolder }, logger });
  try {
    const keys = gateways.map(({ key }) => key);
    const plants = gateways.map(({ plant }) => plant?.key ?? 0);
    const stored = await clickhouse.query<StoredReport>(storedReportsSql, { keys });
    const [counts] = await clickhouse.query<{ countedTwice: string; uncounted: string }>(countedSql, {
      keys,
      plants,
    });
    const [energy] = await clickhouse.query<{ energyWh: number; surplusWh: number }>(energySql, {
      keys,
      plants,
    });
    return {
      stored,
      countedTwice: Number(counts?.countedTwice),
      uncounted: Number(counts?.uncounted),
      energyWh: Number(energy?.energyWh),
      surplusWh: Number(energy?.surplusWh),
    };
  } finally {
    await clickhouse.close();
  }
}

/** Starts, loads and kills the server, then lets it finish its work and reads what it stored. */
async function run(server: ServerControl, options: PacedCrashOptions): Promise<PacedCrashOutcome> {
  const { kills, modules, intervalS, loadMs } = options;
  await server.start();
  const gateways = await createGateways(server.env, options.gateways);
  for (const gateway of gateways) await sendBirth(gateway, server.port(), createBirth(gateway.sn, modules));
  const acknowledged = new Set<string>();
  const load = startPacedLoad({ gateways, modules, intervalMs: intervalS * 1000 });
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const { promise: isUnderLoad, resolve: noteLoad } = Promise.withResolvers<void>();
      const running = load.serve(server.port(), (line) => {
        acknowledged.add(line);
        noteLoad();
      });
      // Connecting may take longer than the load on a busy machine, and a kill without load proves nothing.
      await Promise.race([isUnderLoad, running]);
      await wait(Math.random() * loadMs);
      await server.kill();
      await running;
      options.onKill?.(kill);
      await server.start();
    }
    const running = load.serve(server.port(), (line) => acknowledged.add(line));
    await load.finish();
    await running;
  } finally {
    load.stop();
  }
  await waitForRollUps(server);
  await server.stop();
  const { stored, ...counts } = await readStored(server.dataFolder, gateways);
  const outcome = compareReports(acknowledged, stored, load.senders, modules);
  return { kills, ...outcome, ...counts, startsMs: server.startsMs };
}

export function checkPacedCrashes(options: PacedCrashOptions): Promise<PacedCrashOutcome> {
  return withFolder("crash", (folder) =>
    withResource(
      {
        start: async () => createServerControl(folder, options.acknowledgesFirst ?? false),
        stop: (server) => server.stop(),
      },
      (server) => run(server, options),
    ),
  );
}
