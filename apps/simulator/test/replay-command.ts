import { execFile } from "node:child_process";
import { resolve } from "node:path";
import type { TestServer } from "./server.ts";

const program = resolve(import.meta.dirname, "../src/replay.ts");

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Id and first day of the plants whose addresses were printed. */
  readonly plants: readonly { stationId: string; firstDay: string }[];
}

/** Runs the program behind `npm run replay` against a server. */
export function runReplayCommand(
  server: Pick<TestServer, "dataFolder">,
  args: readonly string[],
): Promise<CommandResult> {
  const env = { ...process.env, HELIOGRAPH_DATA: server.dataFolder };
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      const addresses = stdout.matchAll(/\/#\/station\/([0-9a-f-]{36})\?day=(\d{4}-\d\d-\d\d)/g);
      done({
        exitCode: error ? Number(error.code ?? 1) : 0,
        stdout,
        stderr,
        plants: [...addresses].map(([, stationId, firstDay]) => ({
          stationId: stationId!,
          firstDay: firstDay!,
        })),
      });
    });
  });
}
