import { describe, expect, it } from "vitest";
import { limitConnections, loopbackAddressOf, parseMaxFiles } from "./connection-limits.ts";

describe("the limits of the connections bench", () => {
  it("are those of the process", () => {
    const limits = (hard: string) =>
      `Max processes             95000                95000                processes\nMax open files            1024                 ${hard}                files\n`;
    expect(parseMaxFiles(limits("20000"))).toBe(20_000);
    expect(parseMaxFiles(limits("unlimited"))).toBe(Number.POSITIVE_INFINITY);
    expect(() => parseMaxFiles("")).toThrow("cannot be read");
  });

  it("leave files to the server", () => {
    expect(limitConnections(19_000, 20_000)).toBe(19_000);
    expect(limitConnections(19_000, 4_096)).toBe(3_096);
    expect(limitConnections(1_000, Number.POSITIVE_INFINITY)).toBe(1_000);
    expect(limitConnections(1_000, 500)).toBe(0);
  });

  it("spread connections over addresses", () => {
    const addresses = Array.from({ length: 32 }, (_, index) => loopbackAddressOf(index));
    expect(new Set(addresses).size).toBe(16);
    expect(addresses[0]).toBe("127.0.0.2");
    expect(addresses).not.toContain("127.0.0.1");
  });
});
