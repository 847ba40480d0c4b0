import { expect, test } from "vitest";
import { createRowReader } from "./row-reader.ts";

test("reads rows one after another, from bytes at an odd place", () => {
  const bytes = Buffer.alloc(1 + 8 + 8 + 2 + 400 + 8 + 8 + 1);
  bytes.writeBigInt64LE(-7n, 1);
  bytes.writeDoubleLE(0.5, 9);
  // 200 values: the length takes two bytes.
  bytes.set([0xc8, 0x01], 17);
  for (let index = 0; index < 200; index++) bytes.writeUInt16LE(65_535 - index, 19 + 2 * index);
  bytes.writeBigInt64LE(4_294_967_297n, 419);
  bytes.writeDoubleLE(50, 427);
  const reader = createRowReader(bytes.subarray(1));
  const readRow = () => [reader.readInt64(), reader.readFloat64(), [...reader.readUint16Array()]];
  expect(readRow()).toEqual([-7, 0.5, Array.from({ length: 200 }, (_, index) => 65_535 - index)]);
  expect(reader.hasMore()).toBe(true);
  expect(readRow()).toEqual([4_294_967_297, 50, []]);
  expect(reader.hasMore()).toBe(false);
  expect(() => reader.readInt64()).toThrow(RangeError);
});

test("throws an error for a result that ends within an array", () => {
  expect(() => createRowReader(Uint8Array.of(3, 1, 0, 2)).readUint16Array()).toThrow(RangeError);
});
