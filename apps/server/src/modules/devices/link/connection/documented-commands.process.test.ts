import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import type { TestGateway, TestLink } from "../../../../../test/link.ts";
import { connectGateway, createGateway, startTestLink, until } from "../../../../../test/link.ts";
import { systemScope } from "../../../base/access/scope.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../../../../docs/device-link.md"), "utf8");
const run = promisify(execFile);
const programs = ["mosquitto_pub", "mosquitto_sub", "mosquitto_rr"];
const missing = programs.filter((program) => spawnSync("which", [program]).status !== 0);
const isRequired = process.env.CI === "true";

/** The lines of the page under this mark, exactly. */
function linesOf(mark: string): string {
  const lines = new RegExp(`\`\`\`sh example ${mark}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1];
  if (lines === undefined) throw new Error(`docs/device-link.md has no lines "${mark}"`);
  return lines;
}

let engines: TestEngines;
let link: TestLink;
let gateway: TestGateway;
let other: TestGateway;
const variables: Record<string, string> = {};

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  link = await startTestLink(engines);
  gateway = await createGateway(engines.db, { isClaimed: false });
  other = await createGateway(engines.db);
  Object.assign(variables, {
    HOST: "127.0.0.1",
    PORT: String(link.port),
    SN: gateway.sn,
    CODE: gateway.code,
    OTHER: other.sn,
  });
});
afterAll(async () => {
  await link.stop();
  await engines.close();
});

async function runExample(mark: string): Promise<string> {
  const env = { ...process.env, ...variables };
  const { stdout, stderr } = await run("bash", ["-c", linesOf(mark)], { env, timeout: 50_000 });
  return `${stdout}${stderr}`.trim();
}

describe.skipIf(missing.length > 0 && !isRequired)(
  `commands of docs/device-link.md (needs ${programs.join(", ")})`,
  () => {
    test("claims a gateway, sends a birth and a report that is stored and shown", async () => {
      variables.SECRET = await runExample("claim");
      expect(variables.SECRET).toMatch(/^[A-Za-z0-9_-]{43}$/);
      const shown: unknown[] = [];
      link.bus.subscribe(`plant.${gateway.plant?.id}.units`, (message) => shown.push(message));
      await runExample("birth");
      await runExample("report");
      const rows = await engines.clickhouse.query(
        "select vi, ii, eh from samples where gateway = {key:UInt32}",
        { key: gateway.key },
      );
      expect(rows).toEqual([{ vi: expect.closeTo(40.35, 4), ii: expect.closeTo(8.12, 4), eh: 1500 }]);
      await until(
        () => shown.length,
        (count) => count > 0,
      );
    });

    test("receives a command and replies to it", async () => {
      const listening = runExample("listen");
      await until(
        async () => {
          const { rows } = await sql<{ is: boolean }>`
            select is_online as is from gateways where device_id = ${gateway.id}`.execute(engines.db);
          return rows[0]?.is;
        },
        (is) => is === true,
      );
      const command = await link.commands.send(systemScope(), {
        plantId: gateway.plant?.id ?? "",
        gatewayId: gateway.id,
        op: "scan",
        targets: "all",
        args: {},
        deadlineAt: new Date(Date.now() + 60_000),
        address: "",
      });
      expect(JSON.parse(await listening)).toMatchObject({ id: command.id, op: "scan", seq: 1 });
      variables.ID = command.id;
      expect(JSON.parse(await runExample("answer"))).toMatchObject({ id: command.id, seq: 2 });
      await until(
        async () => (await link.commands.find(systemScope(), command.id))?.state,
        (state) => state === "done",
      );
    });

    test("can neither read nor write another's topics", async () => {
      const witness = await connectGateway(link, other);
      expect(await runExample("read-other")).toBe("All subscription requests were denied.");
      await expect(runExample("write-other")).rejects.toMatchObject({ code: expect.any(Number) });
      const { rows } = await sql`select from rejected_reports where gateway_id = ${other.id}`.execute(
        engines.db,
      );
      expect(rows).toEqual([]);
      await witness.end();
    });
  },
);
