import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestGateway } from "../apps/server/test/link.ts";
import type { LinkChild } from "../apps/server/test/link-child.ts";
import { startLinkChild } from "../apps/server/test/link-child.ts";
import type { SampleBlock } from "./growing-blocks.ts";
import { listStages } from "./growing-blocks.ts";
import type { GrowthPoint } from "./growing-picture.ts";
import { drawGrowth } from "./growing-picture.ts";
import { defineCurve, defineList, defineOverview, MODULES_PER_PLANT } from "./http-calls.ts";
import { openConnections } from "./http-load.ts";
import { listPlaceDays, samplesFrom } from "./http-places.ts";
import { seed } from "./http-programs.ts";
import { callOnce, checkCall, createNext } from "./http-requests.ts";
import type { HttpFleet } from "./http-seed.ts";
import { sendIngest } from "./ingest-run.ts";
import { readCount, readCounts } from "./options.ts";
import type { DataWriter } from "./queries-data.ts";
import { dayMs, writePlantWindows, writeSampleDay, writeUnitWindows } from "./queries-data.ts";
import { QUIET_SECONDS, readAtQuiet } from "./quiet.ts";
import type { BenchRow } from "./report.ts";
import { percentile, report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";
import { waitForQuiet } from "./roll-ups.ts";
import { timeInTurn } from "./timings.ts";
import { startCpuClock } from "./tree-cpu.ts";

// Ingest, lists, totals and a curve with more and more samples stored. `--rows=1000000,10000000,100000000` for more of them,
// `--picture` draws the result into docs/images.

const ROWS = readCounts("rows", [1_000_000, 10_000_000]);
const FLEET = { plants: readCount("plants", 1_000), modules: MODULES_PER_PLANT };
const RUNS = readCount("runs", 100);
const INGEST = {
  gateways: readCount("gateways", 50),
  reports: readCount("reports", 40),
  shape: { modules: 100, intervalS: 60 },
};
/** Owners whose first plants have two days of samples from the beginning. */
const OWNERS = 10;
const PICTURE = join(import.meta.dirname, "../docs/images/growing.svg");
const RESULT = join(import.meta.dirname, "results/growing.json");

interface Stage extends GrowthPoint {
  readonly samplesPerCpuSecondAcknowledged: number;
  readonly p50Ms: { readonly list: number; readonly totals: number; readonly curve: number };
  readonly totalsP95Ms: number;
}

/** Writes a history with its windows, in blocks of at most six hours of all plants. */
async function writeRows(child: LinkChild, blocks: readonly SampleBlock[]): Promise<void> {
  const writer: DataWriter = {
    command: (sql, params = {}) => child.ask({ ask: "command", sql, params }),
  };
  const now = Date.now();
  const offsetsS = listPlaceDays(now).map(({ offsetS }) => offsetS);
  for (const { daysBack, plants } of blocks) {
    const at = samplesFrom(now) - daysBack * dayMs;
    const firstDevice = FLEET.plants + 1;
    await writeSampleDay(writer, {
      table: "samples",
      plant: 1,
      plants,
      firstDevice,
      modules: FLEET.modules,
      at,
    });
    await writeUnitWindows(writer, { plants, at });
    await writePlantWindows(writer, { plants, fromAt: at, toAt: at + dayMs, offsetsS });
  }
}

async function countRows(child: LinkChild): Promise<number> {
  const [row] = await child.ask<{ rows: string }[]>({
    ask: "query",
    sql: "select sum(rows) as rows from system.parts where active and table = 'samples' and database = currentDatabase()",
    params: {},
  });
  return Number(row?.rows);
}

/** Durations of list, totals and curve, ms. */
async function measureCalls(http: string, { owners, operators }: HttpFleet, plants: number) {
  const { host } = new URL(http);
  const connections = await openConnections(host, 1);
  try {
    const curve = defineCurve();
    await checkCall(http, curve, owners);
    const calls = [
      { call: defineList("plant list", plants), callers: operators },
      { call: defineOverview(plants), callers: operators },
      { call: curve, callers: owners },
    ];
    const [list = [], totals = [], curves = []] = await timeInTurn(
      calls.map(({ call, callers }) => {
        const next = createNext(host, call, callers);
        return { what: call.name, times: RUNS, run: () => callOnce(connections, next()) };
      }),
    );
    return { list, totals, curve: curves };
  } finally {
    connections.end();
  }
}

/** Merges of the rows that were written go on for a while, and would be part of every figure. */
async function waitForMerges(child: LinkChild): Promise<void> {
  for (;;) {
    await waitForQuiet(child);
    const [row] = await child.ask<{ merges: string }[]>({
      ask: "query",
      sql: "select count() as merges from system.merges",
      params: {},
    });
    await readAtQuiet(startCpuClock(child.pid), QUIET_SECONDS);
    if (Number(row?.merges) === 0) return;
  }
}

async function measureStage(
  child: LinkChild,
  fleet: HttpFleet,
  gateways: readonly TestGateway[],
  plants: number,
): Promise<Stage> {
  await waitForMerges(child);
  const storedRows = await countRows(child);
  const { list, totals, curve } = await measureCalls(child.http ?? "", fleet, plants);
  const { samples, cpu } = await sendIngest(child, gateways, INGEST);
  return {
    storedRows,
    samplesPerCpuSecond: samples / cpu.rolledUp.cpuSeconds,
    samplesPerCpuSecondAcknowledged: samples / cpu.acknowledged.cpuSeconds,
    listP95Ms: percentile(list, 0.95),
    totalsP95Ms: percentile(totals, 0.95),
    curveP95Ms: percentile(curve, 0.95),
    p50Ms: {
      list: percentile(list, 0.5),
      totals: percentile(totals, 0.5),
      curve: percentile(curve, 0.5),
    },
  };
}

async function measure(child: LinkChild, fleet: HttpFleet): Promise<Stage[]> {
  const targets = [0, ...ROWS];
  // All at the beginning, so that the number of plants stays the same.
  const gateways = await child.ask<TestGateway[]>({
    ask: "gateways",
    count: INGEST.gateways * targets.length,
  });
  const plants = FLEET.plants + gateways.length;
  const stages: Stage[] = [];
  for (const [index, blocks] of listStages(FLEET, targets).entries()) {
    await writeRows(child, blocks);
    const own = gateways.slice(index * INGEST.gateways, (index + 1) * INGEST.gateways);
    stages.push(await measureStage(child, fleet, own, plants));
    process.stdout.write(`${targets[index]?.toLocaleString("en-US")} rows: measured\n`);
  }
  return stages;
}

function toRows(stage: Stage): BenchRow[] {
  const rows = `${(stage.storedRows / 1e6).toFixed(1)} M rows`;
  const p50 = (ms: number) => `p50 ${ms.toFixed(1)} ms, ${RUNS} runs`;
  return [
    {
      what: `${rows}: samples per CPU second, to the end of roll-ups`,
      value: stage.samplesPerCpuSecond,
      unit: "/s",
      remark: `to the last acknowledgement ${Math.round(stage.samplesPerCpuSecondAcknowledged).toLocaleString("en-US")}`,
    },
    { what: `${rows}: list, p95`, value: stage.listP95Ms, unit: "ms", remark: p50(stage.p50Ms.list) },
    { what: `${rows}: totals, p95`, value: stage.totalsP95Ms, unit: "ms", remark: p50(stage.p50Ms.totals) },
    { what: `${rows}: curve, p95`, value: stage.curveP95Ms, unit: "ms", remark: p50(stage.p50Ms.curve) },
  ];
}

/** Largest amount compared with the first two: nothing written, and the first rows. */
function compareStages(stages: readonly Stage[]): BenchRow[] {
  const [empty, first, last] = [stages[0], stages[1], stages.at(-1)];
  if (!empty || !first || !last) return [];
  const compare = (what: string, ratio: number, goal: string): BenchRow => ({
    what,
    value: ratio,
    unit: "×",
    goal,
  });
  return [
    compare("ingest, most to no rows", last.samplesPerCpuSecond / empty.samplesPerCpuSecond, "≥ 0.85"),
    compare("list p95, most to first rows", last.listP95Ms / first.listP95Ms, "≤ 1.2"),
    compare("totals p95, most to first rows", last.totalsP95Ms / first.totalsP95Ms, "≤ 1.2"),
    compare("curve p95, most to first rows", last.curveP95Ms / first.curveP95Ms, ""),
  ];
}

/** Draws the picture from the stored result. */
async function writePicture(): Promise<void> {
  const { points } = JSON.parse(await readFile(RESULT, "utf8")) as { points: GrowthPoint[] };
  await writeFile(PICTURE, drawGrowth(points));
}

await withFolder("growing", async (folder) => {
  const dataFolder = join(folder, "data");
  const fleet = await seed({ dataFolder, plants: FLEET.plants, owners: OWNERS, operatorSessions: 1 });
  const resource = {
    start: () => startLinkChild({ dataFolder, servesApi: true }),
    stop: (child: LinkChild) => child.stop(),
  };
  const stages = await withResource(resource, (child) => measure(child, fleet));
  const rows = [...stages.flatMap(toRows), ...compareStages(stages)];
  await report({ name: "growing", rows, points: stages });
});
if (process.argv.includes("--picture")) await writePicture();
