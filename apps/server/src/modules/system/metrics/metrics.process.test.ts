import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import type { TestLink } from "../../../../test/link.ts";
import {
  connectGateway,
  createBirth,
  createData,
  createGateway,
  startTestLink,
} from "../../../../test/link.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createMetrics } from "../../../infra/metrics.ts";
import { startMetricsServer } from "./metrics-server.service.ts";
import { addProcessMetrics } from "./process-metrics.service.ts";
import { addQueueMetrics } from "./queue-metrics.service.ts";

const token = "a-token-of-this-test";
const metrics = createMetrics();

let engines: TestEngines;
let app: TestApp;
let link: TestLink;
let server: Awaited<ReturnType<typeof startMetricsServer>>;
let measured: ReturnType<typeof addProcessMetrics>;

const startServer = (port: number) =>
  startMetricsServer({
    ...{ metrics, token, port },
    logger: createLogger({ logLevel: "silent" }),
    health: app.services.health,
    host: "127.0.0.1",
    print: () => {},
  });

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  app = await createTestApp({ ...engines, metrics });
  link = await startTestLink({ ...engines, metrics });
  measured = addProcessMetrics(metrics, { health: app.services.health, roles: new Set(["api", "jobs"]) });
  addQueueMetrics(metrics, engines.db);
  server = await startServer(0);
});
afterAll(async () => {
  await server.stop();
  measured.stop();
  await link.stop();
  await app.close();
  await engines.close();
});

const request = (path: string, authorization?: string, method = "GET") =>
  fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    ...(authorization !== undefined && { headers: { authorization } }),
  });

async function readAll(): Promise<Map<string, number>> {
  const response = await request("/metrics", `Bearer ${token}`);
  expect(response.status).toBe(200);
  const lines = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

test("refuses requests without the token, and serves nothing but the metrics", async () => {
  for (const authorization of [undefined, "Bearer wrong", token, `Bearer ${token}x`])
    expect((await request("/metrics", authorization)).status).toBe(401);
  expect((await request("/", `Bearer ${token}`)).status).toBe(404);
  expect((await request("/metrics", `Bearer ${token}`, "POST")).status).toBe(404);
  const response = await request("/metrics", `Bearer ${token}`);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
});

test("a second process on the same port is refused with a sentence", async () => {
  await expect(startServer(server.port)).rejects.toThrow(
    `METRICS_PORT: port ${server.port} on 127.0.0.1 is busy: stop the program that uses it, or choose another.`,
  );
});

test("counts requests by address of the API, and unknown addresses together", async () => {
  await app.call("GET", "/health/live");
  await app.call("GET", "/health/live");
  await app.call("GET", "/job/list");
  await app.call("GET", "/nobody/knows");
  const found = await readAll();
  const requests = (path: string, method: string, code: number) =>
    found.get(`heliograph_http_requests_total{path="${path}",method="${method}",code="${code}"}`);
  expect(requests("/health/live", "GET", 200)).toBe(2);
  expect(requests("/job/list", "GET", 401)).toBe(1);
  expect(requests("other", "other", 404)).toBe(1);
  expect(found.get("heliograph_http_request_duration_seconds_count")).toBe(3);
  expect([...found.keys()].join("\n")).not.toContain("nobody");
});

test("counts reports that arrive, are stored and are rejected, and connected gateways", async () => {
  const gateway = await createGateway(engines.db);
  const client = await connectGateway(link, gateway);
  await client.send("upBirth", createBirth(gateway.sn, 2));
  const report = createData({ s: 1, t: Date.now() });
  await client.send("upData", report);
  await client.send("upData", report);
  // A time that is too far in the future.
  await client.send("upData", createData({ s: 2, t: Date.now() + 86_400_000 * 400 }));
  const found = await readAll();
  expect(found.get('heliograph_reports_received_total{kind="data"}')).toBe(3);
  expect(found.get('heliograph_reports_stored_total{kind="data"}')).toBe(1);
  expect(found.get('heliograph_reports_rejected_total{reason="future"}')).toBe(1);
  expect(found.get("heliograph_connected_gateways")).toBe(1);
  await client.end();
  await expect.poll(async () => (await readAll()).get("heliograph_connected_gateways")).toBe(0);
});

test("shows the lag of roll-ups, pending reports, jobs and the readiness of each part", async () => {
  await sql`delete from rollup_marks`.execute(engines.db);
  await sql`insert into rollup_marks (plant_key, window_at, marked_at) values
    (1, '2026-05-01T10:00:00Z', clock_timestamp() - interval '90 seconds'),
    (1, '2026-05-01T10:15:00Z', clock_timestamp())`.execute(engines.db);
  const gateway = await createGateway(engines.db);
  await sql`insert into pending_reports (gateway_id, received_at, topic, reason, body)
    values (${gateway.id}, now(), 'data', 'unbound', 'x')`.execute(engines.db);
  const found = await readAll();
  expect(found.get("heliograph_rollup_windows")).toBe(2);
  expect(found.get("heliograph_rollup_lag_seconds")).toBeGreaterThanOrEqual(90);
  expect(found.get("heliograph_rollup_lag_seconds")).toBeLessThan(150);
  expect(found.get('heliograph_pending_reports{reason="unbound"}')).toBe(1);
  expect(found.get('heliograph_role{role="jobs"}')).toBe(1);
  expect(found.get("heliograph_ready")).toBe(1);
  expect(found.get('heliograph_part_up{part="postgresql"}')).toBe(1);
  expect(found.get('heliograph_part_up{part="clickhouse"}')).toBe(1);
  expect(found.get("process_resident_memory_bytes")).toBeGreaterThan(1e7);
  // Without a mark there is no lag.
  await sql`delete from rollup_marks`.execute(engines.db);
  expect((await readAll()).get("heliograph_rollup_lag_seconds")).toBe(0);
});

// Where Prometheus is installed: its own check of the format and of the names.
test.skipIf(!existsSync("/usr/bin/promtool"))("passes the check of Prometheus' own tool", async () => {
  const text = await (await request("/metrics", `Bearer ${token}`)).text();
  const { status, stderr, stdout } = spawnSync("/usr/bin/promtool", ["check", "metrics"], {
    input: text,
    encoding: "utf8",
  });
  expect({ status, stderr, stdout }).toEqual({ status: 0, stderr: "", stdout: "" });
});

// The last one: a process that is about to stop does not become ready again.
test("tells a balancer whether the process is ready, without the token, and not any more when it is about to stop", async () => {
  const read = async () => {
    const response = await request("/ready");
    return [response.status, await response.text()];
  };
  await expect.poll(read).toEqual([200, "ready\n"]);
  app.services.health.setStopping();
  expect(await read()).toEqual([503, "not ready\n"]);
  const { envelope, headers } = await app.call("GET", "/health/ready");
  expect(envelope).toMatchObject({ status: 503, data: { isReady: false, isStopping: true } });
  expect(envelope.data.parts.postgresql.isOk).toBe(true);
  expect(headers.connection).toBe("close");
  expect((await readAll()).get("heliograph_ready")).toBe(0);
});
