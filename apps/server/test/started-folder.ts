import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { inject } from "vitest";
import { startServerProcess } from "./server-process.ts";

const run = promisify(execFile);

async function startOnce(dataFolder: string): Promise<void> {
  const server = startServerProcess({
    env: { PORT: "0", MQTT_PORT: "0", HELIOGRAPH_DATA: dataFolder },
  });
  await server.ready;
  server.kill("SIGTERM");
  const { code } = await server.ended;
  if (code !== 0) throw new Error(`the server ended with ${code}: ${server.stderr()}`);
}

/** Makes the folder to copy, once in a run: test files run in several processes. */
async function makeOnce(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  while (!existsSync(folder)) {
    try {
      mkdirSync(draft);
    } catch {
      await delay(50);
      continue;
    }
    try {
      await startOnce(draft);
      renameSync(draft, folder);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw error;
    }
  }
}

/** Makes `folder` the data folder of a server that has started and stopped before: a first start takes twice as long. */
export async function fillStartedFolder(folder: string): Promise<void> {
  const started = join(inject("testFolder"), "started");
  await makeOnce(started);
  // PostgreSQL's files belong to a user of their own.
  await run("cp", ["-a", `${started}/.`, folder]);
}
