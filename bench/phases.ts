import { setTimeout as wait } from "node:timers/promises";
import type { BenchRow } from "./report.ts";
import { percentile } from "./report.ts";
import type { CpuTime } from "./tree-cpu.ts";
import { startCpuClock } from "./tree-cpu.ts";

// Phases without and with a load, in turn in one run, and what happened at the same time in each of them.

export type Phase = "idle" | "load";

export interface Timed {
  readonly sentAt: number;
  readonly ms: number;
}

export interface Span {
  readonly phase: Phase;
  readonly from: number;
  readonly to: number;
  /** Of the server and everything below it, until what the phase left is done. */
  readonly cpu: CpuTime;
}

/** Runs idle phases and phases with a load in turn; `restS` follows a load, so that what it leaves is not part of the next idle phase. */
export async function runPhases(options: {
  pid: number;
  rounds: number;
  phaseS: number;
  restS: number;
  load(round: number): Promise<void>;
}): Promise<Span[]> {
  const { pid, rounds, phaseS, restS, load } = options;
  const spans: Span[] = [];
  for (let round = 0; round < rounds; round++)
    for (const phase of ["idle", "load"] as const) {
      const readClock = startCpuClock(pid);
      const from = performance.now();
      await Promise.all([phase === "load" ? load(round) : undefined, wait(phaseS * 1000)]);
      const to = performance.now();
      if (phase === "load") await wait(restS * 1000);
      spans.push({ phase, from, to, cpu: readClock() });
    }
  return spans;
}

/** p99 of what was sent in the idle phases and under load, and their ratio. */
export function toRatioRows(
  what: string,
  timed: readonly Timed[],
  { spans, loadName }: { spans: readonly Span[]; loadName: string },
): BenchRow[] {
  const [idle, load] = (["idle", "load"] as const).map((phase) => {
    const own = spans.filter((span) => span.phase === phase);
    return timed
      .filter(({ sentAt }) => own.some(({ from, to }) => sentAt >= from && sentAt < to))
      .map(({ ms }) => ms);
  }) as [number[], number[]];
  const remark = (values: number[]) => `p50 ${percentile(values, 0.5).toFixed(1)}, ${values.length} times`;
  const [idleMs, loadMs] = [percentile(idle, 0.99), percentile(load, 0.99)];
  return [
    { what: `${what}, idle`, value: idleMs, unit: "ms p99", remark: remark(idle) },
    { what: `${what}, ${loadName}`, value: loadMs, unit: "ms p99", remark: remark(load) },
    { what: `${what}, ratio`, value: loadMs / idleMs, unit: "×", goal: "≤ 1.2" },
  ];
}

/** How long the phases took, without the rests. */
export const secondsOf = (spans: readonly Span[], phase: Phase): number =>
  spans.filter((span) => span.phase === phase).reduce((sum, { from, to }) => sum + (to - from) / 1000, 0);

/** Cores used in the spans of a phase. CPU does not depend on what else the machine does, as waiting for a processor does. */
export function coresOf(spans: readonly Span[], phase: Phase): number {
  const own = spans.filter((span) => span.phase === phase).map(({ cpu }) => cpu);
  const sum = (read: (cpu: CpuTime) => number) => own.reduce((total, cpu) => total + read(cpu), 0);
  return sum(({ cpuSeconds }) => cpuSeconds) / sum(({ seconds }) => seconds);
}
