import { describe, expect, it } from "vitest";
import { newestSampleAt } from "./watchers.ts";

describe("the newest sample of a live message", () => {
  it("is that of the unit that measured last", () => {
    const units = ["2026-06-21T12:00:05Z", "2026-06-21T12:00:09Z", "2026-06-21T12:00:07Z"].map((at) => ({
      at,
    }));
    expect(newestSampleAt(JSON.stringify({ type: "units", stationId: "plant", units }))).toBe(
      Date.parse("2026-06-21T12:00:09Z"),
    );
  });

  it("is absent in other messages", () => {
    expect(newestSampleAt(JSON.stringify({ type: "plants" }))).toBeUndefined();
    expect(newestSampleAt(JSON.stringify({ type: "units", stationId: "plant", units: [] }))).toBeUndefined();
  });
});
