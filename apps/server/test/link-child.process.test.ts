import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLinkChild } from "./link-child.ts";
import { listProcessesOf } from "./server-process.ts";
import { expectReady } from "./server-start.ts";
import { fillStartedFolder } from "./started-folder.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  await fillStartedFolder(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const waitForEnd = () => vi.waitFor(() => expect(listProcessesOf(folder)).toEqual([]), { timeout: 60_000 });

test.each(["SIGTERM", "SIGINT"] as const)("stops its engines on %s", async (signal) => {
  const child = await startLinkChild({ dataFolder: folder });
  // The link and its PostgreSQL.
  expect(listProcessesOf(folder).length).toBeGreaterThanOrEqual(2);
  process.kill(child.pid, signal);
  await waitForEnd();
});

test("serves the API when it is asked for, on the same engines", async () => {
  const child = await startLinkChild({ dataFolder: folder, servesApi: true });
  await expectReady(child.http as string);
  const [gateway] = await child.ask<{ key: number }[]>({ ask: "gateways", count: 1 });
  const rows = await child.ask({
    ask: "queryPostgres",
    sql: `select count(*)::int as count from gateways`,
  });
  await child.ask({
    ask: "command",
    sql: "insert into reports (gateway, seq) values ({gateway:UInt32}, 7)",
    params: { gateway: gateway?.key ?? 0 },
  });
  const reports = await child.ask({ ask: "query", sql: "select gateway, seq from reports", params: {} });
  await child.stop();
  expect(rows).toEqual([{ count: 1 }]);
  expect(reports).toEqual([{ gateway: gateway?.key, seq: "7" }]);
});

test("stops its engines when its parent was killed", async () => {
  const link = pathToFileURL(join(import.meta.dirname, "link-child.ts")).href;
  const script = `const { startLinkChild } = await import(${JSON.stringify(link)});
    await startLinkChild({ dataFolder: ${JSON.stringify(folder)} });
    process.stdout.write("ready");`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(parent.stdout, "data");
  parent.kill("SIGKILL");
  await waitForEnd();
});
