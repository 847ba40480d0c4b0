import { readFileSync } from "node:fs";
import { listTree } from "../apps/server/test/process-tree.ts";

// CPU time of a process and everything below it, including processes that begin or end between two readings: Linux adds
// the time of a child that ended to its parent when the parent waits for it (proc(5): utime, stime, cutime, cstime). Not
// included is what the kernel does in threads of its own, such as writing pages to the disk.

/** CPU time of one process, in ticks of 10 ms. */
export interface ProcessTimes {
  readonly pid: number;
  /** When it started; tells it from a later process with the same number. */
  readonly startTicks: number;
  /** Its own time, of all its threads. */
  readonly ownTicks: number;
  /** Time of its children that ended, and of theirs. */
  readonly endedTicks: number;
}

export interface TreeReading {
  readonly rootPid: number;
  readonly processes: readonly ProcessTimes[];
}

export interface CpuTime {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

// USER_HZ, the same on all machines that Node runs on.
const TICKS_PER_SECOND = 100;
// Own times are rounded down to ticks, user and system time separately.
const ROUNDING_TICKS = 2;
const MAX_ATTEMPTS = 20;

/** Parses `/proc/{pid}/stat`; the name in parentheses may contain spaces and parentheses. */
export function parseStat(text: string): ProcessTimes {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (index: number) => Number(fields[index]);
  return {
    pid: Number.parseInt(text, 10),
    startTicks: field(19),
    ownTicks: field(11) + field(12),
    endedTicks: field(13) + field(14),
  };
}

const keyOf = ({ pid, startTicks }: ProcessTimes) => `${pid}/${startTicks}`;

function sum(processes: readonly ProcessTimes[], read: (process: ProcessTimes) => number): number {
  return processes.reduce((total, process) => total + read(process), 0);
}

/** CPU seconds used between two readings. Throws when the root is another process, or a process left the tree alive. */
export function cpuSecondsBetween(before: TreeReading, after: TreeReading): number {
  const remaining = new Set(after.processes.map(keyOf));
  const ended = before.processes.filter((process) => !remaining.has(keyOf(process)));
  if (ended.some(({ pid }) => pid === before.rootPid) || before.rootPid !== after.rootPid)
    throw new Error("the root of the process tree is not the same in both readings");
  const total = ({ ownTicks, endedTicks }: ProcessTimes) => ownTicks + endedTicks;
  const survivors = before.processes.filter((process) => remaining.has(keyOf(process)));
  const addedByEnded =
    sum(after.processes, ({ endedTicks }) => endedTicks) - sum(survivors, ({ endedTicks }) => endedTicks);
  if (addedByEnded + ROUNDING_TICKS * ended.length < sum(ended, total))
    throw new Error("a process left the tree, and its CPU time was not added to its parent's");
  return (sum(after.processes, total) - sum(before.processes, total)) / TICKS_PER_SECOND;
}

function readTimes(pid: number): ProcessTimes | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    // Ended meanwhile.
    return undefined;
  }
}

/** Reads the tree below a process. Throws when the process does not run. */
export function readTree(rootPid: number): TreeReading {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const pids = listTree(rootPid);
    if (!pids.includes(rootPid)) throw new Error(`process ${rootPid} does not run`);
    const processes = pids.map(readTimes).filter((times) => times !== undefined);
    // A process that ends during the reading would be counted twice (itself, then in its parent) or not at all.
    if (processes.length === pids.length && String(pids) === String(listTree(rootPid)))
      return { rootPid, processes };
  }
  throw new Error("processes began and ended faster than the tree could be read");
}

/** Starts measuring; each call of the returned function gives the time since then. */
export function startCpuClock(rootPid: number): () => CpuTime {
  const before = readTree(rootPid);
  const startedAt = performance.now();
  return () => {
    const seconds = (performance.now() - startedAt) / 1000;
    return { seconds, cpuSeconds: cpuSecondsBetween(before, readTree(rootPid)) };
  };
}
