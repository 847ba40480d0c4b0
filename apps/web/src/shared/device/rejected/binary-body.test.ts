import { expect, test } from "vitest";
import { formatBody, isBinary } from "./binary-body.ts";

test("shows bytes that are not text in hexadecimal, and text as it is", () => {
  expect(formatBody({ reason: "not-utf8", body: "/wBB" })).toBe("ff 00 41");
  expect(formatBody({ reason: "too-large", body: "/wBB" })).toBe("ff 00 41");
  expect(formatBody({ reason: "too-large", body: '{"v":1' })).toBe('{"v":1');
  expect(formatBody({ reason: "malformed", body: "oops" })).toBe("oops");
  expect(isBinary({ reason: "malformed", body: "oops" })).toBe(false);
});
