import type { AlarmCall } from "./alarms-calls.ts";
import { checkAlarmCall, encodeAlarmCall, listAlarmCalls } from "./alarms-calls.ts";
import type { AlarmFleet, AlarmSeedInput } from "./alarms-seed.ts";
import { openConnections, rotate, sendClosedLoop } from "./http-load.ts";
import { runSeed } from "./http-programs.ts";
import { readCount } from "./options.ts";
import { QUIET_SECONDS, readAtQuiet } from "./quiet.ts";
import type { BenchRow } from "./report.ts";
import { percentile, report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";
import type { BenchServer } from "./server.ts";
import { startBenchServer } from "./server.ts";
import { startCpuClock } from "./tree-cpu.ts";

// How long lists, filters, sorts, searches and counts of alarms take parallel callers, for the operator, a company and an
// owner. `--plants=100 --open=1000 --resolved=3000 --seconds=1` for a short run.

const PLANTS = readCount("plants", 10_000);
const OPEN = readCount("open", 100_000);
const RESOLVED = readCount("resolved", 300_000);
/** Callers that request at the same time, each its next page when it has the last one. */
const CALLERS = readCount("callers", 3);
/** Of each call. */
const SECONDS = readCount("seconds", 2);
const OWNER_PLANTS = 5;
const GOAL_MS = 50;

const callers = ["operator", "company", "owner"] as const;

async function measureCall(server: BenchServer, authorization: string, call: AlarmCall): Promise<number[]> {
  const { host } = new URL(server.http);
  await checkAlarmCall(server.http, authorization, call);
  const connections = await openConnections(host, CALLERS);
  try {
    const next = rotate(encodeAlarmCall(host, authorization, call));
    return await sendClosedLoop(connections, { next, seconds: SECONDS });
  } finally {
    connections.end();
  }
}

async function measureCaller(
  server: BenchServer,
  fleet: AlarmFleet,
  caller: (typeof callers)[number],
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const call of listAlarmCalls(fleet, caller)) {
    const durationsMs = await measureCall(server, fleet[caller], call);
    const at = (share: number) => percentile(durationsMs, share).toFixed(1);
    rows.push({
      what: `${caller}: ${call.name}`,
      value: percentile(durationsMs, 0.95),
      unit: "ms p95",
      goal: `≤ ${GOAL_MS}`,
      remark: `p50 ${at(0.5)}, p99 ${at(0.99)}, ${durationsMs.length} calls`,
    });
  }
  return rows;
}

async function measure(server: BenchServer, fleet: AlarmFleet): Promise<void> {
  await readAtQuiet(startCpuClock(server.pid), QUIET_SECONDS);
  const rows: BenchRow[] = [];
  for (const caller of callers) rows.push(...(await measureCaller(server, fleet, caller)));
  await report({ name: "alarms", rows });
}

await withFolder("alarms", async (dataFolder) => {
  const fleet = await runSeed<AlarmSeedInput, AlarmFleet>("alarms-seed.ts", {
    dataFolder,
    plants: PLANTS,
    open: OPEN,
    resolved: RESOLVED,
    companyPlants: PLANTS / 10,
    ownerPlants: OWNER_PLANTS,
  });
  const resource = {
    start: () => startBenchServer(dataFolder),
    stop: (server: BenchServer) => server.stop(),
  };
  await withResource(resource, (server) => measure(server, fleet));
});
