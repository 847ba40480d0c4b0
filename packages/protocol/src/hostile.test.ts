import { describe, expect, it } from "vitest";
import { birth, createRandom, messages } from "../test/samples.ts";
import { decodePayload, encodeCbor, encodeJson } from "./codec.ts";
import { expandRows } from "./expand.ts";
import { LIMITS } from "./limits.ts";
import type { MessageName } from "./messages.ts";
import { decodeMessage } from "./messages.ts";
import { decodeOtaChunk } from "./ota.ts";
import type { RejectReason } from "./reject.ts";
import { ProtocolError } from "./reject.ts";

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const bytes = (...content: number[]): Uint8Array => Uint8Array.from(content);
const hex = (content: string): Uint8Array => Uint8Array.fromHex(content);

function findReason(run: () => unknown): RejectReason | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError) return error.reason;
    throw error;
  }
  return undefined;
}

describe("hostile JSON", () => {
  it.each<[string, RejectReason, Uint8Array]>([
    ["nothing", "empty", bytes()],
    ["white space", "malformed", text("  \n ")],
    ["more than 256 KiB", "too-large", text(`{"a":"${"x".repeat(LIMITS.packetHardBytes)}"}`)],
    ["depth", "too-deep", text(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)],
    ["depth never closed", "too-deep", text(`{"a":${'{"a":'.repeat(20_000)}`)],
    ["a double key", "duplicate-key", text('{"v":1,"v":2}')],
    ["a double key in a nested object", "duplicate-key", text('{"a":[1,{"b":1,"c":[2,{}],"b":2}]}')],
    ["a double key spelt with an escape", "duplicate-key", text('{"v":1,"\\u0076":2}')],
    ["__proto__", "forbidden-key", text('{"__proto__":{"isSuper":true}}')],
    ["__proto__ spelt with an escape", "forbidden-key", text('{"a":{"\\u005f_proto__":1}}')],
    ["a broken escape in a key", "malformed", text('{"\\u00zz":1}')],
    ["NaN", "malformed", text('{"a":NaN}')],
    ["a number cut short", "malformed", text('{"a":1')],
    ["a text never closed", "malformed", text('{"a')],
    ["more than one value", "malformed", text("{} {}")],
    ["closing brackets only", "malformed", text("{]]]]}}}}")],
    ["a list", "malformed", text("[1]")],
    ["a byte order mark", "malformed", text("\ufeff{}")],
    ["a byte that is not UTF-8", "not-utf8", bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
    ["an overlong UTF-8 form", "not-utf8", bytes(0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d)],
    ["UTF-8 cut short", "not-utf8", bytes(0x7b, 0x22, 0xe2, 0x82)],
  ])("is refused: %s → %s", (_, reason, payload) => {
    expect(findReason(() => decodePayload(payload))).toBe(reason);
  });

  it("is not confused by brackets, quotes and commas inside texts", () => {
    const message = { a: '{[,"a":1\\', b: ["a", "a", '","a":'], c: { a: "}" } };
    expect(decodePayload(encodeJson(message))).toEqual(message);
  });

  it("refuses a cell that overflows to Infinity", () => {
    const payload = text('{"v":1,"rev":9,"s":1,"t":1,"c":3,"d":[[1],[1e999]]}');
    expect(findReason(() => decodeMessage("upData", payload))).toBe("malformed");
  });
});

describe("hostile CBOR", () => {
  it.each<[string, RejectReason, Uint8Array]>([
    ["a map cut short", "malformed", hex("a2616101")],
    ["a head cut short", "malformed", hex("b9ff")],
    ["a text longer than the packet", "malformed", hex("a17bffffffffffffffff61")],
    ["a list longer than the packet", "malformed", hex("a161619affffffff01")],
    ["a map longer than the packet", "malformed", hex("bbffffffffffffffff")],
    ["depth", "too-deep", Uint8Array.from([0xa1, 0x61, 0x61, ...new Array<number>(200_000).fill(0x81)])],
    ["a double key", "duplicate-key", hex("a2616101616102")],
    ["__proto__", "forbidden-key", hex("a1695f5f70726f746f5f5fa0")],
    ["NaN", "malformed", hex("a16161f97e00")],
    ["Infinity", "malformed", hex("a16161f97c00")],
    ["undefined", "malformed", hex("a16161f7")],
    ["a simple value", "malformed", hex("a16161f8ff")],
    ["a tag", "malformed", hex("a16161c101")],
    ["a byte string", "malformed", hex("a161614101")],
    ["a list without a length", "malformed", hex("a161619f01ff")],
    ["a map without a length", "malformed", hex("bf616101ff")],
    ["a break where none belongs", "malformed", hex("a16161ff")],
    ["a reserved head", "malformed", hex("a161611c")],
    ["a key that is a number", "malformed", hex("a10102")],
    ["a whole number beyond 2^53", "malformed", hex("a161611b0020000000000000")],
    ["a negative number beyond 2^53", "malformed", hex("a161613bffffffffffffffff")],
    ["a byte after its end", "malformed", hex("a16161010a")],
    ["a text that is not UTF-8", "not-utf8", hex("a1616161ff")],
    ["a key that is not UTF-8", "not-utf8", hex("a161ff01")],
    ["a list", "malformed", hex("8101")],
  ])("is refused: %s → %s", (_, reason, payload) => {
    expect(findReason(() => decodePayload(payload))).toBe(reason);
  });

  it("takes whole numbers written wider than needed, as small controllers do", () => {
    expect(decodePayload(hex("a161611b0000000000000001"))).toEqual({ a: 1 });
  });
});

describe("many keys", () => {
  const objectOf = (keys: number) =>
    Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, at]));

  it.each([
    ["JSON", encodeJson],
    ["CBOR", encodeCbor],
  ])("are counted in %s: 256 in one object are read, 257 refused", (_, encode) => {
    expect(decodePayload(encode(objectOf(256)))).toEqual(objectOf(256));
    expect(findReason(() => decodePayload(encode(objectOf(257))))).toBe("too-many-keys");
  });
});

