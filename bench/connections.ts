import { setTimeout as wait } from "node:timers/promises";
import { listTree } from "../apps/server/test/process-tree.ts";
import { openServerDatabase } from "../apps/server/test/server-database.ts";
import { limitConnections, readMaxFiles } from "./connection-limits.ts";
import type { ConnectionFleet } from "./connections-fleet.ts";
import { createConnectionFleet } from "./connections-fleet.ts";
import type { HttpCaller } from "./http-calls.ts";
import { defineUserInfo } from "./http-calls.ts";
import type { OpenLoop } from "./http-load.ts";
import { openConnections, sendOpenLoop } from "./http-load.ts";
import { seed } from "./http-programs.ts";
import { checkCall, createNext } from "./http-requests.ts";
import { readCount } from "./options.ts";
import { memoryOf } from "./processes.ts";
import { QUIET_SECONDS, readAtQuiet } from "./quiet.ts";
import type { BenchRow } from "./report.ts";
import { percentile, report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";
import type { BenchServer } from "./server.ts";
import { startBenchServer } from "./server.ts";
import type { CpuTime } from "./tree-cpu.ts";
import { startCpuClock } from "./tree-cpu.ts";

// What idle gateways cost, and how they come back after all connections were cut at the same moment. `--gateways=19000` for
// more, as far as the machine's limit of open files allows.

const WANTED = readCount("gateways", 1_000);
const MAX_FILES = readMaxFiles();
const GATEWAYS = limitConnections(WANTED, MAX_FILES);
/** At least one keep-alive interval, in which every gateway sends one packet. */
const IDLE_SECONDS = readCount("idle", 60);
const OWNERS = Math.min(100, GATEWAYS);
const CALLS_PER_SECOND = 100;
const HTTP_CONNECTIONS = 50;
const BEFORE_SECONDS = 10;
// Longer than any reconnect storm.
const MAX_STORM_SECONDS = 900;

interface Calls extends OpenLoop {
  /** Calls with the response 503: storage unavailable. */
  readonly refused: number;
}

interface Storm extends CpuTime {
  /** Failed attempts to connect. */
  readonly failures: number;
  readonly calls: Calls;
}

const measureMemory = ({ pid }: BenchServer) => memoryOf(listTree(pid));
const waitForQuiet = ({ pid }: BenchServer) => readAtQuiet(startCpuClock(pid), QUIET_SECONDS);

async function measureIdle({ pid }: BenchServer): Promise<CpuTime> {
  const readClock = startCpuClock(pid);
  await wait(IDLE_SECONDS * 1000);
  return readClock();
}

/** Calls at an even rate by callers in turn. */
async function runCalls(
  server: BenchServer,
  callers: readonly HttpCaller[],
  options: { seconds: number; isDone?: () => boolean },
): Promise<Calls> {
  const { host } = new URL(server.http);
  let refused = 0;
  const connections = await openConnections(host, HTTP_CONNECTIONS, (status) => {
    // A busy server may refuse a call; that is part of the result.
    if (status === 503) refused++;
    return status === 200 || status === 503;
  });
  try {
    const next = createNext(host, defineUserInfo(), callers);
    const loop = await sendOpenLoop(connections, { ...options, next, callsPerSecond: CALLS_PER_SECOND });
    return { ...loop, refused };
  } finally {
    connections.end();
  }
}

async function measureStorm(
  server: BenchServer,
  fleet: ConnectionFleet,
  callers: readonly HttpCaller[],
): Promise<Storm> {
  let isOver = false;
  const readClock = startCpuClock(server.pid);
  const calling = runCalls(server, callers, { seconds: MAX_STORM_SECONDS, isDone: () => isOver });
  const online = fleet.reconnect().then((failures) => {
    isOver = true;
    return { failures, ...readClock() };
  });
  const [calls, storm] = await Promise.all([calling, online]);
  return { calls, ...storm };
}

const formatCalls = ({ durationsMs, refused }: Calls) =>
  `p50 ${percentile(durationsMs, 0.5).toFixed(1)} ms, ${durationsMs.length} calls at ${CALLS_PER_SECOND} /s, ${refused} refused`;

function describeLimit(): string {
  const limit = `limit of open files ${MAX_FILES.toLocaleString("en-US")}`;
  return GATEWAYS < WANTED
    ? `the machine's limit: ${WANTED.toLocaleString("en-US")} were wanted; ${limit}`
    : limit;
}

async function measure(server: BenchServer, fleet: ConnectionFleet, callers: readonly HttpCaller[]) {
  await checkCall(server.http, defineUserInfo(), callers);
  await waitForQuiet(server);
  const alone = await measureIdle(server);
  const memoryBefore = measureMemory(server);
  const readConnectClock = startCpuClock(server.pid);
  await fleet.connect();
  const connected = readConnectClock();
  await waitForQuiet(server);
  const idle = await measureIdle(server);
  const memoryAfter = measureMemory(server);
  const before = await runCalls(server, callers, { seconds: BEFORE_SECONDS });
  fleet.checkConnected();
  const storm = await measureStorm(server, fleet, callers);
  const cores = ({ cpuSeconds, seconds }: CpuTime) => cpuSeconds / seconds;
  const rows: BenchRow[] = [
    { what: "gateways connected", value: fleet.size, unit: "", remark: describeLimit() },
    {
      what: "until all are connected and online",
      value: connected.seconds,
      unit: "s",
      remark: "100 at a time: sign-in, subscriptions, state and birth of 20 modules",
    },
    {
      what: "CPU of a connect",
      value: (connected.cpuSeconds * 1000) / fleet.size,
      unit: "ms",
      remark: "whole process tree",
    },
    {
      what: "memory per connection",
      value: (memoryAfter - memoryBefore) / fleet.size / 1024,
      unit: "KiB",
      remark: `all processes: ${(memoryBefore / 2 ** 20).toFixed(0)} MiB before, ${(memoryAfter / 2 ** 20).toFixed(0)} MiB after`,
    },
    {
      what: "CPU with idle gateways",
      value: cores(idle) * 100,
      unit: "% of a core",
      remark: `${IDLE_SECONDS} s; without a gateway ${(cores(alone) * 100).toFixed(1)} %`,
    },
    {
      what: "CPU of an idle gateway",
      value: ((cores(idle) - cores(alone)) * 1e6) / fleet.size,
      unit: "µs/s",
      remark: "a keep-alive packet every 60 s",
    },
    {
      what: "all connections cut: until all are online again",
      value: storm.seconds,
      unit: "s",
      remark: `first attempts after 0.5 to 1 s; ${storm.failures} failed and were repeated`,
    },
    {
      what: "CPU of a reconnect",
      value: (storm.cpuSeconds * 1000) / fleet.size,
      unit: "ms",
      remark: "with the calls below",
    },
    {
      what: "getUserInfo before: p99",
      value: percentile(before.durationsMs, 0.99),
      unit: "ms",
      remark: formatCalls(before),
    },
    {
      what: "getUserInfo until all are online again: p99",
      value: percentile(storm.calls.durationsMs, 0.99),
      unit: "ms",
      remark: formatCalls(storm.calls),
    },
  ];
  await report({ name: GATEWAYS === 1_000 ? "connections" : `connections-${GATEWAYS}`, rows });
}

await withFolder("connections", async (dataFolder) => {
  const seeded = await seed({ dataFolder, plants: GATEWAYS, owners: OWNERS, operatorSessions: 1 });
  const resource = {
    start: () => startBenchServer(dataFolder),
    stop: (server: BenchServer) => server.stop(),
  };
  await withResource(resource, async (server) => {
    const database = await openServerDatabase({ HELIOGRAPH_DATA: dataFolder });
    const { port } = new URL(server.mqtt);
    const fleet = await createConnectionFleet(database, Number(port), GATEWAYS);
    try {
      await measure(server, fleet, seeded.owners);
    } finally {
      fleet.end();
      await database.close();
    }
  });
});
