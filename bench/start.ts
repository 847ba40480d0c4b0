import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { listTree } from "../apps/server/test/process-tree.ts";
import { memoryOf } from "./processes.ts";
import { median, report } from "./report.ts";
import type { BenchServer } from "./server.ts";
import { startBenchServer } from "./server.ts";

// Time of a first and a warm start to the first served page, idle memory of all processes, and time of a graceful stop.

const WARM_STARTS = 5;
const IDLE_AFTER_MS = 20_000;

async function timeStart(dataFolder: string) {
  const began = performance.now();
  const server = await startBenchServer(dataFolder);
  const page = await fetch(server.http);
  await page.arrayBuffer();
  return { server, seconds: (performance.now() - began) / 1000 };
}

async function timeStop(server: BenchServer): Promise<number> {
  const began = performance.now();
  await server.stop();
  return (performance.now() - began) / 1000;
}

const folder = await mkdtemp(join(tmpdir(), "heliograph-bench-"));
try {
  const first = await timeStart(folder);
  const stops = [await timeStop(first.server)];
  const warm: number[] = [];
  let idleBytes = 0;
  for (let round = 0; round < WARM_STARTS; round++) {
    const { server, seconds } = await timeStart(folder);
    warm.push(seconds);
    if (round === WARM_STARTS - 1) {
      await wait(IDLE_AFTER_MS);
      idleBytes = memoryOf(listTree(server.pid));
    }
    stops.push(await timeStop(server));
  }
  await report({
    name: "start",
    rows: [
      {
        what: "first start to first page",
        value: first.seconds,
        unit: "s",
        remark: "empty folder, installed and built",
      },
      {
        what: "warm start to first page",
        value: median(warm),
        unit: "s",
        goal: "≤ 4",
        remark: `median of ${WARM_STARTS}`,
      },
      {
        what: "idle memory, all processes",
        value: idleBytes / 1e6,
        unit: "MB",
        goal: "≤ 700",
        remark: "proportional set size",
      },
      {
        what: "clean stop",
        value: Math.max(...stops),
        unit: "s",
        goal: "≤ 10",
        remark: `longest of ${stops.length}`,
      },
    ],
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
