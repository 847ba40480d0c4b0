import { describe, expect, it } from "vitest";
import { isQuiet } from "./quiet.ts";

const readingsOf = (cpuSeconds: readonly number[]) =>
  cpuSeconds.map((used, seconds) => ({ seconds, cpuSeconds: used }));

describe("a process without load", () => {
  it("is not quiet before the time is over", () =>
    expect(isQuiet(readingsOf([1, 1, 1, 1, 1]), 5)).toBe(false));

  it("is quiet when it used little in the last seconds, whatever it used before", () =>
    expect(isQuiet(readingsOf([0, 2, 2.1, 2.1, 2.2, 2.2, 2.3]), 5)).toBe(true));

  it("is not quiet when it worked for a moment in that time", () =>
    expect(isQuiet(readingsOf([0, 2, 2, 2, 2.6, 2.6, 2.6]), 5)).toBe(false));
});
