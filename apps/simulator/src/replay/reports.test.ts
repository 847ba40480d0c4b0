import type { Birth } from "@heliograph/protocol";
import { encodeJson, expandRows, LIMITS, packRows } from "@heliograph/protocol";
import { describe, expect, it } from "vitest";
import { unknownPlace } from "./places.ts";
import type { Recording } from "./recording.ts";
import { columnsOf, GATEWAY_TABLE, UNIT_TABLE } from "./recording.ts";
import { planReports } from "./reports.ts";

const FROM = Date.UTC(2026, 2, 7, 10);

const recording: Recording = {
  place: unknownPlace(0),
  installedCapacityKwp: 1,
  meteringLevel: "string",
  intervalS: 900,
  isSnapshot: false,
  rejections: [],
  units: [
    { serial: "A", type: "SCON", model: "", label: "A" },
    { serial: "B", type: "SCON", model: "", label: "B" },
  ],
  gatewayValues: ["pa", "ea"],
  unitValues: ["vi", "ii", "eh"],
  samples: Array.from({ length: 600 }, (_, step) => [
    { unit: 0, at: FROM + step * 900_123, values: { pa: step, ea: step * 0.25 } },
    { unit: 1, at: FROM + step * 900_123, values: { vi: 200.5, ii: 1.125, eh: step / 100 } },
    // Falls silent before the end.
    ...(step < 300
      ? [{ unit: 2, at: FROM + step * 900_123 + 457, values: { vi: null, ii: 0, eh: step / 100 } }]
      : []),
  ]).flat(),
};

const columns: Birth["columns"] = {
  [GATEWAY_TABLE]: columnsOf(["pa", "ea"]),
  [UNIT_TABLE]: columnsOf(["vi", "ii", "eh"]),
};
const birth = {
  v: 1,
  session: 1,
  rev: 1,
  t: FROM,
  clock: "ntp",
  gateway: { sn: "R234-GW", type: "DCON", model: "", hw: "", sw: "" },
  interval: 900,
  cap: [],
  units: [
    [1, "R234-A", "SCON", "", "", ""],
    [2, "R234-B", "SCON", "", "", ""],
  ],
  columns,
} satisfies Birth;

describe("the reports of a recording", () => {
  const { history, live } = planReports(recording);

  it("carry every sample once, at its own time to the millisecond and with its own value", () => {
    const sent = [...history, ...live].flatMap(({ at, table, rows }, s) => {
      const d = packRows(columns[table]!, at, rows);
      return expandRows({ v: 1, rev: 1, s, t: at, c: table, d }, birth).rows;
    });
    const key = (sample: { unit: number; at: number }) => sample.at * 10 + sample.unit;
    expect(sent.sort((a, b) => key(a) - key(b))).toEqual(
      recording.samples.toSorted((a, b) => key(a) - key(b)),
    );
  });

  it("end with each unit's last sample, live, because history changes no live value", () => {
    const last = live.flatMap(({ rows }) => rows).sort((a, b) => a.unit - b.unit);
    expect(last.map(({ unit, at }) => [unit, at])).toEqual([
      [0, FROM + 599 * 900_123],
      [1, FROM + 599 * 900_123],
      [2, FROM + 299 * 900_123 + 457],
    ]);
  });

  it("go in order of time and fit into a packet", () => {
    for (let index = 1; index < history.length; index++)
      expect(history[index]!.at).toBeGreaterThanOrEqual(history[index - 1]!.at);
    for (const { at, table, rows } of history)
      expect(encodeJson({ d: packRows(columns[table]!, at, rows) }).length).toBeLessThan(LIMITS.packetBytes);
  });
});
