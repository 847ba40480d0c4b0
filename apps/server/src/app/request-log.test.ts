import { endpoints } from "@heliograph/contract";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { createLogger } from "../infra/logger.ts";
import { addRequestLog } from "./request-log.ts";

async function logCalls(logLevel: string): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const app = Fastify({ genReqId: () => "a-request" });
  addRequestLog(app, createLogger({ logLevel }, { write }));
  app.get("/api/health/live", { config: { endpoint: endpoints.health.live } }, async () => "");
  app.get("/other", async () => "");
  await app.inject("/api/health/live?secret=1");
  await app.inject("/other");
  await app.close();
  return lines;
}

test("logs calls of the API with the id of the request, and nothing that the caller sent", async () => {
  const [line, ...others] = await logCalls("info");
  expect(line).toMatchObject({ requestId: "a-request", place: "GET /health/live", status: 200 });
  expect(JSON.stringify(line)).not.toContain("secret");
  expect(others).toEqual([]);
  expect(await logCalls("warn")).toEqual([]);
});
