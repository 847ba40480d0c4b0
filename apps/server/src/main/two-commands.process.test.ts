import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startClickHouseHttpServer } from "../../test/clickhouse-http-server.ts";
import { variants } from "../../test/full-run.ts";
import { hasMachinePostgres, startMachinePostgres } from "../../test/machine-postgres.ts";
import { listProcessesOf, starterProgram, startServerProcess } from "../../test/server-process.ts";
import {
  anyPorts,
  createFolder,
  createStartedFolder,
  expectGracefulStop,
  expectReady,
  start,
} from "../../test/server-start.ts";

test("is ready once it prints the ready line last; a second start finds the stored data, after a graceful stop and after kill -9", async () => {
  const folder = createFolder();
  const first = start({ HELIOGRAPH_DATA: folder });
  await expectReady((await first.ready).http);
  expect(first.stdout().trim().split("\n").at(-1)).toMatch(
    /^\{"event":"ready","http":"http:.*","mqtt":"mqtt:.*"\}$/,
  );
  const rootAccount = readFileSync(join(folder, "root-account.json"), "utf8");
  first.kill("SIGTERM");
  await expectGracefulStop(first, folder);

  const second = start({ HELIOGRAPH_DATA: folder });
  await second.ready;
  second.kill("SIGKILL");
  await second.ended;
  // PostgreSQL is a separate process and outlives a killed server.
  const leftOver = listProcessesOf(`-D\0${folder}`);
  expect(leftOver.length).toBeGreaterThan(0);

  const third = start({ HELIOGRAPH_DATA: folder });
  const { http } = await third.ready;
  expect(listProcessesOf(`-D\0${folder}`).filter((pid) => leftOver.includes(pid))).toEqual([]);
  expect(readFileSync(join(folder, "root-account.json"), "utf8")).toBe(rootAccount);
  await expectReady(http);
  third.kill("SIGTERM");
  expect((await third.ended).code).toBe(0);
  expect(listProcessesOf(folder)).toEqual([]);
});

test.runIf(hasMachinePostgres)("runs on databases by address, and creates none of its own", async () => {
  const folder = createFolder();
  const postgres = await startMachinePostgres();
  onTestFinished(() => postgres.stop());
  const clickhouse = await startClickHouseHttpServer();
  onTestFinished(() => clickhouse.stop());
  const env = {
    HELIOGRAPH_DATA: folder,
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: `${clickhouse.url}/plants`,
  };
  for (let round = 0; round < 2; round++) {
    const server = start(env);
    const { http } = await server.ready;
    await expectReady(http);
    server.kill("SIGTERM");
    await expectGracefulStop(server, folder);
  }
  expect(existsSync(join(folder, "postgres"))).toBe(false);
  expect(existsSync(join(folder, "clickhouse"))).toBe(false);
});

const stops = [
  ["SIGINT", "killGroup", starterProgram],
  ["SIGTERM", "kill", starterProgram],
  ["SIGTERM", "kill", undefined],
  ["SIGINT", "killGroup", undefined],
  ["SIGHUP", "killGroup", undefined],
] as const;

test.each(variants(stops))(
  "%s (%s) stops everything in order and leaves no process (%s)",
  async (signal, how, program) => {
    const folder = await createStartedFolder();
    const server = startServerProcess({ env: { ...anyPorts, HELIOGRAPH_DATA: folder }, program });
    await server.ready;
    server[how](signal);
    server[how](signal);
    await expectGracefulStop(server, folder);
    expect(existsSync(join(folder, "server.json"))).toBe(false);
    expect(existsSync(join(folder, "postgres", "postmaster.pid"))).toBe(false);
  },
);

test("stops gracefully when a stop is requested during the start", async () => {
  const folder = createFolder();
  const server = start({ HELIOGRAPH_DATA: folder });
  // The lock exists as soon as the start has begun; PostgreSQL is created after it.
  while (!existsSync(join(folder, "server.json"))) await new Promise((resolve) => setImmediate(resolve));
  server.kill("SIGTERM");
  await expectGracefulStop(server, folder);
});
