import { expect, test } from "vitest";
import { readNumberColumns } from "./number-columns.ts";

const text = (value: string): number[] => [value.length, ...Buffer.from(value)];

function floats(...values: number[]): number[] {
  return [...new Uint8Array(Float32Array.from(values).buffer)];
}

test("reads block after block, from bytes at an odd place, and skips empty ones", () => {
  // 200 rows: the count takes two bytes.
  const many = Array.from({ length: 200 }, (_, index) => index);
  const bytes = Uint8Array.from([
    ...[99, 1, 0xc8, 0x01, ...text("step"), ...text("UInt16"), ...many.flatMap((step) => [step, 1])],
    ...[1, 0, ...text("step"), ...text("UInt16")],
    ...[2, 2, ...text("unit"), ...text("Int32"), 249, 255, 255, 255, 4, 0, 0, 0],
    ...[...text("power"), ...text("Float32"), ...floats(-0.5, Number.NaN)],
  ]);
  expect(readNumberColumns(bytes.subarray(1))).toEqual([
    { step: Uint16Array.from(many, (step) => 256 + step) },
    { unit: Int32Array.of(-7, 4), power: Float32Array.of(-0.5, Number.NaN) },
  ]);
  expect(readNumberColumns(new Uint8Array())).toEqual([]);
});

test("throws an error for a result that ends within a block, and for a column of another type", () => {
  const half = Uint8Array.from([1, 2, ...text("step"), ...text("UInt16"), 1, 0, 2]);
  expect(() => readNumberColumns(half)).toThrow(RangeError);
  const nullable = Uint8Array.from([1, 1, ...text("step"), ...text("Nullable(UInt16)"), 0, 1, 0]);
  expect(() => readNumberColumns(nullable)).toThrow("column step of type Nullable(UInt16)");
});
