import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { ServerProcess } from "./server-process.ts";
import { listProcessesOf, startServerProcess } from "./server-process.ts";
import { fillStartedFolder } from "./started-folder.ts";

export const anyPorts = { PORT: "0", MQTT_PORT: "0" };
/** Folder of one test; processes still running in it end with the test. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-start-"));
  onTestFinished(() => {
    for (const pid of listProcessesOf(folder)) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Folder of one test in which a server has started and stopped before. */
export async function createStartedFolder(): Promise<string> {
  const folder = createFolder();
  await fillStartedFolder(folder);
  return folder;
}

/** The server on free ports. */
export function start(env: Record<string, string>, prefix?: readonly string[]): ServerProcess {
  return startServerProcess({ env: { ...anyPorts, ...env }, prefix });
}

/** What a server says because the machine is busy: a part takes long to stop, or to reply to a check of its state. */
const busyLines = /"msg":"(a part takes long to stop|not working|working again)"/;

/** Lines on stderr apart from those that depend on how busy the machine is. */
export function listErrors(server: ServerProcess): string[] {
  return server
    .stderr()
    .split("\n")
    .filter((line) => line !== "" && !busyLines.test(line));
}

/** Expects one sentence on stderr, exit code 1, and no internals of the program. */
export async function expectRefusal(server: ServerProcess, sentence: string | RegExp): Promise<void> {
  expect(await server.ended).toEqual({ code: 1, signal: null });
  const lines = listErrors(server);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(sentence);
  expect(server.stdout()).not.toContain('"event":"ready"');
}

/** Exit code 0, no error printed, and no process left. */
export async function expectGracefulStop(server: ServerProcess, folder: string): Promise<void> {
  // A stop that takes longer than its 10 s ends itself by SIGKILL, which would show here.
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(listProcessesOf(folder)).toEqual([]);
  expect(listErrors(server)).toEqual([]);
}

/** Expects the server to say that it is ready; on a busy machine one of its checks may take too long. */
export async function expectReady(http: string): Promise<void> {
  await expect.poll(async () => (await fetch(`${http}/api/health/ready`)).status).toBe(200);
}

/** Occupies a port of this machine; 0 for any free one. */
export async function occupy(port: number): Promise<Server> {
  const server = createServer();
  // Another program on that port, such as a running Heliograph, occupies it just as well. once(server, "listening")
  // would reject with its EADDRINUSE.
  await new Promise<void>((resolve) => {
    server.once("listening", resolve).once("error", () => resolve());
    server.listen({ host: "127.0.0.1", port });
  });
  onTestFinished(() => void server.close());
  return server;
}
