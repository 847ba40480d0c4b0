import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDayReport } from "../test/samples.ts";
import { decodePayload, encodeCbor, encodeJson } from "./codec.ts";
import { checkData } from "./data.ts";
import { LIMITS } from "./limits.ts";

const count = fc.maxSafeNat();
const cell = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
);
const report = fc.record({ rows: fc.nat(40), columns: fc.nat(12) }).chain(({ rows, columns }) =>
  fc.record({
    v: fc.constant(1 as const),
    rev: count,
    s: count,
    t: fc.nat(LIMITS.instantMs),
    c: fc.nat(255),
    d: fc
      .tuple(
        fc.array(fc.nat(65_535), { minLength: rows, maxLength: rows }),
        fc.array(fc.array(cell, { minLength: rows, maxLength: rows }), {
          minLength: columns,
          maxLength: columns,
        }),
      )
      .map(([units, cells]) => [units, ...cells]),
  }),
);

describe("codec", () => {
  it("gives back every data message, as JSON and as CBOR", () => {
    fc.assert(
      fc.property(report, (message) => {
        expect(checkData(decodePayload(encodeJson(message)))).toEqual(message);
        expect(checkData(decodePayload(encodeCbor(message)))).toEqual(message);
      }),
    );
  });

  it("gives back every object of texts, numbers and lists, as JSON and as CBOR", () => {
    const leaf = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.boolean(), fc.constant(null));
    const key = fc.string().filter((text) => text !== "__proto__");
    const message = fc.dictionary(key, fc.oneof(leaf, fc.array(leaf), fc.dictionary(key, leaf)), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(message, (object) => {
        expect(decodePayload(encodeJson(object))).toEqual(object);
        expect(decodePayload(encodeCbor(object))).toEqual(object);
      }),
    );
  });

  it("takes a JSON payload typed by hand with white space around it", () => {
    expect(decodePayload(new TextEncoder().encode('\n {"v": 1}\r\n'))).toEqual({ v: 1 });
  });

  it("leaves out undefined fields in both forms", () => {
    const message = { a: 1, b: undefined };
    expect(decodePayload(encodeJson(message))).toEqual({ a: 1 });
    expect(decodePayload(encodeCbor(message))).toEqual({ a: 1 });
  });

  it("needs about 961 bytes for 20 modules of nine values as JSON and 563 as CBOR", () => {
    const message = createDayReport();
    const jsonBytes = encodeJson(message).length;
    const cborBytes = encodeCbor(message).length;
    expect(Math.abs(jsonBytes / 961 - 1)).toBeLessThan(0.04);
    expect(Math.abs(cborBytes / 563 - 1)).toBeLessThan(0.04);
  });
});
