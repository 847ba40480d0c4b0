import { setTimeout as wait } from "node:timers/promises";
import { createSession } from "../apps/server/test/fixtures.ts";
import { openServerDatabase } from "../apps/server/test/server-database.ts";
import { createGateways } from "../apps/server/test/server-load.ts";
import { openGateways } from "./gateways.ts";
import { createReport } from "./module-reports.ts";
import { readCount } from "./options.ts";
import { listDueReports } from "./pace.ts";
import type { PacedOutcome, SendReport } from "./paced-run.ts";
import { createSender, sendPaced } from "./paced-run.ts";
import { QUIET_SECONDS, readAtQuiet } from "./quiet.ts";
import { percentile, report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";
import type { BenchServer } from "./server.ts";
import { startBenchServer } from "./server.ts";
import type { CpuTime } from "./tree-cpu.ts";
import { startCpuClock } from "./tree-cpu.ts";
import type { Watchers } from "./watchers.ts";
import { newestSampleAt, openWatchers } from "./watchers.ts";

// How long a report's values take from the gateway to the browsers that watch its plant, while other gateways report too,
// and what the watchers cost. `--gateways=20 --seconds=20 --watchers=10` for a short run.

const GATEWAYS = readCount("gateways", 200);
const SECONDS = readCount("seconds", 120);
const WATCHERS = readCount("watchers", 100);
const SHAPE = { modules: readCount("modules", 100), intervalS: readCount("interval", 10) };
/** After the last acknowledgement; values are published at most once a second. */
const LAST_VALUES_MS = 3_000;

/** When reports of the watched plant, the first gateway's, were sent; by the time of their newest sample. */
type SentReports = Map<number, number>;

interface Load extends PacedOutcome {
  readonly cpu: CpuTime;
  readonly sent: SentReports;
}

/** Sends paced reports; their numbers begin after `firstTurn`. */
async function runLoad(
  server: BenchServer,
  { send, firstTurn }: { send: SendReport; firstTurn: number },
): Promise<Load> {
  const sent: SentReports = new Map();
  const due = listDueReports({ gateways: GATEWAYS, intervalS: SHAPE.intervalS, seconds: SECONDS });
  const readClock = startCpuClock(server.pid);
  const outcome = await sendPaced(due, ({ gateway, turn, atMs }) => {
    const place = { gateway, turn: firstTurn + turn, atMs };
    if (gateway === 0) {
      const ages = createReport(place, SHAPE).d[1] as number[];
      sent.set(atMs + Math.max(...ages) * 1000, performance.now());
    }
    return send(place);
  });
  return { ...outcome, cpu: readClock(), sent };
}

/** Time from sending a report to the values of it in each watcher's stream, ms. */
function listWaits({ received }: Watchers, sent: SentReports): number[] {
  return received.flat().flatMap(({ atMs, data }) => {
    const newestAtMs = newestSampleAt(data);
    const sentAtMs = newestAtMs === undefined ? undefined : sent.get(newestAtMs);
    return sentAtMs === undefined ? [] : [atMs - sentAtMs];
  });
}

async function createWatcherSessions(dataFolder: string, accountId: string): Promise<string[]> {
  const database = await openServerDatabase({ HELIOGRAPH_DATA: dataFolder });
  try {
    const authorizations: string[] = [];
    for (let index = 0; index < WATCHERS; index++)
      authorizations.push((await createSession(database.db, { accountId })).authorization);
    return authorizations;
  } finally {
    await database.close();
  }
}

async function reportLive(without: Load, watched: Load, waitsMs: readonly number[]): Promise<void> {
  const expected = watched.sent.size * WATCHERS;
  const cores = ({ cpu }: Load) => cpu.cpuSeconds / cpu.seconds;
  const load = `${GATEWAYS} gateways × ${SHAPE.modules} modules, a report every ${SHAPE.intervalS} s each, ${SECONDS} s`;
  await report({
    name: "live",
    rows: [
      {
        what: "from a report to its values in the streams, p50",
        value: percentile(waitsMs, 0.5),
        unit: "ms",
        remark: `${watched.sent.size} reports of one plant, ${WATCHERS} watchers`,
      },
      {
        what: "from a report to its values in the streams, p99",
        value: percentile(waitsMs, 0.99),
        unit: "ms",
        goal: "≤ 1,000",
        remark: load,
      },
      {
        what: "reports that reached a stream",
        value: (100 * waitsMs.length) / expected,
        unit: "%",
        goal: "100",
        remark: `${waitsMs.length} of ${expected}`,
      },
      {
        what: "server CPU without watchers",
        value: cores(without),
        unit: "cores",
        remark: "whole process tree",
      },
      { what: "server CPU with watchers", value: cores(watched), unit: "cores" },
      {
        what: "sent later than due, p99",
        value: percentile(watched.latenessMs, 0.99),
        unit: "ms",
        remark: "by the load generator; not part of the time to the streams",
      },
    ],
  });
}

async function measure(server: BenchServer, dataFolder: string): Promise<void> {
  const registered = await createGateways({ HELIOGRAPH_DATA: dataFolder }, GATEWAYS);
  const plant = registered[0]?.plant;
  if (!plant) throw new Error("a gateway has no plant");
  const gateways = await openGateways({ port: Number(new URL(server.mqtt).port) }, registered, SHAPE.modules);
  const send = createSender(gateways, registered, SHAPE);
  const authorizations = await createWatcherSessions(dataFolder, plant.ownerId);
  await readAtQuiet(startCpuClock(server.pid), QUIET_SECONDS);
  const without = await runLoad(server, { send, firstTurn: 0 });
  await readAtQuiet(startCpuClock(server.pid), QUIET_SECONDS);
  const watchers = await openWatchers({ http: server.http, authorizations, plantId: plant.id });
  const firstTurn = Math.ceil(SECONDS / SHAPE.intervalS);
  const loaded = runLoad(server, { send, firstTurn });
  const watched = await Promise.race([loaded, watchers.failed]);
  await wait(LAST_VALUES_MS);
  const waitsMs = listWaits(watchers, watched.sent);
  watchers.end();
  gateways.checkConnected();
  gateways.end();
  await reportLive(without, watched, waitsMs);
}

await withFolder("live", (dataFolder) =>
  withResource(
    { start: () => startBenchServer(dataFolder), stop: (server: BenchServer) => server.stop() },
    (server) => measure(server, dataFolder),
  ),
);
