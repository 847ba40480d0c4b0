import type { FastifyInstance } from "fastify";
import type { Logger } from "../infra/logger.ts";

/**
 * Logs each call of the API at the level info, under the id that its response has (`x-request-id`). Only the address of the
 * contract is logged: what callers send may be secret.
 */
export function addRequestLog(app: FastifyInstance, logger: Logger): void {
  app.addHook("onResponse", async (request, reply) => {
    const endpoint = request.routeOptions.config?.endpoint;
    if (!endpoint || !logger.isLevelEnabled("info")) return;
    logger.info(
      {
        requestId: request.id,
        place: `${endpoint.method} ${endpoint.path}`,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        accountId: request.knownScope?.accountId,
      },
      "a call",
    );
  });
}
