import type { BenchRow } from "../report.ts";
import { median } from "../report.ts";
import type { LoadCpu } from "../roll-ups.ts";

/** Two loads: as fast as acknowledged, and at the pace of gateways. */
export type Load = "bulk" | "paced";

/** One run of a load against our server or a peer, each started empty. */
export interface Measured {
  readonly samples: number;
  /** A peer has no roll-ups. */
  readonly cpu: Omit<LoadCpu, "rolledUp"> & Partial<Pick<LoadCpu, "rolledUp">>;
  /** Version of a peer. */
  readonly version?: string;
  /** On the disk, with indexes. */
  readonly bytesPerSample: number;
  /** The same with roll-ups. */
  readonly bytesPerSampleRolledUp?: number;
}

/** Our server or a peer, with its runs of one load, one each round. */
export interface Runs {
  readonly name: string;
  /** What an acknowledgement of it means. */
  readonly acknowledges: string;
  /** Wanted ratio of our samples per CPU second to those of this peer. */
  readonly goal?: number;
  readonly measured: readonly Measured[];
}

const toAcknowledgement = ({ samples, cpu }: Measured) => samples / cpu.acknowledged.cpuSeconds;
const toQuiet = ({ samples, cpu }: Measured) => samples / cpu.quiet.cpuSeconds;

function createFigures(load: Load, { name, acknowledges, measured }: Runs): BenchRow[] {
  const row = (what: string, unit: string, read: (run: Measured) => number | undefined): BenchRow => ({
    what: `${load}, ${name}: ${what}`,
    value: median(measured.map((run) => read(run) ?? Number.NaN)),
    unit,
  });
  const hasRollUps = measured.every(({ cpu }) => cpu.rolledUp !== undefined);
  return [
    {
      ...row("samples per CPU second, to the last acknowledgement", "/s", toAcknowledgement),
      remark: [measured[0]?.version, acknowledges].filter(Boolean).join("; "),
    },
    ...(hasRollUps
      ? [
          row(
            "samples per CPU second, to the end of roll-ups",
            "/s",
            ({ samples, cpu }) => samples / (cpu.rolledUp?.cpuSeconds ?? Number.NaN),
          ),
        ]
      : []),
    row("samples per CPU second, to quiet", "/s", toQuiet),
    row("samples acknowledged", "/s", ({ samples, cpu }) => samples / cpu.acknowledged.seconds),
    row("last acknowledgement to quiet", "s", ({ cpu }) => cpu.quiet.seconds - cpu.acknowledged.seconds),
    row("on the disk, a sample", "B", (run) => run.bytesPerSample),
    ...(hasRollUps
      ? [row("on the disk with roll-ups, a sample", "B", (run) => run.bytesPerSampleRolledUp)]
      : []),
  ];
}

/** Ratios of the runs of the same round. */
function createRatios(load: Load, ours: Runs, peer: Runs): BenchRow[] {
  const row = (what: string, read: (run: Measured) => number): BenchRow => ({
    what: `${load}, ratio to ${peer.name} by CPU, ${what}`,
    value: median(
      ours.measured.map((run, round) => {
        const other = peer.measured[round];
        return other ? read(run) / read(other) : Number.NaN;
      }),
    ),
    unit: "×",
    goal: peer.goal === undefined ? undefined : `≥ ${peer.goal}`,
  });
  return [row("to the last acknowledgement", toAcknowledgement), row("to quiet", toQuiet)];
}

/** The table of a load: figures of our server and of each peer, then the ratios. Figures are medians of the rounds. */
export function createRows(load: Load, ours: Runs, peers: readonly Runs[]): BenchRow[] {
  return [
    ...[ours, ...peers].flatMap((runs) => createFigures(load, runs)),
    ...peers.flatMap((peer) => createRatios(load, ours, peer)),
  ];
}
