import { describe, expect, it } from "vitest";
import { createResponseReader } from "./http-responses.ts";

const encode = (status: number, body: string) =>
  Buffer.from(
    `HTTP/1.1 ${status} Text\r\ncontent-type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\ndate: now\r\n\r\n${body}`,
  );

function readAll(chunks: readonly Buffer[]): number[] {
  const statuses: number[] = [];
  const read = createResponseReader((status) => statuses.push(status));
  for (const chunk of chunks) read(chunk);
  return statuses;
}

describe("the responses of a connection", () => {
  const responses = Buffer.concat([
    encode(200, "short"),
    encode(500, ""),
    encode(200, `äöü\r\n\r\nContent-Length: 7 ${"x".repeat(500)}`),
    encode(401, "last"),
  ]);
  const statuses = [200, 500, 200, 401];

  it("are counted by their own lengths when they come in one chunk", () => {
    expect(readAll([responses])).toEqual(statuses);
  });

  it("are counted wherever the chunks are cut", () => {
    for (const size of [1, 2, 3, 7, 64, 99]) {
      const chunks = Array.from({ length: Math.ceil(responses.length / size) }, (_, index) =>
        responses.subarray(index * size, (index + 1) * size),
      );
      expect(readAll(chunks)).toEqual(statuses);
    }
  });

  it("are counted when they are complete, not before", () => {
    const response = encode(200, "body");
    expect(readAll([response.subarray(0, -1)])).toEqual([]);
    expect(readAll([response.subarray(0, -1), response.subarray(-1)])).toEqual([200]);
  });

  it("fail without a length", () => {
    const chunked = Buffer.from("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n");
    expect(() => readAll([chunked])).toThrow("Content-Length");
  });
});
