import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { openClickHouse } from "../src/infra/clickhouse/open-clickhouse.ts";
import { loadConfig } from "../src/infra/config.ts";
import { createLogger } from "../src/infra/logger.ts";
import { openDatabase } from "../src/main/open-database.ts";
import type { TestGateway } from "./link.ts";
import { createGateway } from "./link.ts";
import type { LoadOutcome, Sender, StoredReport } from "./report-load.ts";
import { compareReports, sendReports, storedReportsSql } from "./report-load.ts";

const CHECK_EVERY_MS = 50;
const HTTP_PAUSE_MS = 5;
const POLL_MS = 5;
const SEEN_WITHIN_MS = 50_000;
const BATCH = 20;

/** Result of one readiness check. */
export interface ReadinessCheck {
  askedAt: number;
  respondedAt: number;
  isReady: boolean;
  /** Why the intake is unavailable. */
  reason?: string;
}

async function checkReadiness(http: string): Promise<ReadinessCheck> {
  const askedAt = performance.now();
  const response = await fetch(`${http}/api/health/ready`);
  const { data } = (await response.json()) as { data: { parts: { intake: { reason?: string } } } };
  const { reason } = data.parts.intake;
  return { askedAt, respondedAt: performance.now(), isReady: response.status === 200, reason };
}

/** Runs work again and again until stopped; resolves with the last round. */
async function repeat(work: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await work();
}

/** Waits for a condition; throws after a timeout, so that the caller can clean up. */
export async function until(what: string, isMet: () => boolean): Promise<void> {
  const deadline = performance.now() + SEEN_WITHIN_MS;
  while (!isMet()) {
    if (performance.now() > deadline) throw new Error(`not seen: ${what}`);
    await wait(POLL_MS);
  }
}

/** Claimed gateways with a plant each, in the database of a running server. */
export async function createGateways(
  environment: Record<string, string>,
  count: number,
): Promise<TestGateway[]> {
  const logger = createLogger({ logLevel: "silent" });
  const { db, close } = await openDatabase(loadConfig(environment), logger);
  try {
    const gateways: TestGateway[] = [];
    // A few at a time: on a loaded machine, others would wait too long for a connection.
    while (gateways.length < count) {
      const batch = Array.from({ length: Math.min(BATCH, count - gateways.length) }, () => createGateway(db));
      gateways.push(...(await Promise.all(batch)));
    }
    return gateways;
  } finally {
    await close();
  }
}

/** Compares what a stopped server stored with what it acknowledged. */
export async function compareStored(
  dataFolder: string,
  acknowledged: ReadonlySet<string>,
  senders: readonly Sender[],
): Promise<LoadOutcome> {
  const logger = createLogger({ logLevel: "silent" });
  const clickhouse = await openClickHouse({ config: { dataFolder }, logger });
  try {
    const keys = senders.map(({ gateway }) => gateway.key);
    const stored = await clickhouse.query<StoredReport>(storedReportsSql, { keys });
    return compareReports(acknowledged, stored, senders);
  } finally {
    await clickhouse.close();
  }
}

/** Settings of a server that accepts the forwarded addresses of this load. */
export const loadEnvironment = { PORT: "0", MQTT_PORT: "0", TRUST_PROXY: "1" };

/** Load of gateways and browsers on a server, with the recorded results. */
export function startLoad(options: { http: string; mqttPort: number; senders: readonly Sender[] }) {
  const { http, mqttPort, senders } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const acknowledged = new Set<string>();
  const checks: ReadinessCheck[] = [];
  let acknowledgedAt = 0;
  let httpCalls = 0;
  let servedAt = 0;
  const log = (line: string) => {
    acknowledged.add(line);
    acknowledgedAt = performance.now();
  };
  const call = async (path: string, body?: object) => {
    const askedAt = performance.now();
    // Each from its own address: a throttled caller causes no load on the database.
    const address = `10.${[...randomBytes(3)].join(".")}`;
    const headers = { "accept-language": "en", "time-zone": "UTC", "x-forwarded-for": address };
    const response = await fetch(
      `${http}/api${path}`,
      body
        ? {
            method: "POST",
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify(body),
          }
        : { headers },
    );
    await response.arrayBuffer();
    httpCalls++;
    if (response.ok) servedAt = Math.max(servedAt, askedAt);
    // A call refused for another reason than the outage causes no load.
    else if (response.status < 500) throw new Error(`${path} was refused with ${response.status}`);
    await wait(HTTP_PAUSE_MS);
  };
  const running = [
    ...senders.map((sender) =>
      repeat(async () => {
        await sendReports(sender, mqttPort, { log, signal });
        await wait(POLL_MS);
      }, signal),
    ),
    ...Array.from({ length: 3 }, () => repeat(() => call("/token/anonymous", { endpoint: "WEB" }), signal)),
    ...Array.from({ length: 3 }, () =>
      repeat(() => {
        const target = `${randomUUID()}@example.org`;
        return call(`/registry/sendCode?purpose=register&target=${target}`);
      }, signal),
    ),
    repeat(async () => {
      checks.push(await checkReadiness(http));
      await wait(CHECK_EVERY_MS);
    }, signal),
  ];
  // A call that finds no server ends the load; its waiting callers are rejected.
  const failed = Promise.all(running).then(() => undefined);
  failed.catch(() => undefined);
  return {
    acknowledged,
    checks,
    failed,
    lastAcknowledgedAt: () => acknowledgedAt,
    httpCalls: () => httpCalls,
    /** When the last successful call was made. */
    lastServedAt: () => servedAt,
    async stop() {
      stopping.abort();
      await failed;
    },
  };
}

export type Load = ReturnType<typeof startLoad>;
