import type { OpenLoop } from "./http-load.ts";
import { openConnections, sendClosedLoop, sendOpenLoop } from "./http-load.ts";
import { startCpuClock } from "./tree-cpu.ts";

/** Connections of rounds and open loops. */
export const CONNECTIONS = 50;
/** Rate of open loops. */
export const CALLS_PER_SECOND = 200;
/** Connections of callers who see all plants. */
export const PARALLEL_CALLERS = 10;

/** A server that is measured. */
export interface Target {
  /** Host name and port. */
  readonly host: string;
  /** The process whose tree is counted. */
  readonly pid: number;
}

/** Calls over connections that send the next one after each response. */
export interface Round {
  readonly callsPerSecond: number;
  /** CPU of the target's process tree per call, µs. */
  readonly cpuUs: number;
  /** CPU of the load generator per call, µs. */
  readonly generatorUs: number;
  /** Of each call, ms. */
  readonly durationsMs: readonly number[];
}

export interface RoundOptions {
  readonly connections: number;
  readonly seconds: number;
  /** The next request. */
  readonly next: () => Buffer;
}

/** Measures a round; opening the connections is not part of it. */
export async function measureRound(target: Target, options: RoundOptions): Promise<Round> {
  const connections = await openConnections(target.host, options.connections);
  try {
    const readClock = startCpuClock(target.pid);
    const generatorBefore = process.cpuUsage();
    const durationsMs = await sendClosedLoop(connections, options);
    const { user, system } = process.cpuUsage(generatorBefore);
    const { seconds, cpuSeconds } = readClock();
    const calls = durationsMs.length;
    return {
      callsPerSecond: calls / seconds,
      cpuUs: (cpuSeconds * 1e6) / calls,
      generatorUs: (user + system) / calls,
      durationsMs,
    };
  } finally {
    connections.end();
  }
}

/** Measures calls at an even rate. */
export async function measureOpenLoop(
  target: Target,
  options: RoundOptions & { callsPerSecond: number },
): Promise<OpenLoop> {
  const connections = await openConnections(target.host, options.connections);
  try {
    return await sendOpenLoop(connections, options);
  } finally {
    connections.end();
  }
}
