import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeRequest, openConnections, rotate, sendClosedLoop, sendOpenLoop } from "./http-load.ts";

describe("the load of the http bench", () => {
  let seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization ?? "");
    response.statusCode = Number(request.url?.slice(1));
    // Of another length each time.
    response.end("x".repeat(seen.length));
  });
  let host = "";

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const createNext = (statuses: readonly number[]) =>
    rotate(
      statuses.map((status, index) =>
        encodeRequest({ host, path: `/${status}`, authorization: `Bearer ${index}` }),
      ),
    );

  it("uses the sessions in turn", async () => {
    seen = [];
    const connections = await openConnections(host, 1);
    const durationsMs = await sendClosedLoop(connections, {
      next: createNext([200, 200, 200]),
      seconds: 0.05,
    });
    connections.end();
    expect(durationsMs.length).toBe(seen.length);
    expect(seen).toEqual(seen.map((_, index) => `Bearer ${index % 3}`));
  });

  it("makes every call that is due when all connections wait", async () => {
    seen = [];
    const connections = await openConnections(host, 2);
    const next = createNext([200, 200, 200]);
    const { durationsMs, latenessMs } = await sendOpenLoop(connections, {
      next,
      seconds: 0.003,
      callsPerSecond: 10_000,
    });
    connections.end();
    expect(durationsMs.length).toBe(30);
    expect(latenessMs.length).toBe(30);
    expect(seen.length).toBe(30);
  });

  it("makes no more calls of an open loop when it is done, and waits for those made", async () => {
    seen = [];
    const connections = await openConnections(host, 2);
    const { durationsMs } = await sendOpenLoop(connections, {
      next: createNext([200]),
      seconds: 60,
      callsPerSecond: 1_000,
      isDone: () => seen.length >= 5,
    });
    connections.end();
    expect(durationsMs.length).toBeGreaterThanOrEqual(5);
    expect(seen.length).toBe(durationsMs.length);
  });

  it.each([
    // Ends at the response, however long the first two take; an open loop makes its ten calls in any case.
    { name: "closed", send: sendClosedLoop, seconds: 60 },
    { name: "open", send: sendOpenLoop, seconds: 0.01 },
  ])("fails in a $name loop when a response has another status than 200", async ({ send, seconds }) => {
    const connections = await openConnections(host, 2);
    const options = { next: createNext([200, 200, 503]), seconds, callsPerSecond: 1_000 };
    await expect(send(connections, options)).rejects.toThrow("status 503: GET /503");
    connections.end();
  });

  it("fails when the server closes a connection", async () => {
    const connections = await openConnections(host, 2);
    const sent = sendClosedLoop(connections, { next: createNext([200]), seconds: 10 });
    server.closeAllConnections();
    await expect(sent).rejects.toThrow();
  });
});
