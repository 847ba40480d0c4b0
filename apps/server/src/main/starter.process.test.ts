import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { variants } from "../../test/full-run.ts";
import type { ServerProcess } from "../../test/server-process.ts";
import { listProcessesOf, starterProgram, startServerProcess } from "../../test/server-process.ts";
import {
  anyPorts,
  createFolder,
  createStartedFolder,
  expectGracefulStop,
  expectReady,
  expectRefusal,
} from "../../test/server-start.ts";

test("npm start stops with its child processes when npm receives SIGTERM", async () => {
  const folder = await createStartedFolder();
  const npm = spawn("npm", ["start"], {
    cwd: join(import.meta.dirname, "../../../.."),
    env: { ...process.env, ...anyPorts, HELIOGRAPH_DEMO: "0", HELIOGRAPH_DATA: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: npm.stdout });
  for await (const line of lines) if (line.startsWith('{"event":"ready"')) break;
  const ended = once(npm, "close");
  npm.kill("SIGTERM");
  await ended;
  await expect.poll(() => listProcessesOf(folder), { timeout: 100_000 }).toEqual([]);
});

describe("npm start and a crash", () => {
  const startByStarter = (env: Record<string, string>) =>
    startServerProcess({ env: { ...anyPorts, ...env }, program: starterProgram });
  const readServerPid = (folder: string): number =>
    (JSON.parse(readFileSync(join(folder, "server.json"), "utf8")) as { pid: number }).pid;
  const listReadyLines = (starter: ServerProcess) =>
    starter
      .stdout()
      .split("\n")
      .filter((line) => line.startsWith('{"event":"ready"'));

  test("restarts a crashed server on the same ports, reports it, and leaves no process of the crashed one", async () => {
    const folder = await createStartedFolder();
    const starter = startByStarter({ HELIOGRAPH_DATA: folder });
    const { http } = await starter.ready;
    for (const [round, signal] of variants(["SIGKILL", "SIGSEGV", "SIGABRT"] as const).entries()) {
      const ofCrashed = listProcessesOf(`-D\0${folder}`);
      process.kill(readServerPid(folder), signal);
      await expect.poll(() => listReadyLines(starter), { timeout: 40_000 }).toHaveLength(round + 2);
      expect(starter.stderr()).toContain(`The server ended unexpectedly (${signal}). Restarting it`);
      await expectReady(http);
      const running = listProcessesOf(`-D\0${folder}`);
      expect(running.length).toBeGreaterThan(0);
      expect(running.filter((pid) => ofCrashed.includes(pid))).toEqual([]);
    }
    expect(new Set(listReadyLines(starter)).size).toBe(1);
    starter.kill("SIGTERM");
    expect(await starter.ended).toEqual({ code: 0, signal: null });
    expect(listProcessesOf(folder)).toEqual([]);
  });

  test("restarts nothing after a graceful stop of the server", async () => {
    const folder = await createStartedFolder();
    const starter = startByStarter({ HELIOGRAPH_DATA: folder });
    await starter.ready;
    process.kill(readServerPid(folder), "SIGTERM");
    await expectGracefulStop(starter, folder);
    expect(listReadyLines(starter)).toHaveLength(1);
  });

  test("restarts nothing when the start fails with an error message", async () => {
    const folder = createFolder();
    await expectRefusal(
      startByStarter({ HELIOGRAPH_DATA: join(folder, "data"), DATABASE_URL: "postgres://127.0.0.1:1/x" }),
      /^DATABASE_URL: no PostgreSQL answers at/,
    );
    expect(listProcessesOf(folder)).toEqual([]);
  });

  test("stops the server gracefully when the starter is killed", async () => {
    const folder = await createStartedFolder();
    const starter = startByStarter({ HELIOGRAPH_DATA: folder });
    await starter.ready;
    starter.kill("SIGKILL");
    await expect.poll(() => listProcessesOf(folder), { timeout: 40_000 }).toEqual([]);
    expect(existsSync(join(folder, "server.json"))).toBe(false);
  });
});
