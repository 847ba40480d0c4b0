import type { HttpCall } from "./http-calls.ts";
import type { OpenLoop } from "./http-load.ts";
import type { Round } from "./http-rounds.ts";
import { CALLS_PER_SECOND, CONNECTIONS, PARALLEL_CALLERS } from "./http-rounds.ts";
import type { BenchRow } from "./report.ts";
import { median, percentile } from "./report.ts";

/** A call that is measured, with the requests of its callers in turn. */
export interface MeasuredCall {
  readonly call: HttpCall;
  readonly next: () => Buffer;
  readonly ours: Round[];
  readonly bare: Round[];
}

const MAX_MS = "≤ 50";

const formatMs = (values: readonly number[], share: number) => `${percentile(values, share).toFixed(1)} ms`;

/** CPU and rate of a call over many connections: medians of the rounds. */
export function toRoundRows({ call, ours, bare }: MeasuredCall): BenchRow[] {
  const { name, maxCpuUs } = call;
  const medianOf = (rounds: readonly Round[], field: Exclude<keyof Round, "durationsMs">) =>
    median(rounds.map((round) => round[field]));
  const durationsMs = ours.flatMap((round) => round.durationsMs);
  const ratios = ours.map(({ cpuUs }, round) => cpuUs / (bare[round]?.cpuUs ?? Number.NaN));
  return [
    {
      what: `${name}: CPU per call`,
      value: medianOf(ours, "cpuUs"),
      unit: "µs",
      goal: maxCpuUs === undefined ? undefined : `≤ ${maxCpuUs.toLocaleString("en-US")}`,
      remark: `whole process tree; load generator ${medianOf(ours, "generatorUs").toFixed(0)}`,
    },
    {
      what: `${name}: CPU, ratio to bare Fastify`,
      value: median(ratios),
      unit: "×",
      remark: `same body; bare Fastify ${medianOf(bare, "cpuUs").toFixed(0)} µs`,
    },
    {
      what: `${name}: calls`,
      value: medianOf(ours, "callsPerSecond"),
      unit: "/s",
      remark: `${CONNECTIONS} connections, p50 ${formatMs(durationsMs, 0.5)}, p99 ${formatMs(durationsMs, 0.99)}; bare Fastify ${medianOf(bare, "callsPerSecond").toFixed(0)} /s`,
    },
  ];
}

/** Durations of a call at an even rate. */
export function toOpenLoopRow(name: string, { durationsMs, latenessMs, callsPerSecond }: OpenLoop): BenchRow {
  return {
    what: `${name}: p99 at ${CALLS_PER_SECOND} calls/s`,
    value: percentile(durationsMs, 0.99),
    unit: "ms",
    goal: MAX_MS,
    remark: `p50 ${formatMs(durationsMs, 0.5)}, ${callsPerSecond.toFixed(0)} /s completed; sent later than due, p99 ${formatMs(latenessMs, 0.99)}`,
  };
}

/** Durations of a call by the parallel callers who see all plants. */
export function toParallelRow(name: string, plants: number, { durationsMs, cpuUs }: Round): BenchRow {
  return {
    what: `${name} of ${plants.toLocaleString("en-US")} plants: p95`,
    value: percentile(durationsMs, 0.95),
    unit: "ms",
    goal: MAX_MS,
    remark: `${PARALLEL_CALLERS} parallel callers, p50 ${formatMs(durationsMs, 0.5)}, CPU ${(cpuUs / 1000).toFixed(1)} ms, ${durationsMs.length} calls`,
  };
}
