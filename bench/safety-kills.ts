import { tmpdir } from "node:os";
import { join } from "node:path";
import { CAUGHT } from "../apps/server/test/safety-kills/caught.ts";
import type { Kill, Outcome } from "../apps/server/test/safety-kills/check.ts";
import { checkKill, planKill } from "../apps/server/test/safety-kills/check.ts";
import { FAULTS } from "../apps/server/test/safety-kills/moments.ts";
import type { Stage, Topology } from "../apps/server/test/safety-kills/stage.ts";
import { openStage, TARGETS } from "../apps/server/test/safety-kills/stage.ts";
import { runInLanes } from "./lanes.ts";
import { readCount, readWord } from "./options.ts";
import type { BenchRow } from "./report.ts";
import { report } from "./report.ts";
import { withResource } from "./resources.ts";

// Kills each process, engine and gateway on the path of shutdowns and resets, at every moment in turn, and looks for what must
// never happen. `--runs=10 --real=1` for a short run: kills of each target, and how many of them in real time. `--target=server`
// kills that one alone. `--from=101 --to=150` runs these of the kills of each target: the whole takes hours, and its parts are the
// same kills. `--lanes=1` uses one installation at a time instead of several side by side. Needs a PostgreSQL and a NATS server on the
// machine.

const RUNS = readCount("runs", 200);
const REAL_RUNS = readCount("real", 20);
const FROM = readCount("from", 1);
const TO = readCount("to", RUNS);
if (FROM > TO || TO > RUNS) throw new Error(`--from=${FROM} --to=${TO}: presses 1 to ${RUNS} are needed`);
/**
 * A press waits for timers, and in real time for a deadline: other installations go on meanwhile. With more of them than this two
 * cores are busy with the loops of idle servers.
 */
const LANES = readCount("lanes", 3);
// Processes under test compile the same modules at each start.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "heliograph-kills-compiled");
const TOPOLOGIES = Object.keys(TARGETS) as Topology[];
const TARGET = readWord("target", [...new Set(Object.values(TARGETS).flat())]);

const targetsOf = (topology: Topology): readonly Kill["target"][] =>
  TARGETS[topology].filter((target) => TARGET === undefined || target === TARGET);

const withStage = <Result>(
  start: () => Promise<Stage>,
  run: (stage: Stage) => Promise<Result>,
): Promise<Result> => withResource({ start, stop: async (stage: Stage) => void (await stage.stop()) }, run);

/** In real time those that are spread evenly over the others. */
const isReal = (seed: number): boolean =>
  Math.floor((seed * REAL_RUNS) / RUNS) > Math.floor(((seed - 1) * REAL_RUNS) / RUNS);

const seeds = Array.from({ length: TO - FROM + 1 }, (_, index) => FROM + index);
const countReal = (): number => seeds.filter(isReal).length;

/** Kills of a topology in the order of their seeds: each moment at each target before the next round. */
const planAll = (topology: Topology): Kill[] =>
  seeds.flatMap((seed) => targetsOf(topology).map((target) => planKill(seed, target, isReal(seed))));

const describeKill = ({ seed, target, press, moment, isLate, isReal }: Kill): string =>
  `${target} killed at "${moment}" of a ${press}${isLate ? ", late" : ""}${isReal ? ", in real time" : ""}, seed ${seed}`;

const writeLine = (line: string): void => void process.stderr.write(`${line}\n`);

let lastStart: Promise<unknown> = Promise.resolve();

/** Opens one installation at a time: several that start side by side take longer than a server waits for its database. */
function openInTurn(topology: Topology): Promise<Stage> {
  const opened = lastStart.then(() => openStage(topology));
  lastStart = opened.catch(() => undefined);
  return opened;
}

/** Checks all kills of a topology, in lanes with an installation each. */
function checkAll(topology: Topology, kills: readonly Kill[]): Promise<Outcome[]> {
  let done = 0;
  async function checkNext(stage: Stage, kill: Kill): Promise<Outcome> {
    const startedAt = performance.now();
    const outcome = await checkKill(stage, kill);
    done += 1;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    writeLine(`${topology}: ${done} of ${kills.length}, ${seconds} s: ${describeKill(kill)}`);
    if (outcome.violations.length > 0) writeLine(JSON.stringify(outcome));
    return outcome;
  }
  return runInLanes<Kill, Outcome>({ count: LANES, items: kills }, (next, add) =>
    withStage(
      () => openInTurn(topology),
      async (stage) => {
        for (let kill = next(); kill; kill = next()) add(await checkNext(stage, kill));
      },
    ),
  );
}

async function checkTopology(topology: Topology): Promise<BenchRow[]> {
  const startedAt = performance.now();
  const outcomes = await checkAll(topology, planAll(topology));
  const perTarget = targetsOf(topology).map((target) => ({
    what: `${topology}, ${target} killed: presses with a broken promise`,
    value: outcomes.filter((each) => each.target === target && each.violations.length > 0).length,
    unit: "",
    goal: "0",
    remark: `presses ${FROM} to ${TO} of ${RUNS}, ${countReal()} of them in real time`,
  }));
  const pace = {
    what: `${topology}: time of a press`,
    value: (performance.now() - startedAt) / 1_000 / outcomes.length,
    unit: "s",
    remark: `${LANES} installations side by side`,
  };
  return [...perTarget, pace];
}

const rows: BenchRow[] = [];
for (const topology of TOPOLOGIES) {
  if (targetsOf(topology).length > 0) rows.push(...(await checkTopology(topology)));
}
const isWhole = rows.every(({ goal, value }) => goal === undefined || value === 0);

let found = 0;
// Only the first part checks that the deliberate faults are found.
const faults = FROM === 1 ? FAULTS : [];
for (const fault of faults) {
  const { kill, violation } = CAUGHT[fault];
  const outcome = await withStage(
    () => openStage("one process", fault),
    (stage) => checkKill(stage, kill),
  );
  const isFound = outcome.violations.some((each) => each.includes(violation));
  if (isFound) found += 1;
  writeLine(`server with the fault ${fault}: ${isFound ? "found" : "not found"}`);
}
if (faults.length > 0)
  rows.push({
    what: "servers with a deliberate fault that were found",
    value: found,
    unit: "",
    goal: String(faults.length),
  });
const part = FROM === 1 && TO === RUNS ? "" : `-${FROM}-${TO}`;
await report({ name: `safety-kills${part}`, rows });
if (!isWhole || found < faults.length) process.exitCode = 1;
