import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

const program = join(import.meta.dirname, "../src/main/all.ts");

export interface ServerProcess {
  readonly http: string;
  readonly mqtt: string;
  readonly pid: number;
  readonly child: ChildProcess;
  /** Everything said so far on stdout and stderr. */
  output(): string;
  rootAccount(): Promise<{ account: string; password: string }>;
  /** Ends the process and resolves with its exit code, null after SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Raised when the process ended before it was ready; the message holds what it said. */
export class ServerExit extends Error {
  readonly exitCode: number | null;
  constructor(exitCode: number | null, output: string) {
    super(output);
    this.name = "ServerExit";
    this.exitCode = exitCode;
  }
}

/** The real server as a process of its own on free ports, empty unless `env` says otherwise; resolves when it is ready. */
export async function spawnServer(options: {
  dataFolder: string;
  env?: NodeJS.ProcessEnv;
  /** Put before node: `setpriv …`, `nice …`. */
  wrapper?: readonly string[];
}): Promise<ServerProcess> {
  const [command = process.execPath, ...args] = [...(options.wrapper ?? []), process.execPath, program];
  const child = spawn(command, args, {
    env: {
      ...process.env,
      HELIOGRAPH_DATA: options.dataFolder,
      HELIOGRAPH_DEMO: "0",
      PORT: "0",
      MQTT_PORT: "0",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  const ready = new Promise<{ http: string; mqtt: string }>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      output += `${line}\n`;
      if (line.startsWith('{"event":"ready"')) resolve(JSON.parse(line));
    });
  });
  const address = await Promise.race([
    ready,
    exited.then(([code]) => {
      throw new ServerExit(code, output);
    }),
  ]);
  return {
    ...address,
    pid: child.pid as number,
    child,
    output: () => output,
    async rootAccount() {
      return JSON.parse(await readFile(join(options.dataFolder, "root-account.json"), "utf8"));
    },
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
