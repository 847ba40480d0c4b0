import { join } from "node:path";
import type { LinkChild } from "../apps/server/test/link-child.ts";
import { startLinkChild } from "../apps/server/test/link-child.ts";
import { listIngestPlaces, runIngest } from "./ingest-run.ts";
import type { ReportPlace } from "./module-reports.ts";
import { createDirectColumns } from "./module-reports.ts";
import { readCount } from "./options.ts";
import { percentile, report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";
import { waitForQuiet } from "./roll-ups.ts";
import type { CpuTime } from "./tree-cpu.ts";
import { startCpuClock } from "./tree-cpu.ts";

// Module samples acknowledged, compared with inserting the same rows directly into the same engine while it has nothing
// else to do. Link, roll-ups and both engines run in the measured process tree. `--gateways=20 --reports=10` for a short
// run.

const DIRECT_ROWS = 20_000;
const OPTIONS = {
  gateways: readCount("gateways", 200),
  reports: readCount("reports", 60),
  shape: { modules: 100, intervalS: 60 },
};

/** Inserts the rows of these reports directly, as many at a time as the link writes under load, on a quiet server. */
async function insertDirectly(child: LinkChild, places: readonly ReportPlace[]): Promise<CpuTime> {
  const perInsert = DIRECT_ROWS / OPTIONS.shape.modules;
  for (let first = 0; first < places.length; first += perInsert) {
    const rows = createDirectColumns(places.slice(first, first + perInsert), OPTIONS.shape);
    await child.ask({ ask: "stageSamples", ...rows });
  }
  await waitForQuiet(child);
  const readClock = startCpuClock(child.pid);
  await child.ask({ ask: "insertStaged" });
  return readClock();
}

async function measure(child: LinkChild): Promise<void> {
  const places = listIngestPlaces(OPTIONS);
  const half = Math.ceil(places.length / 2);
  const before = await insertDirectly(child, places.slice(0, half));
  const { samples, cpu, waitsMs, bytesPerReport, memoryBytes } = await runIngest(child, OPTIONS);
  const after = await insertDirectly(child, places.slice(half));

  const { acknowledged, rolledUp, quiet } = cpu;
  const rate = samples / acknowledged.seconds;
  const direct = samples / (before.seconds + after.seconds);
  const perCpuSecond = samples / acknowledged.cpuSeconds;
  const perCpuSecondRolledUp = samples / rolledUp.cpuSeconds;
  const directPerCpuSecond = samples / (before.cpuSeconds + after.cpuSeconds);
  const { gateways, reports, shape } = OPTIONS;
  await report({
    name: "ingest",
    rows: [
      {
        what: "module samples acknowledged",
        value: rate,
        unit: "/s",
        goal: "≥ 200,000",
        remark: `${gateways} gateways × ${shape.modules} modules × ${reports} reports of ${bytesPerReport} B, QoS 1`,
      },
      {
        what: "directly into the quiet engine",
        value: direct,
        unit: "/s",
        remark: `the same rows, ${DIRECT_ROWS.toLocaleString("en-US")} at a time, half before, half after`,
      },
      { what: "ratio", value: rate / direct, unit: "" },
      {
        what: "server CPU to the last acknowledgement",
        value: acknowledged.cpuSeconds / acknowledged.seconds,
        unit: "cores",
        remark: "whole process tree",
      },
      {
        what: "samples per CPU second, to the last acknowledgement",
        value: perCpuSecond,
        unit: "/s",
      },
      { what: "samples per CPU second, to the end of roll-ups", value: perCpuSecondRolledUp, unit: "/s" },
      { what: "samples per CPU second, to quiet", value: samples / quiet.cpuSeconds, unit: "/s" },
      { what: "directly, per CPU second", value: directPerCpuSecond, unit: "/s" },
      {
        what: "ratio by CPU, to the last acknowledgement",
        value: perCpuSecond / directPerCpuSecond,
        unit: "",
      },
      {
        what: "ratio by CPU, to the end of roll-ups",
        value: perCpuSecondRolledUp / directPerCpuSecond,
        unit: "",
        goal: "≥ 0.5",
        remark: "what link, checks, live values and roll-ups cost beside the insert",
      },
      {
        what: "roll-ups done after the last acknowledgement",
        value: rolledUp.seconds - acknowledged.seconds,
        unit: "s",
        goal: "≤ 3",
      },
      { what: "acknowledged after, p50", value: percentile(waitsMs, 0.5), unit: "ms" },
      { what: "acknowledged after, p99", value: percentile(waitsMs, 0.99), unit: "ms" },
      {
        what: "memory of all processes at the last acknowledgement",
        value: memoryBytes / 2 ** 20,
        unit: "MiB",
      },
    ],
  });
}

await withFolder("ingest", (folder) =>
  withResource(
    {
      start: () => startLinkChild({ dataFolder: join(folder, "data") }),
      stop: (child) => child.stop(),
    },
    measure,
  ),
);
