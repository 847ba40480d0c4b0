import { expect, test } from "vitest";
import { cutBody } from "./rejected-reports.repository.ts";

test("a long text is cut after a whole character, and a short body is kept", () => {
  const before = "a".repeat(16 * 1024 - 1);
  expect(Buffer.from(cutBody(Buffer.from(`${before}\u6ee8`))).toString()).toBe(before);
  expect(cutBody(Buffer.from(`${before}bc`))).toHaveLength(16 * 1024);
  expect([...cutBody(Buffer.from([0xe6, 0xbb]))]).toEqual([0xe6, 0xbb]);
  expect(cutBody(Buffer.alloc(20 * 1024, 0x80)).length).toBeGreaterThan(16_000);
});
