import type { HttpCaller } from "./http-calls.ts";
import { defineOperatorCalls, defineOwnerCalls } from "./http-calls.ts";
import { seed, startBare } from "./http-programs.ts";
import { checkCall, createNext } from "./http-requests.ts";
import type { Target } from "./http-rounds.ts";
import {
  CALLS_PER_SECOND,
  CONNECTIONS,
  measureOpenLoop,
  measureRound,
  PARALLEL_CALLERS,
} from "./http-rounds.ts";
import type { MeasuredCall } from "./http-rows.ts";
import { toOpenLoopRow, toParallelRow, toRoundRows } from "./http-rows.ts";
import { readCount } from "./options.ts";
import { QUIET_SECONDS, readAtQuiet } from "./quiet.ts";
import type { BenchRow } from "./report.ts";
import { report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";
import type { BenchServer } from "./server.ts";
import { startBenchServer } from "./server.ts";
import { startCpuClock } from "./tree-cpu.ts";

// What signed-in calls cost the whole process tree of the server, beside a bare Fastify that sends the same bodies, and how
// long they take at an even rate. Each call is made with the session after that of the call before it.
// `--plants=100 --sessions=20 --rounds=1 --seconds=2` for a short run.

const PLANTS = readCount("plants", 10_000);
const SESSIONS = readCount("sessions", 1_000);
const ROUNDS = readCount("rounds", 5);
/** Of the open loop, and of the parallel callers. */
const SECONDS = readCount("seconds", 20);
const ROUND_SECONDS = Math.min(4, SECONDS);
const WARM_UP_SECONDS = 1;
if (PLANTS % SESSIONS !== 0) throw new Error("--plants must be a multiple of --sessions");

/** Measures all calls in each round, so that other load on the machine affects them equally. */
async function measureRounds(calls: readonly MeasuredCall[], ours: Target, bare: Target): Promise<void> {
  for (let round = 0; round <= ROUNDS; round++)
    for (const { next, ...rounds } of calls) {
      const isWarmUp = round === 0;
      const seconds = isWarmUp ? WARM_UP_SECONDS : ROUND_SECONDS;
      const options = { connections: CONNECTIONS, next, seconds };
      const own = await measureRound(ours, options);
      const peer = await measureRound(bare, options);
      if (isWarmUp) continue;
      rounds.ours.push(own);
      rounds.bare.push(peer);
    }
}

/** Each call by many owners: beside the bare Fastify, then at an even rate. */
async function measureOwners(server: BenchServer, owners: readonly HttpCaller[]): Promise<BenchRow[]> {
  const { host } = new URL(server.http);
  const target: Target = { host, pid: server.pid };
  const bodies: Record<string, string> = {};
  const calls: MeasuredCall[] = [];
  for (const call of defineOwnerCalls(PLANTS / SESSIONS)) {
    const body = await checkCall(server.http, call, owners);
    bodies[new URL(call.pathOf(owners[0] as HttpCaller), server.http).pathname] = body;
    calls.push({ call, next: createNext(host, call, owners), ours: [], bare: [] });
  }
  await withResource({ start: () => startBare(bodies), stop: (bare) => bare.stop() }, async (bare) => {
    await readAtQuiet(startCpuClock(server.pid), QUIET_SECONDS);
    await measureRounds(calls, target, bare);
  });
  const openLoops: BenchRow[] = [];
  for (const { call, next } of calls) {
    const options = { connections: CONNECTIONS, next, seconds: SECONDS, callsPerSecond: CALLS_PER_SECOND };
    openLoops.push(toOpenLoopRow(call.name, await measureOpenLoop(target, options)));
  }
  return [...calls.flatMap(toRoundRows), ...openLoops];
}

/** Calls by parallel callers who see all plants. */
async function measureOperators(server: BenchServer, operators: readonly HttpCaller[]): Promise<BenchRow[]> {
  const { host } = new URL(server.http);
  const rows: BenchRow[] = [];
  for (const call of defineOperatorCalls(PLANTS)) {
    await checkCall(server.http, call, operators);
    const next = createNext(host, call, operators);
    const options = { connections: PARALLEL_CALLERS, next, seconds: SECONDS };
    rows.push(toParallelRow(call.name, PLANTS, await measureRound({ host, pid: server.pid }, options)));
  }
  return rows;
}

await withFolder("http", async (dataFolder) => {
  const startedAt = performance.now();
  const fleet = await seed({
    dataFolder,
    plants: PLANTS,
    owners: SESSIONS,
    operatorSessions: PARALLEL_CALLERS,
  });
  const seeding: BenchRow = {
    what: "writing the data",
    value: (performance.now() - startedAt) / 1000,
    unit: "s",
    remark: `${PLANTS} plants, ${SESSIONS} sessions of different accounts`,
  };
  const resource = {
    start: () => startBenchServer(dataFolder),
    stop: (server: BenchServer) => server.stop(),
  };
  await withResource(resource, async (server) => {
    const owners = await measureOwners(server, fleet.owners);
    const operators = await measureOperators(server, fleet.operators);
    await report({ name: "http", rows: [seeding, ...owners, ...operators] });
  });
});
