import type { SafetyUnit } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { Layout } from "../roof/geometry.ts";
import { createGeometry } from "../roof/geometry.ts";
import { BUCKETS_OF_STATE, paintRoof, roofStates } from "./roof-paint.ts";

const sns = ["A", "B", "C", "D", "E"];
const layout: Layout = {
  arrangement: "published",
  version: null,
  background: null,
  groups: [
    {
      ...{ name: "South", rows: 1, columns: 6, tiltDeg: 30, azimuthDeg: 180, rotationDeg: 0, xM: 0, yM: 0 },
      ...{ moduleWidthM: 1, moduleHeightM: 2 },
    },
  ],
  units: sns.map((sn, key) => ({
    ...{ key, type: "OPT" as const, deviceId: null, sn, label: sn, ratedPowerW: 400, parent: null },
  })),
  // The fifth unit serves two modules.
  cells: {
    group: Array(6).fill(0),
    row: Array(6).fill(0),
    column: [0, 1, 2, 3, 4, 5],
    unit: [0, 1, 2, 3, 4, 4],
  },
};
const unit = (sn: string, change: Partial<SafetyUnit>): SafetyUnit => ({
  ...{ deviceId: sn, sn, type: "OPT", slotLabel: "", gatewaySn: null, isConnected: true, state: "unknown" },
  ...{
    isDark: false,
    sentAt: null,
    deliveries: 0,
    acknowledgedAt: null,
    code: null,
    evidence: null,
    provenAt: null,
  },
  ...{ sampleAt: null, outputV: null, inputV: null, joinedAt: null, ...change },
});
const units = [
  unit("A", { state: "open", evidence: "recent" }),
  unit("B", { state: "closed" }),
  unit("C", { state: "timeout" }),
  unit("D", { isDark: true }),
  unit("E", {}),
];

test("shows each module in the state of its switch, and a unit without proof never as open", () => {
  const { buckets, groups } = paintRoof(layout, createGeometry(layout), { kind: "shutdown", units });
  const { open, closed, timeout, dark, waiting } = BUCKETS_OF_STATE;
  expect([...buckets]).toEqual([open, closed, timeout, dark, waiting, waiting]);
  expect(groups).toEqual([{ proven: 1, units: 5, bucket: closed }]);
});

test.each(["old", "dark", "offline", null] as const)(
  "shows no module as open whose proof is %s",
  (evidence) => {
    const earlier = [
      unit("A", { state: "open", evidence }),
      unit("B", { state: "open", evidence: "recent" }),
    ];
    const { buckets, groups } = paintRoof(layout, createGeometry(layout), {
      kind: "shutdown",
      units: earlier,
    });
    const { old, open } = BUCKETS_OF_STATE;
    expect([...buckets].slice(0, 2)).toEqual([old, open]);
    expect(groups).toMatchObject([{ units: 2, bucket: old }]);
    expect(new Set(Object.values(BUCKETS_OF_STATE)).size).toBe(roofStates.length);
  },
);

test("a module without a unit that opens is not shown as open", () => {
  const { buckets } = paintRoof(layout, createGeometry(layout), { kind: "shutdown", units: [] });
  expect(new Set(buckets)).toEqual(new Set([BUCKETS_OF_STATE.waiting]));
});

test("a group of a reset shows the unit that is not closed yet", () => {
  const painted = paintRoof(layout, createGeometry(layout), { kind: "reset", units: units.slice(0, 2) });
  expect(painted.groups).toEqual([{ proven: 1, units: 2, bucket: BUCKETS_OF_STATE.open }]);
});
