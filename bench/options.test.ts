import { describe, expect, it } from "vitest";
import { readCount } from "./options.ts";

describe("a count of the command line", () => {
  const args = ["node", "paced.ts", "--gateways=20", "--seconds=0"];

  it("is the given number", () => expect(readCount("gateways", 200, args)).toBe(20));
  it("is the usual one when it is not given", () => expect(readCount("modules", 100, args)).toBe(100));
  it("is refused when it is not above 0", () =>
    expect(() => readCount("seconds", 60, args)).toThrow("--seconds=0"));
});
