import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault, Moment, Press } from "./moments.ts";

// What a check and the processes under test share: files in a folder, which outlive every process.

interface Armed {
  readonly moment: Moment;
  readonly press: Press;
  /** Killed by the process that comes to the moment; none where the check itself ends something then. */
  readonly pids: readonly number[];
}

const armedFile = (folder: string): string => join(folder, "armed.json");
const passedFile = (folder: string): string => join(folder, "passed.json");
const paceFile = (folder: string): string => join(folder, "pace");
const aheadFile = (folder: string): string => join(folder, "ahead");

/** Settings of a process under test. */
export const settingsOf = (folder: string, fault?: Fault): Record<string, string> => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, "hooks.ts")}`,
  SAFETY_KILLS: folder,
  ...(fault && { SAFETY_KILLS_FAULT: fault }),
});

/** The side of the check. */
export function createControl(folder: string) {
  let aheadMs = 0;
  let factor = 1;
  return {
    /** How many times faster than real time everything goes that waits for a timer: the check, its gateways, the server. */
    setPace(faster: number): void {
      factor = faster;
      writeFileSync(`${paceFile(folder)}.new`, String(factor));
      renameSync(`${paceFile(folder)}.new`, paceFile(folder));
    },
    pace: (ms: number): number => ms / factor,
    now: (): number => Date.now() + aheadMs,
    /** Sets the clock of all processes forward. */
    advance(ms: number): void {
      aheadMs += ms;
      // Replaced, so that no process reads half of it.
      writeFileSync(`${aheadFile(folder)}.new`, String(aheadMs));
      renameSync(`${aheadFile(folder)}.new`, aheadFile(folder));
    },
    arm(armed: Armed): void {
      rmSync(passedFile(folder), { force: true });
      writeFileSync(`${armedFile(folder)}.new`, JSON.stringify(armed));
      renameSync(`${armedFile(folder)}.new`, armedFile(folder));
    },
    isPassed: (): boolean => existsSync(passedFile(folder)),
    disarm: (): void => rmSync(armedFile(folder), { force: true }),
  };
}

export type Control = ReturnType<typeof createControl>;

/** A clock is read far more often than it is set forward. */
const READ_AHEAD_EVERY_MS = 5;

/** The side of a process under test. */
export function createKillSwitch(folder: string) {
  let aheadMs = 0;
  let factor = 1;
  let readAt = Number.NEGATIVE_INFINITY;

  function read(path: string): string | undefined {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return undefined;
    }
  }

  function readClock(): void {
    if (performance.now() - readAt <= READ_AHEAD_EVERY_MS) return;
    aheadMs = Number(read(aheadFile(folder)) ?? 0);
    factor = Number(read(paceFile(folder)) ?? 1);
    readAt = performance.now();
  }

  return {
    aheadMs(): number {
      readClock();
      return aheadMs;
    },
    /** How long a timer of the server lasts. */
    pace(ms: number): number {
      readClock();
      return ms / factor;
    },
    /** Kills what was armed at this moment, once. */
    pass(moment: Moment, press?: Press): void {
      const armed = JSON.parse(read(armedFile(folder)) ?? "{}") as Partial<Armed>;
      if (armed.moment !== moment || (press !== undefined && armed.press !== press)) return;
      try {
        renameSync(armedFile(folder), passedFile(folder));
      } catch {
        // Another process was there first.
        return;
      }
      for (const pid of armed.pids ?? []) process.kill(pid, "SIGKILL");
    },
  };
}
