import { checkCrashes } from "../apps/server/test/crash-check.ts";
import { checkPacedCrashes } from "./crash-paced.ts";
import { readCount } from "./options.ts";
import type { BenchRow } from "./report.ts";
import { percentile, report } from "./report.ts";

// Random kill -9 under load: every acknowledged report must be stored once. By default the link with its engines, under
// reports sent as fast as they are acknowledged; with `--paced` the whole server, under reports at the pace of real gateways,
// and roll-ups are compared too. `--kills=20` for another number.

const isPaced = process.argv.includes("--paced");

interface Counts {
  readonly kills: number;
  readonly acknowledged: number;
  readonly missing: number;
  readonly doubled: number;
  readonly invented: number;
}

const sayKill = (kills: number) => (kill: number) =>
  process.stdout.write(`\rkilled ${kill} of ${kills} times`);

function toRows(outcome: Counts, caught: Counts): BenchRow[] {
  return [
    { what: "kills", value: outcome.kills, unit: "" },
    { what: "reports acknowledged", value: outcome.acknowledged, unit: "" },
    { what: "of them missing", value: outcome.missing, unit: "", goal: "0" },
    { what: "stored twice", value: outcome.doubled, unit: "", goal: "0" },
    { what: "stored and never sent", value: outcome.invented, unit: "", goal: "0" },
    {
      what: "missing when acknowledged first",
      value: caught.missing,
      unit: "",
      goal: "> 0",
      remark: `the check catches a server that acknowledges before it stores: ${caught.kills} kills, ${caught.acknowledged} acknowledged`,
    },
  ];
}

const countFaults = ({ missing, doubled, invented }: Counts) => missing + doubled + invented;

async function measureUnpaced(): Promise<boolean> {
  const kills = readCount("kills", 20);
  const outcome = await checkCrashes({ kills, gateways: 20, onKill: sayKill(kills) });
  const caught = await checkCrashes({ kills: 2, gateways: 20, acknowledgesFirst: true });
  await report({ name: "crash", rows: toRows(outcome, caught) });
  return countFaults(outcome) === 0 && caught.missing > 0;
}

async function measurePaced(): Promise<boolean> {
  const kills = readCount("kills", 100);
  const shape = {
    gateways: readCount("gateways", 20),
    modules: readCount("modules", 20),
    intervalS: readCount("interval", 2),
    // Several flushes of reports, which wait for each other for up to 2 s.
    loadMs: readCount("load", 5_000),
  };
  const outcome = await checkPacedCrashes({ ...shape, kills, onKill: sayKill(kills) });
  const caught = await checkPacedCrashes({ ...shape, kills: Math.min(kills, 5), acknowledgesFirst: true });
  const { countedTwice, uncounted, energyWh, surplusWh, startsMs } = outcome;
  const rows: BenchRow[] = [
    ...toRows(outcome, caught),
    {
      what: "samples counted twice by roll-ups",
      value: countedTwice,
      unit: "",
      goal: "0",
      remark: `${shape.gateways} gateways × ${shape.modules} modules, a report every ${shape.intervalS} s each`,
    },
    { what: "samples stored and not counted", value: uncounted, unit: "", goal: "0" },
    {
      what: "energy of roll-ups beyond the growth of counters",
      value: surplusWh,
      unit: "Wh",
      goal: "0",
      remark: `${energyWh.toFixed(0)} Wh counted`,
    },
    {
      what: "ready after a kill, p50",
      value: percentile(startsMs.slice(1), 0.5),
      unit: "ms",
      remark: `at most ${Math.max(...startsMs.slice(1)).toFixed(0)} ms`,
    },
  ];
  await report({ name: "crash-paced", rows });
  const isCounted = countedTwice === 0 && uncounted === 0 && Math.abs(surplusWh) < 0.001;
  return countFaults(outcome) === 0 && isCounted && caught.missing > 0;
}

if (!(isPaced ? await measurePaced() : await measureUnpaced())) process.exitCode = 1;
