import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { createApp } from "../src/app/create-app.ts";
import { mountAll } from "../src/app/mount-all.ts";
import { createWebEntry } from "../src/app/web-files.ts";
import type { Bus } from "../src/infra/bus.ts";
import { createInProcessBus } from "../src/infra/bus.ts";
import type { ClickHouse } from "../src/infra/clickhouse/open-clickhouse.ts";
import type { VirtualClock } from "../src/infra/clock.ts";
import { createVirtualClock } from "../src/infra/clock.ts";
import { loadConfig } from "../src/infra/config.ts";
import { createLogger } from "../src/infra/logger.ts";
import type { Metrics } from "../src/infra/metrics.ts";
import type { Db } from "../src/infra/postgres/database.ts";
import type { PostgresHealth } from "../src/infra/postgres/open-postgres.ts";
import type { Services } from "../src/main/services.ts";
import { createServices } from "../src/main/services.ts";
import type { RefusalCounts } from "../src/modules/base/audit/refusal-counts.service.ts";

export interface Envelope {
  code: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  data: any;
  msg: string;
  status: number;
}

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  refusals: RefusalCounts;
  clock: VirtualClock;
  bus: Bus;
  /** Folder of its files, deleted when it closes. */
  dataFolder: string;
  /** A call as a client makes it: English, in UTC. */
  call(
    method: "GET" | "POST" | "DELETE",
    path: string,
    options?: { query?: object; body?: unknown; authorization?: string; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse & { envelope: Envelope }>;
  close(): Promise<void>;
}

const answeringPostgres: PostgresHealth = {
  state: () => undefined,
  ping: async () => undefined,
  isExhausted: () => false,
};

function parseEnvelope(response: LightMyRequestResponse): Envelope {
  const isJson = String(response.headers["content-type"] ?? "").startsWith("application/json");
  return isJson ? (response.json() as Envelope) : { code: "", data: null, msg: "", status: 0 };
}

/** The real app with every module on the real engines; the clock does not advance until moved. */
export async function createTestApp(options: {
  db: Db;
  clickhouse: ClickHouse;
  /** For tests of health; healthy by default. */
  postgres?: PostgresHealth;
  webFolder?: string;
  environment?: Record<string, string>;
  startAt?: number;
  /** Apps that share a bus act as processes of one server. */
  bus?: Bus;
  metrics?: Metrics;
}): Promise<TestApp> {
  const { db, clickhouse, webFolder, environment = {}, postgres = answeringPostgres } = options;
  const logger = createLogger({ logLevel: "silent" });
  const clock = createVirtualClock(options.startAt ?? Date.now());
  const bus = options.bus ?? createInProcessBus();
  const dataFolder = join(tmpdir(), `heliograph-test-app-${randomUUID()}`);
  const config = loadConfig({ HELIOGRAPH_DATA: dataFolder, ...environment });
  const services = createServices({
    processId: randomUUID(),
    config,
    logger,
    clock,
    bus,
    db,
    postgres,
    clickhouse,
    print: () => {},
  });
  const { configuration, identity, access, apiKeys, maintenance, notifications, plantLive, schedules } =
    services;
  const app = await createApp({
    config,
    logger,
    db,
    clock,
    bus,
    identity,
    access,
    apiKeys,
    maintenance,
    plantLive,
    notifications,
    schedules,
    configuration,
    webFolder,
    isStopping: services.health.isStopping,
    ...(options.metrics && { metrics: options.metrics }),
    mountRoutes: (mount, mountFile) =>
      mountAll({ mount, mountFile, services, findWebEntry: createWebEntry(webFolder) }),
  });
  await app.ready();
  return {
    app,
    services,
    refusals: app.refusals,
    clock,
    bus,
    dataFolder,
    async call(method, path, { query, body, authorization, headers } = {}) {
      const request: InjectOptions = {
        method,
        url: `/api${path}`,
        query: query as never,
        payload: body as never,
        headers: {
          "accept-language": "en",
          "time-zone": "UTC",
          ...(authorization && { authorization }),
          ...headers,
        },
      };
      const response = await app.inject(request);
      return Object.assign(response, { envelope: parseEnvelope(response) });
    },
    async close() {
      await app.close();
      await bus.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
