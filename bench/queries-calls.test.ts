import { endpoints } from "@heliograph/contract";
import { describe, expect, it } from "vitest";
import { listPlaceDays, samplesFrom } from "./http-places.ts";
import { defineQueryCalls } from "./queries-calls.ts";
import { dayMs } from "./queries-data.ts";

const now = Date.UTC(2026, 10, 22, 21);
const calls = defineQueryCalls(1_000, 10);
const find = (name: string) => {
  const call = calls.find((each) => each.name === name);
  if (!call) throw new Error(`there is no call ${name}`);
  return call;
};

describe("the calls of the queries bench", () => {
  it.each([
    ["one module's samples of two days", "deviceId", 2],
    ["one module's week, three values", "deviceIds", 7],
  ])("read %s in days that were written, at every place", (name, parameter, days) => {
    for (const { sampleDay } of listPlaceDays(now)) {
      const path = find(name).pathOf({
        authorization: "",
        stationId: "plant",
        day: sampleDay,
        moduleIds: ["module"],
      });
      const query = new URL(path, "http://localhost").searchParams;
      expect(query.get(parameter)).toBe("module");
      const [fromAt, toAt] = ["fromAt", "toAt"].map((bound) => Date.parse(query.get(bound) ?? "")) as [
        number,
        number,
      ];
      expect(toAt - fromAt).toBe(days * dayMs);
      expect(fromAt).toBeGreaterThanOrEqual(samplesFrom(now) - 6 * dayMs);
      expect(toAt).toBeLessThanOrEqual(samplesFrom(now) + 2 * dayMs);
    }
  });

  it("are all that home reads of all plants, with the goal of totals", () => {
    const caller = { authorization: "", stationId: "plant", day: "2026-11-21" };
    const measured = new Map(calls.map((call) => [call.pathOf(caller).replace(/\?.*/, ""), call]));
    const { getOverview, earnings, co2, trend, losses, map } = endpoints.home;
    for (const { path } of [getOverview, earnings, co2, trend, losses, map])
      expect(measured.get(`/api${path}`)).toMatchObject({ caller: "operators", goalMs: 50 });
  });

  it("read a page that exists", () => {
    const path = find("list of all plants, a page in the middle").pathOf({
      authorization: "",
      stationId: "plant",
      day: "2026-11-21",
    });
    expect(path).toContain("page=25");
  });
});
