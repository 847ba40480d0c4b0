import type { IngestOptions } from "./ingest-run.ts";
import { runIngest } from "./ingest-run.ts";
import { readCount } from "./options.ts";
import type { PacedOptions } from "./paced-run.ts";
import { runPaced } from "./paced-run.ts";
import { influxDb } from "./peers/influxdb.ts";
import { measureBulk, measurePaced } from "./peers/measure-peer.ts";
import { measureServer } from "./peers/measure-server.ts";
import type { Load, Measured } from "./peers/measured.ts";
import { createRows } from "./peers/measured.ts";
import type { Peer, PeerProgram } from "./peers/peer.ts";
import { postgreSql } from "./peers/postgresql.ts";
import { victoriaMetrics } from "./peers/victoria-metrics.ts";
import { report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";

// The same module samples stored by our server, by time series databases and by PostgreSQL: samples per CPU second of the
// whole process tree. `--gateways=20 --reports=10 --seconds=10 --rounds=1` for a short run.

const GATEWAYS = readCount("gateways", 200);
const MODULES = readCount("modules", 100);
const ROUNDS = readCount("rounds", 3);
const BULK: IngestOptions = {
  gateways: GATEWAYS,
  reports: readCount("reports", 60),
  shape: { modules: MODULES, intervalS: 60 },
};
const PACED: PacedOptions = {
  gateways: GATEWAYS,
  seconds: readCount("seconds", 60),
  shape: { modules: MODULES, intervalS: readCount("interval", 10) },
};
/** Wanted ratios of our samples per CPU second to those of a peer. */
const PEERS: readonly { program: PeerProgram; goals: Partial<Record<Load, number>> }[] = [
  { program: victoriaMetrics, goals: { bulk: 1, paced: 1 } },
  { program: influxDb, goals: { bulk: 2 } },
  { program: postgreSql, goals: { bulk: 4 } },
];

interface Contender {
  readonly name: string;
  readonly acknowledges: string;
  readonly goals: Partial<Record<Load, number>>;
  run(load: Load): Promise<Measured>;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

const ours: Contender = {
  name: "Heliograph",
  acknowledges: "PUBACK after samples and roll-up marks were synced",
  goals: {},
  run: (load) =>
    measureServer((child) => (load === "bulk" ? runIngest(child, BULK) : runPaced(child, PACED))),
};

function createContender({ program, goals }: (typeof PEERS)[number]): Contender {
  const measure = (peer: Peer, load: Load) => {
    if (load === "bulk") return measureBulk(peer, BULK);
    return measurePaced(peer, { ...PACED, connectionCount: program.countConnections(GATEWAYS) });
  };
  return {
    ...program,
    goals,
    run: (load) =>
      withFolder("peers", (folder) =>
        withResource({ start: () => program.start(folder), stop: (peer) => peer.stop() }, (peer) =>
          measure(peer, load),
        ),
      ),
  };
}

/** Every contender once a round; every second round in reverse order, so that other work on the machine affects all. */
async function runRounds(load: Load, contenders: readonly Contender[]): Promise<Map<Contender, Measured[]>> {
  const runs = new Map(contenders.map((contender) => [contender, [] as Measured[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const measured = await contender.run(load);
      runs.get(contender)?.push(measured);
      const perCpuSecond = Math.round(measured.samples / measured.cpu.quiet.cpuSeconds);
      say(`${load}, round ${round + 1} of ${ROUNDS}, ${contender.name}: ${perCpuSecond} per CPU second`);
    }
  }
  return runs;
}

const installed = PEERS.filter(({ program }) => program.isInstalled());
const missing = PEERS.filter((peer) => !installed.includes(peer)).map(({ program }) => program);
for (const { name, debianPackage } of missing)
  say(`${name} is missing, and so are its rows: install the package ${debianPackage}.`);
const peers = installed.map(createContender);

const rows = [];
for (const load of ["bulk", "paced"] as const) {
  const runs = await runRounds(load, [ours, ...peers]);
  const runsOf = (contender: Contender) => ({
    ...contender,
    goal: contender.goals[load],
    measured: runs.get(contender) ?? [],
  });
  rows.push(...createRows(load, runsOf(ours), peers.map(runsOf)));
}
await report({ name: "peers", rows });
