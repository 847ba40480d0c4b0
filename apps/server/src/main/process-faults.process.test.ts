import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerProcess } from "../../test/server-process.ts";
import { listProcessesOf, startServerProcess } from "../../test/server-process.ts";
import { expectReady, listErrors } from "../../test/server-start.ts";

// Preloaded in the server process: each SIGUSR2 raises another uncaught fault.
const faults = `
  const cause = new Error("the root of it");
  const list = [
    () => { throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }); },
    () => { Promise.reject(Object.assign(new Error("terminating connection"), { code: "57P01" })); },
    () => { throw new Error("a broken invariant of the test", { cause }); },
  ];
  process.on("SIGUSR2", () => list.shift()());
`;

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "heliograph-faults-"));
  const preload = `--import=data:text/javascript,${encodeURIComponent(faults)}`;
  server = startServerProcess({
    env: { HELIOGRAPH_DATA: folder, PORT: "0", MQTT_PORT: "0", NODE_OPTIONS: preload },
  });
});
afterAll(async () => {
  for (const pid of listProcessesOf(folder)) process.kill(pid, "SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

test("logs an unhandled connection error and continues; stops gracefully after a broken invariant and logs its cause", async () => {
  const { http } = await server.ready;
  server.kill("SIGUSR2");
  await server.logged("read ECONNRESET");
  server.kill("SIGUSR2");
  await server.logged("terminating connection");
  await expectReady(http);
  server.kill("SIGUSR2");
  expect(await server.ended).toEqual({ code: 1, signal: null });
  const lines = listErrors(server).map((line) => JSON.parse(line));
  expect(lines.map(({ level }) => level)).toEqual([50, 50, 60]);
  expect(lines[2].err.stack).toMatch(/a broken invariant of the test[\s\S]*caused by: Error: the root of it/);
  expect(listProcessesOf(folder)).toEqual([]);
});
