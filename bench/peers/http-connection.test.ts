import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpConnection, encodePost } from "./http-connection.ts";

const bodies: string[] = [];
const server = createServer(async (request, response) => {
  if (request.url === "/close") request.socket.destroy();
  let body = "";
  for await (const chunk of request) body += chunk;
  bodies.push(`${request.url} ${body}`);
  response
    .writeHead(body.includes("bad") ? 400 : 204)
    .end(body.includes("bad") ? "no such field" : undefined);
});

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => server.close());

describe("a connection for acknowledged bodies", () => {
  const open = () => createHttpConnection((server.address() as AddressInfo).port);

  it("sends one after the other, each acknowledged by 204", async () => {
    const connection = open();
    await Promise.all(["a", "b °C"].map((body) => connection.send(encodePost("/write?p=ms", body))));
    await connection.end();
    expect(bodies).toEqual(["/write?p=ms a", "/write?p=ms b °C"]);
  });

  it("rejects a body with another status, with the text", async () => {
    const connection = open();
    await expect(connection.send(encodePost("/write", "bad"))).rejects.toThrow(/400[\s\S]*no such field/);
    await connection.end();
  });

  it("opens again for a body after it was closed", async () => {
    const connection = open();
    await connection.send(encodePost("/write", "before"));
    await connection.end();
    await connection.send(encodePost("/write", "after"));
    await connection.end();
    expect(bodies.slice(-2)).toEqual(["/write before", "/write after"]);
  });

  it("rejects a body when the peer closes it instead of a reply", async () => {
    const connection = open();
    await expect(connection.send(encodePost("/close", ""))).rejects.toThrow("closed");
  });
});
