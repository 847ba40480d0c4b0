import { CAUGHT } from "../apps/server/test/safety-kills/caught.ts";
import type { Kill, Outcome } from "../apps/server/test/safety-kills/check.ts";
import { checkKill, planKill } from "../apps/server/test/safety-kills/check.ts";
import { FAULTS } from "../apps/server/test/safety-kills/moments.ts";
import type { Stage, Topology } from "../apps/server/test/safety-kills/stage.ts";
import { openStage, TARGETS } from "../apps/server/test/safety-kills/stage.ts";
import { readCount } from "./options.ts";
import type { BenchRow } from "./report.ts";
import { report } from "./report.ts";
import { withResource } from "./resources.ts";

// Kills each process, engine and gateway on the path of shutdowns and resets, at every moment in turn, and looks for what must
// never happen. `--runs=10 --real=1` for a short run: kills of each target, and how many of them in real time. Needs a
// PostgreSQL and a NATS server on the machine.

const RUNS = readCount("runs", 200);
const REAL_RUNS = readCount("real", 20);
const TOPOLOGIES = Object.keys(TARGETS) as Topology[];

const withStage = <Result>(
  start: () => Promise<Stage>,
  run: (stage: Stage) => Promise<Result>,
): Promise<Result> => withResource({ start, stop: async (stage: Stage) => void (await stage.stop()) }, run);

/** In real time those that are spread evenly over the others. */
const isReal = (seed: number): boolean =>
  Math.floor((seed * REAL_RUNS) / RUNS) > Math.floor(((seed - 1) * REAL_RUNS) / RUNS);

async function checkTarget(stage: Stage, target: Kill["target"]): Promise<BenchRow> {
  const broken: Outcome[] = [];
  for (let seed = 1; seed <= RUNS; seed++) {
    const outcome = await checkKill(stage, planKill(seed, target, isReal(seed)));
    if (outcome.violations.length === 0) continue;
    broken.push(outcome);
    process.stderr.write(`${stage.topology}: ${JSON.stringify(outcome)}\n`);
  }
  return {
    what: `${stage.topology}, ${target} killed: presses with a broken promise`,
    value: broken.length,
    unit: "",
    goal: "0",
    remark: `${RUNS} presses, ${REAL_RUNS} in real time`,
  };
}

const rows: BenchRow[] = [];
for (const topology of TOPOLOGIES)
  await withStage(
    () => openStage(topology),
    async (stage) => {
      for (const target of TARGETS[topology]) rows.push(await checkTarget(stage, target));
    },
  );
const isWhole = rows.every(({ value }) => value === 0);

let found = 0;
for (const fault of FAULTS) {
  const { kill, violation } = CAUGHT[fault];
  const outcome = await withStage(
    () => openStage("one process", fault),
    (stage) => checkKill(stage, kill),
  );
  if (outcome.violations.some((each) => each.includes(violation))) found += 1;
}
rows.push({
  what: "servers with a deliberate fault that were found",
  value: found,
  unit: "",
  goal: String(FAULTS.length),
});
await report({ name: "safety-kills", rows });
if (!isWhole || found < FAULTS.length) process.exitCode = 1;
