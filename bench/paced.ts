import { join } from "node:path";
import type { LinkChild } from "../apps/server/test/link-child.ts";
import { startLinkChild } from "../apps/server/test/link-child.ts";
import { readCount } from "./options.ts";
import { runPaced } from "./paced-run.ts";
import { percentile, report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";

// What reports cost at the pace of real gateways. `--gateways=20 --seconds=10` for a short run.

const OPTIONS = {
  gateways: readCount("gateways", 200),
  seconds: readCount("seconds", 60),
  shape: { modules: readCount("modules", 100), intervalS: readCount("interval", 10) },
};

async function measure(child: LinkChild): Promise<void> {
  const { samples, cpu, backlog, agesMs, latenessMs, memoryBytes } = await runPaced(child, OPTIONS);
  const { acknowledged, rolledUp, quiet } = cpu;
  const { gateways, seconds, shape } = OPTIONS;
  await report({
    name: "paced",
    rows: [
      {
        what: "samples per CPU second, to the end of roll-ups",
        value: samples / rolledUp.cpuSeconds,
        unit: "/s",
        remark: `${gateways} gateways × ${shape.modules} modules, a report every ${shape.intervalS} s each, ${seconds} s`,
      },
      {
        what: "samples per CPU second, to the last acknowledgement",
        value: samples / acknowledged.cpuSeconds,
        unit: "/s",
      },
      { what: "samples per CPU second, to quiet", value: samples / quiet.cpuSeconds, unit: "/s" },
      { what: "samples acknowledged", value: samples / acknowledged.seconds, unit: "/s" },
      {
        what: "server CPU to the last acknowledgement",
        value: acknowledged.cpuSeconds / acknowledged.seconds,
        unit: "cores",
        remark: "whole process tree",
      },
      { what: "age of a report when acknowledged, p50", value: percentile(agesMs, 0.5), unit: "ms" },
      { what: "age of a report when acknowledged, p99", value: percentile(agesMs, 0.99), unit: "ms" },
      {
        what: "sent later than due, p99",
        value: percentile(latenessMs, 0.99),
        unit: "ms",
        remark: "by the load generator; part of the age",
      },
      {
        what: "roll-ups behind at the last acknowledgement",
        value: backlog.behindSeconds,
        unit: "s",
        goal: "≤ 60",
        remark: `oldest of ${backlog.windows} plant windows to be computed`,
      },
      {
        what: "roll-ups done after the last acknowledgement",
        value: rolledUp.seconds - acknowledged.seconds,
        unit: "s",
      },
      {
        what: "memory of all processes at the last acknowledgement",
        value: memoryBytes / 2 ** 20,
        unit: "MiB",
      },
    ],
  });
}

await withFolder("paced", (folder) =>
  withResource(
    {
      start: () => startLinkChild({ dataFolder: join(folder, "data") }),
      stop: (child) => child.stop(),
    },
    measure,
  ),
);
