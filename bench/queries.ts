import type { HttpCaller } from "./http-calls.ts";
import { openConnections } from "./http-load.ts";
import { places } from "./http-places.ts";
import { seed } from "./http-programs.ts";
import { callOnce, checkCall, createNext } from "./http-requests.ts";
import { readCount, readCounts } from "./options.ts";
import type { QueryCall } from "./queries-calls.ts";
import { defineQueryCalls, findModulesOf } from "./queries-calls.ts";
import { timeExport } from "./queries-export.ts";
import { QUIET_SECONDS, readAtQuiet } from "./quiet.ts";
import type { BenchRow } from "./report.ts";
import { report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";
import type { BenchServer } from "./server.ts";
import { startBenchServer } from "./server.ts";
import type { Timing } from "./timings.ts";
import { measureInTurn } from "./timings.ts";
import { startCpuClock } from "./tree-cpu.ts";

// How long the console's calls take one caller with 1,000 and with 10,000 plants stored: nothing else is asked meanwhile, and
// the calls are made in turn. `--plants=100,1000 --runs=10` for other sizes.

const RUNS = readCount("runs", 100);
/** A file of all plants takes as long as a hundred calls. */
const EXPORT_RUNS = Math.max(1, Math.floor(RUNS / 20));
const SIZES = readCounts("plants", [1_000, 10_000]);
/** Of each owner. */
const PLANTS_PER_OWNER = 10;

interface Callers {
  readonly owners: readonly HttpCaller[];
  readonly operators: readonly HttpCaller[];
}

/** Owners at all places, each with the modules of their plant. */
function findModules(http: string, owners: readonly HttpCaller[]): Promise<HttpCaller[]> {
  return Promise.all(
    owners.slice(0, places.length).map(async (owner) => ({
      ...owner,
      moduleIds: await findModulesOf(http, owner),
    })),
  );
}

async function measureCalls(server: BenchServer, plants: number, callers: Callers): Promise<BenchRow[]> {
  const { host } = new URL(server.http);
  await readAtQuiet(startCpuClock(server.pid), QUIET_SECONDS);
  // Not before: the server closes a connection that sends nothing for a minute.
  const connections = await openConnections(host, 1);
  try {
    const toTiming = async ({ caller, goalMs, ...call }: QueryCall): Promise<Timing> => {
      const of = callers[caller];
      await checkCall(server.http, call, of);
      const next = createNext(host, call, of);
      const what = `${call.name}, ${plants.toLocaleString("en-US")} plants`;
      return { what, goalMs, times: RUNS, run: () => callOnce(connections, next()) };
    };
    const timings: Timing[] = [];
    for (const call of defineQueryCalls(plants, Math.min(plants, PLANTS_PER_OWNER)))
      timings.push(await toTiming(call));
    const [operator] = callers.operators;
    if (operator)
      for (const format of ["csv", "xlsx"] as const)
        timings.push(timeExport(server.http, { caller: operator, plants, format, times: EXPORT_RUNS }));
    return await measureInTurn(timings);
  } finally {
    connections.end();
  }
}

async function measureSize(plants: number): Promise<BenchRow[]> {
  return await withFolder("queries", async (dataFolder) => {
    const owners = Math.max(1, Math.floor(plants / PLANTS_PER_OWNER));
    const fleet = await seed({ dataFolder, plants, owners, operatorSessions: 1 });
    const resource = {
      start: () => startBenchServer(dataFolder),
      stop: (server: BenchServer) => server.stop(),
    };
    return await withResource(resource, async (server) => {
      const withModules = await findModules(server.http, fleet.owners);
      return await measureCalls(server, plants, { ...fleet, owners: withModules });
    });
  });
}

const rows: BenchRow[] = [];
for (const plants of SIZES) rows.push(...(await measureSize(plants)));
await report({ name: "queries", rows });
