import { expect, test } from "vitest";
import { formatBody } from "./binary-body.ts";

test("shows bytes that are not text in hexadecimal, and text as it is", () => {
  expect(formatBody({ isBinary: true, body: "/wBB" })).toBe("ff 00 41");
  expect(formatBody({ isBinary: false, body: "QUJD" })).toBe("QUJD");
});
