import { describe, expect, it } from "vitest";
import { readCount, readCounts, readText, readWord } from "./options.ts";

describe("a count of the command line", () => {
  const args = ["node", "paced.ts", "--gateways=20", "--seconds=0"];

  it("is the given number", () => expect(readCount("gateways", 200, args)).toBe(20));
  it("is the usual one when it is not given", () => expect(readCount("modules", 100, args)).toBe(100));
  it("is refused when it is not above 0", () =>
    expect(() => readCount("seconds", 60, args)).toThrow("--seconds=0"));
});

describe("counts of the command line", () => {
  it("are all that are given", () =>
    expect(readCounts("plants", [1_000], ["--plants=10,100"])).toEqual([10, 100]));
  it("are the usual ones when none is given", () =>
    expect(readCounts("plants", [1_000], [])).toEqual([1_000]));
  it("are refused when one is not above 0", () =>
    expect(() => readCounts("plants", [], ["--plants=10,"])).toThrow("--plants="));
});

describe("a text of the command line", () => {
  const read = (...args: string[]) => readText("folder", args);

  it("is the last one that is given", () => expect(read("--folder=data", "--folder=data=2")).toBe("data=2"));
  it("is refused when it is missing or empty", () => {
    expect(() => read("--plants=50")).toThrow("--folder=… is needed");
    expect(() => read("--folder=")).toThrow("--folder=… is needed");
  });
});

describe("a word of the command line", () => {
  const words = ["server", "postgres"] as const;
  const read = (...args: string[]) => readWord("target", words, args);

  it("is the given one", () => expect(read("--target=postgres")).toBe("postgres"));
  it("is undefined when it is not given", () => expect(read()).toBeUndefined());
  it("is refused when it is not one of the words", () =>
    expect(() => read("--target=pump")).toThrow("--target=pump: one of server, postgres is needed"));
});
