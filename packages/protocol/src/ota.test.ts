import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeOtaChunk, encodeOtaChunk } from "./ota.ts";
import { ProtocolError } from "./reject.ts";

describe("firmware chunk", () => {
  const chunk = { job: "j-1", offset: 4096, data: Uint8Array.from([1, 2, 3, 4, 5]) };

  it("is read back as it was written", () => {
    const anyChunk = fc.record({
      job: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
      offset: fc.nat(64 * 1024 * 1024),
      data: fc.uint8Array({ minLength: 1, maxLength: 2000 }),
    });
    fc.assert(
      fc.property(anyChunk, (any) => {
        expect(decodeOtaChunk(encodeOtaChunk(any))).toEqual(any);
      }),
    );
  });

  it("carries the CRC-32 that everyone computes", () => {
    const bytes = encodeOtaChunk({ job: "j", offset: 0, data: new TextEncoder().encode("123456789") });
    expect(new DataView(bytes.buffer).getUint32(7)).toBe(0xcbf43926);
  });

  it("is refused when one bit of its data or CRC is turned", () => {
    const good = encodeOtaChunk(chunk);
    for (let at = 2 + chunk.job.length + 4; at < good.length; at++) {
      const bad = good.slice();
      bad[at]! ^= 0x10;
      expect(() => decodeOtaChunk(bad)).toThrow(ProtocolError);
    }
  });

  it("is refused at every shorter length", () => {
    const good = encodeOtaChunk(chunk);
    for (let length = 0; length < good.length; length++) {
      expect(() => decodeOtaChunk(good.subarray(0, length))).toThrow(ProtocolError);
    }
  });

  it("is not written for a job id outside the grammar", () => {
    expect(() => encodeOtaChunk({ ...chunk, job: "a/b" })).toThrow(RangeError);
  });
});
