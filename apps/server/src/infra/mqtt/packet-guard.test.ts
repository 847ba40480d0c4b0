import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPacketGuard } from "./packet-guard.ts";

function packet(type: number, length: number): Uint8Array {
  const header = [type << 4];
  let rest = length;
  do {
    header.push((rest % 128) | (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Uint8Array.from([...header, ...new Uint8Array(length).fill(0xff)]);
}

function pass(bytes: Uint8Array, step: number, guard = createPacketGuard(() => 0)) {
  for (let at = 0; at < bytes.length; at += step) {
    const refusal = guard.findRefusal(bytes.subarray(at, at + step));
    if (refusal) return refusal;
  }
  return undefined;
}

describe("packet guard", () => {
  test("lets packets up to 256 KiB pass however they are cut", () => {
    const stream = Buffer.concat([packet(1, 80), packet(3, 256 * 1024), packet(12, 0), packet(3, 500)]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70_000 }), (step) => pass(stream, step) === undefined),
      { numRuns: 30 },
    );
  });

  test("refuses a packet over 256 KiB by its announced length, before its body", () => {
    const announced = packet(3, 256 * 1024 + 1).subarray(0, 4);
    expect(pass(Buffer.concat([packet(1, 80), announced]), 1)).toBe("too-large");
  });

  test("refuses a first packet over 4 KiB", () => {
    expect(pass(packet(1, 4097), 4096)).toBe("too-large");
  });

  test("refuses a length of more than four bytes", () => {
    expect(pass(Uint8Array.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x01]), 2)).toBe("malformed");
  });

  test("refuses a flood and accepts packets again after a pause", () => {
    let now = 0;
    const guard = createPacketGuard(() => now);
    const pings = Buffer.concat(Array.from({ length: 20_001 }, () => packet(12, 0)));
    expect(pass(pings, 4096, guard)).toBe("too-fast");
    now = 10_000;
    const calm = createPacketGuard(() => now);
    expect(pass(pings.subarray(0, 40_000), 4096, calm)).toBeUndefined();
    now = 14_000;
    expect(pass(pings.subarray(0, 40_000), 4096, calm)).toBeUndefined();
  });
});
