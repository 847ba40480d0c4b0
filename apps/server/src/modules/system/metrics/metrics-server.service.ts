import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "../../../infra/logger.ts";
import type { Metrics } from "../../../infra/metrics.ts";
import { listenOnPort } from "../../../infra/ports.ts";
import type { HealthService } from "../health/health.service.ts";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
const REQUEST_TIMEOUT_MS = 10_000;

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Serves `GET /metrics` on a port of its own, to requests with `Authorization: Bearer <token>`, and `GET /ready` to all: the
 * readiness of a process without HTTP, for balancers (200 or 503).
 */
export async function startMetricsServer(options: {
  metrics: Metrics;
  health: Pick<HealthService, "check">;
  token: string;
  host: string;
  port: number;
  logger: Logger;
  print(line: string): void;
}): Promise<{ port: number; stop(): Promise<void> }> {
  const { metrics, health, token, host, port, logger, print } = options;
  const expected = hash(`Bearer ${token}`);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split("?", 1)[0];
    if (request.method === "GET" && path === "/ready") {
      const { isReady } = await health.check();
      response.writeHead(isReady ? 200 : 503, { "content-type": "text/plain", "cache-control": "no-store" });
      response.end(isReady ? "ready\n" : "not ready\n");
      return;
    }
    // Compared by hashes in constant time, so that the time tells nothing about the token.
    if (!timingSafeEqual(hash(request.headers.authorization ?? ""), expected)) {
      response.writeHead(401, { "www-authenticate": "Bearer" }).end();
      return;
    }
    if (request.method !== "GET" || path !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    const text = await metrics.render();
    response.writeHead(200, { "content-type": CONTENT_TYPE, "cache-control": "no-store" }).end(text);
  }

  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    respond(request, response).catch((error: unknown) => {
      logger.warn({ err: error }, "metrics not sent");
      response.destroy();
    });
  });
  await listenOnPort(
    { variable: "METRICS_PORT", host, port, isSet: true },
    async (free) => {
      server.listen(free, host);
      await once(server, "listening");
    },
    print,
  );
  server.on("error", (error) => logger.error({ err: error }, "the metrics port failed"));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
