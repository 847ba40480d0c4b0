import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openOwnDatabase } from "../../test/own-database.ts";
import type { ServerProcess } from "../../test/server-process.ts";
import { environmentOfPrograms, startServerProcess } from "../../test/server-process.ts";
import { loadConfig } from "../infra/config.ts";
import { createLogger } from "../infra/logger.ts";
import type { Db } from "../infra/postgres/database.ts";
import { openDatabase } from "./open-database.ts";

const folder = mkdtempSync(join(tmpdir(), "heliograph-verify-"));
const env = { HELIOGRAPH_DATA: folder, PORT: "0", MQTT_PORT: "0" };
const logger = createLogger({ logLevel: "silent" });
let server: ServerProcess | undefined;

afterAll(async () => {
  server?.kill("SIGTERM");
  await server?.ended;
  rmSync(folder, { recursive: true, force: true });
});

function verify(more: Record<string, string> = {}): { status: number | null; said: string; errors: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "audit-verify.ts")],
    { env: { ...environmentOfPrograms(), ...env, ...more }, encoding: "utf8" },
  );
  return { status, said: stdout, errors: stderr };
}

/** The running server's own database, as a user with access to the machine opens it. */
async function withDatabase(use: (db: Db) => Promise<void>): Promise<void> {
  const { db, close } = await openDatabase(loadConfig({ HELIOGRAPH_DATA: folder }), logger);
  await use(db).finally(close);
}

const tamper = (change: ReturnType<typeof sql>) =>
  withDatabase(async (db) => {
    await sql`alter table audit disable trigger user`.execute(db);
    await change.execute(db);
    await sql`alter table audit enable trigger user`.execute(db);
  });

test("verifies the chain of a running and of a stopped server, names the broken row, and keeps start and stop rows [R3.14]", async () => {
  server = startServerProcess({ env });
  await server.ready;
  await withDatabase(async (db) => {
    const waiting = async () => (await sql`select from audit where number is null`.execute(db)).rows.length;
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  });
  expect(verify()).toEqual({
    status: 0,
    said: expect.stringMatching(/^Rows 1 to \d+ are chained and whole\.\n$/),
    errors: "",
  });
  await tamper(sql`update audit set method = 'Start' where type = 'account.root-made'`);
  const broken = /^BROKEN: row \d \([0-9a-f-]{36}\) is not what was sealed: /;
  expect(verify()).toMatchObject({ status: 1, said: expect.stringMatching(broken), errors: "" });
  server.kill("SIGTERM");
  await server.ended;
  expect(verify()).toMatchObject({ status: 1, said: expect.stringMatching(broken) });
  await withDatabase(async (db) => {
    const { rows } = await sql`select type from audit where type like 'server.%' order by at`.execute(db);
    expect(rows).toEqual([{ type: "server.start" }, { type: "server.stop" }]);
  });
});

test("verifies a database by its address, and reports that the chain's end is unknown there", async () => {
  const own = await openOwnDatabase();
  try {
    const elsewhere = join(folder, "elsewhere");
    expect(verify({ DATABASE_URL: own.url, HELIOGRAPH_DATA: elsewhere })).toEqual({
      status: 0,
      said: "No rows are chained and whole.\nThis data folder remembers no end of the chain: rows missing at its end would not be seen.\n",
      errors: "",
    });
  } finally {
    await own.close();
  }
});
