import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const program = join(import.meta.dirname, "../src/main/all.ts");
/** The program behind `npm start`, which runs the server as its child. */
export const starterProgram = join(import.meta.dirname, "../../../scripts/start.mjs");

export interface ServerProcess {
  pid: number;
  /** The addresses of the ready line; rejects with what was printed when the process ends before. */
  ready: Promise<{ http: string; mqtt: string }>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Everything printed so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves when its log (HELIOGRAPH_LOG) holds the text; rejects when the process ends before. */
  logged(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Signals the whole process group, like a terminal on Ctrl-C. */
  killGroup(signal: NodeJS.Signals): void;
}

/** What a program of the server takes over from this process: where programs are, and its code as compiled before. */
export function environmentOfPrograms(): Record<string, string | undefined> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}

/** The real server as a child process in its own process group, without the settings of this process. */
export function startServerProcess(options: {
  env: Record<string, string>;
  /** Prefix of the command, such as setpriv with another user. */
  prefix?: readonly string[];
  program?: string;
}): ServerProcess {
  const run = [...(options.prefix ?? []), process.execPath, options.program ?? program];
  const [command = process.execPath, ...args] = run;
  const env = {
    ...environmentOfPrograms(),
    HELIOGRAPH_DEMO: "0",
    ...options.env,
  };
  const child = spawn(command, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const pid = child.pid as number;
  let stdout = "";
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  const ready = new Promise<{ http: string; mqtt: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      stdout += `${line}\n`;
      if (line.startsWith('{"event":"ready"')) resolve(JSON.parse(line) as { http: string; mqtt: string });
    });
    void ended.then(({ code }) => reject(new Error(`the server ended with ${code}: ${stdout}${stderr}`)));
  });
  ready.catch(() => {});
  const logged = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const search = () => {
        if (!stderr.includes(text)) return;
        child.stderr.off("data", search);
        resolve();
      };
      child.stderr.on("data", search);
      search();
      void ended.then(({ code }) => reject(new Error(`the server ended with ${code}: ${stdout}${stderr}`)));
    });
  return {
    pid,
    ready,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    logged,
    kill: (signal) => child.kill(signal),
    killGroup: (signal) => process.kill(-pid, signal),
  };
}

/** Numbers of the running processes whose command line or settings name the text (Linux). */
export function listProcessesOf(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        const settings =
          readFileSync(`/proc/${name}/cmdline`, "utf8") + readFileSync(`/proc/${name}/environ`, "utf8");
        return settings.includes(text);
      } catch {
        // Gone in the meantime, or another user's.
        return false;
      }
    })
    .map(Number);
}
