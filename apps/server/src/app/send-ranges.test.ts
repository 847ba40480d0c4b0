import { expect, test } from "vitest";
import { findRange } from "./send-ranges.ts";

const file = { sizeBytes: 1000, etag: '"a"' };
const part = (from: number, to: number) => ({ from, to, isPart: true });
const whole = { from: 0, to: 1000, isPart: false };

test.each([
  ["bytes=0-99", part(0, 100)],
  ["bytes=990-", part(990, 1000)],
  ["bytes=-10", part(990, 1000)],
  ["bytes=-5000", part(0, 1000)],
  ["bytes=0-5000", part(0, 1000)],
  ["bytes=999-999", part(999, 1000)],
])("returns the bytes of the range %s", (range, expected) => {
  expect(findRange({ range }, file)).toEqual(expected);
});

test.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0"])("finds nothing in the range %s", (range) => {
  expect(findRange({ range }, file)).toBe("none");
});

test.each(["bytes=5-4", "bytes=0-1,5-6", "lines=0-1", "bytes=-", "bytes=x-1"])(
  "returns the whole file for the range %s, as the standard allows",
  (range) => {
    expect(findRange({ range }, file)).toEqual(whole);
  },
);

test("returns the whole file when the content has changed since the earlier download", () => {
  const range = "bytes=500-";
  expect(findRange({ range, "if-range": '"a"' }, file)).toEqual(part(500, 1000));
  expect(findRange({ range, "if-range": '"b"' }, file)).toEqual(whole);
});