describe("mutated messages", () => {
  const names = Object.keys(messages) as MessageName[];
  const originals = names.flatMap((name) =>
    messages[name].flatMap((message) => [
      { name, payload: encodeJson(message) },
      { name, payload: encodeCbor(message) },
    ]),
  );

  function mutate(payload: Uint8Array, random: () => number): Uint8Array {
    const at = Math.floor(random() * payload.length);
    const kind = Math.floor(random() * 5);
    if (kind === 0) return payload.slice(0, at);
    if (kind === 1) return Uint8Array.from([...payload.subarray(0, at), ...payload.subarray(at + 1)]);
    if (kind === 2)
      return Uint8Array.from([...payload.subarray(0, at), ...payload.subarray(Math.floor(at / 2))]);
    const copy = payload.slice();
    for (let turns = 1 + Math.floor(random() * 4); turns > 0; turns--) {
      copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
    }
    return copy;
  }

  it("throws nothing but ProtocolError at 20,000 of them, and refuses nearly all", () => {
    const random = createRandom(20_260_801);
    let refused = 0;
    for (let round = 0; round < 20_000; round++) {
      const { name, payload } = originals[Math.floor(random() * originals.length)]!;
      const mutant = mutate(payload, random);
      const reason = findReason(() => {
        const message = decodeMessage(name, mutant);
        if ("d" in message) expandRows(message, birth);
      });
      if (reason !== undefined) refused++;
    }
    expect(refused).toBeGreaterThan(10_000);
    expect(refused).toBeLessThan(20_000);
  });

  it("throws nothing but ProtocolError at 20,000 random payloads with a plausible first byte", () => {
    const random = createRandom(4);
    for (let round = 0; round < 20_000; round++) {
      const payload = Uint8Array.from({ length: 1 + Math.floor(random() * 60) }, () =>
        Math.floor(random() * 256),
      );
      payload[0] = round % 2 === 0 ? 0x7b : 0xa0 + Math.floor(random() * 32);
      const name = names[round % names.length]!;
      findReason(() => decodeMessage(name, payload));
      findReason(() => decodeOtaChunk(payload));
    }
    expect({}).not.toHaveProperty("isSuper");
  });

  it("reads a hostile birth of 80,000 empty units no further than their number", () => {
    const payload = encodeJson({ ...birth, units: new Array(80_000).fill([]) });
    expect(payload.length).toBeLessThan(LIMITS.packetHardBytes);
    expect(findReason(() => decodeMessage("upBirth", payload))).toBe("malformed");
  });
});
