import { decodeMessage, encodeJson, expandColumns } from "@heliograph/protocol";
import { describe, expect, it } from "vitest";
import { createDirectColumns, createModuleBirth, createReport } from "./module-reports.ts";

const shape = { modules: 5, intervalS: 60 };
const atMs = Date.UTC(2026, 5, 20, 10);
const places = [0, 1, 2].flatMap((gateway) =>
  [0, 1, 2, 3].map((turn) => ({ gateway, turn, atMs: atMs + turn * 60_000 })),
);

describe("reports of a bench", () => {
  it("differ in every value that varies, between gateways and between reports", () => {
    const columnsOf = (index: number) =>
      new Set(places.map((place) => JSON.stringify(createReport(place, shape).d[index])));
    // dt, voltages, currents, temperature, counter, signal.
    for (const index of [1, 2, 3, 4, 5, 6, 7, 8]) expect(columnsOf(index).size).toBe(places.length);
  });

  it("are taken whole by the link", () => {
    for (const place of places) {
      const decoded = decodeMessage("upData", encodeJson(createReport(place, shape)));
      expect(expandColumns(decoded, createModuleBirth("T1", shape.modules))).toMatchObject({
        count: 5,
        refused: [],
      });
    }
  });

  it("become direct rows with the same values, one plant for each gateway", () => {
    const [place] = places as [(typeof places)[number]];
    const { columns, count } = createDirectColumns(places, shape);
    expect(count).toBe(60);
    expect(new Set(Array.from(columns.plant ?? []))).toEqual(new Set([4_000_000, 4_000_001, 4_000_002]));
    const keys = Array.from({ length: count }, (_, row) => `${columns.device?.[row]}/${columns.at?.[row]}`);
    expect(new Set(keys).size).toBe(count);
    const volts = (createReport(place, shape).d[2] as number[]).map((value) => value / 100);
    expect(Array.from(columns.vi ?? []).slice(0, 5)).toEqual(volts.map((value) => expect.closeTo(value, 6)));
  });
});
