import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createSession, ensurePlatform } from "../../../../test/fixtures.ts";
import { createGateway } from "../../../../test/link.ts";
import { createLogger } from "../../../infra/logger.ts";
import type { EngineStatus } from "./engine-status.service.ts";
import { createProcessReport } from "./process-report.service.ts";

let engines: TestEngines;
let server: TestApp;
let authorization: string;

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp(engines);
  const { companyId } = await ensurePlatform(engines.db);
  const root = await createAccount(engines.db, { companyId, roleCode: "ROOT" });
  ({ authorization } = await createSession(engines.db, { accountId: root.id }));
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

async function readStatus(): Promise<EngineStatus> {
  const { envelope } = await server.call("GET", "/system/engineStatus", { authorization });
  return envelope.data as EngineStatus;
}

const createReport = (processId: string) =>
  createProcessReport({
    ...{ db: engines.db, processId, logger: createLogger({ logLevel: "silent" }) },
    roles: new Set(["link"] as const),
    health: server.services.health,
    countConnections: () => ({ gateways: 7, streams: 0 }),
  });

test("lists processes with their state, and not those that stopped", async () => {
  const processId = randomUUID();
  const report = createReport(processId);
  await expect.poll(async () => (await server.services.health.check()).isReady).toBe(true);
  await report.report();
  const find = async () => (await readStatus()).processes.find((row) => row.processId === processId);
  expect(await find()).toMatchObject({
    roles: ["link"],
    state: "ready",
    gateways: 7,
    isLeader: false,
    parts: { postgresql: { isOk: true }, clickhouse: { isOk: true } },
  });
  await sql`insert into job_leader (term, process_id, expires_at) values (1, ${processId}, 'infinity')
    on conflict (id) do update set process_id = excluded.process_id, expires_at = 'infinity'`.execute(
    engines.db,
  );
  expect(await find()).toMatchObject({ isLeader: true });
  await sql`update server_processes set seen_at = seen_at - interval '20 seconds' where id = ${processId}`.execute(
    engines.db,
  );
  expect(await find()).toMatchObject({ state: "silent" });
  await sql`update server_processes set seen_at = seen_at - interval '2 days' where id = ${processId}`.execute(
    engines.db,
  );
  const other = createReport(randomUUID());
  await other.report();
  expect(await find()).toBeUndefined();
  server.services.health.setStopping();
  await other.report();
  expect((await readStatus()).processes).toMatchObject([{ state: "stopping" }]);
  await other.stop();
  expect((await readStatus()).processes).toEqual([]);
});

test("counts what waits, and rejected reports", async () => {
  const before = (await readStatus()).queues;
  const gateway = await createGateway(engines.db);
  await sql`insert into rollup_marks (plant_key, window_at, marked_at)
    values (1, '2026-05-01T10:00:00Z', clock_timestamp() - interval '90 seconds')`.execute(engines.db);
  await sql`insert into pending_reports (gateway_id, received_at, topic, reason, body)
    values (${gateway.id}, now(), 'data', 'unbound', 'x')`.execute(engines.db);
  await sql`insert into rejected_report_counts (gateway_id, reason, total, last_at)
    values (${gateway.id}, 'future', 3, now())`.execute(engines.db);
  const { queues } = await readStatus();
  expect(queues).toMatchObject({
    rollUpWindows: before.rollUpWindows + 1,
    pendingReports: before.pendingReports + 1,
    rejectedReports: before.rejectedReports + 3,
    gatewaysOffline: before.gatewaysOffline + 1,
    gatewaysOnline: 0,
    jobsQueued: 0,
    jobsRunning: 0,
  });
  expect(queues.rollUpLagS).toBeGreaterThanOrEqual(90);
});
