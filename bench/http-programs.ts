import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { signalTree } from "../apps/server/test/process-tree.ts";
import type { Target } from "./http-rounds.ts";
import type { HttpFleet, SeedInput } from "./http-seed.ts";
import { withResource } from "./resources.ts";

/** Runs bench/http-seed.ts to its end. */
export const seed = (input: SeedInput): Promise<HttpFleet> => runSeed("http-seed.ts", input);

/** Runs a program of bench/ that fills a data folder; resolves with what it sends when it has ended. */
export async function runSeed<Input extends { readonly dataFolder: string }, Fleet>(
  file: string,
  input: Input,
): Promise<Fleet> {
  const program = join(import.meta.dirname, file);
  const resource = {
    start: async () => {
      const child = fork(program, [JSON.stringify(input)]);
      return { child, ended: once(child, "exit") };
    },
    async stop({ child, ended }: { child: ReturnType<typeof fork>; ended: Promise<unknown> }) {
      // With its engines, by their ids: programs that are not of this bench may name the same folder.
      if (child.exitCode === null && child.signalCode === null) signalTree(child.pid as number, "SIGKILL");
      await ended;
    },
  };
  return await withResource(resource, async ({ child, ended }) => {
    const failed = ended.then(() => {
      throw new Error(`the process that writes the data ended with ${child.exitCode}`);
    });
    const [fleet] = (await Promise.race([once(child, "message"), failed])) as [Fleet];
    // The data folder is free when it has ended.
    await ended;
    return fleet;
  });
}

/** A bare Fastify as a process. */
export interface BareServer extends Target {
  stop(): Promise<void>;
}

/** Starts bench/http-bare.ts, which sends these bodies by the path of their address. */
export async function startBare(bodies: Readonly<Record<string, string>>): Promise<BareServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "http-bare.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  child.stdin.end(JSON.stringify(bodies));
  const failed = ended.then(() => {
    throw new Error(`the bare Fastify ended with ${child.exitCode}`);
  });
  const [port] = (await Promise.race([once(child.stdout, "data"), failed])) as [Buffer];
  // After the start, its end is expected.
  failed.catch(() => undefined);
  return {
    host: `127.0.0.1:${port.toString().trim()}`,
    pid: child.pid as number,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
