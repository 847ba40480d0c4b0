import type { FastifyInstance } from "fastify";
import type { Metrics } from "../infra/metrics.ts";

const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const MS_PER_S = 1_000;

/** Counts requests by address of the contract, method and status, and their durations but those of event streams. */
export function addRequestMetrics(app: FastifyInstance, metrics: Metrics, countStreams: () => number): void {
  const requests = metrics.addCounter({
    name: "heliograph_http_requests_total",
    help: "Requests by address of the API, method and status. Everything that is no call of the API has the path other.",
  });
  const durations = metrics.addHistogram(
    { name: "heliograph_http_request_duration_seconds", help: "Durations of the calls of the API." },
    BOUNDS_S,
  );
  metrics.addGauge(
    { name: "heliograph_event_streams", help: "Open event streams, about one for each open console." },
    () => [{ value: countStreams() }],
  );
  app.addHook("onResponse", async (request, reply) => {
    const endpoint = request.routeOptions.config?.endpoint;
    // Only addresses of the contract: others, which a caller chooses, would make endless labels.
    requests.increment({
      path: endpoint?.path ?? "other",
      method: endpoint?.method ?? "other",
      code: String(reply.statusCode),
    });
    if (endpoint && endpoint.responseType !== "stream") durations.observe(reply.elapsedTime / MS_PER_S);
  });
}
