import type { DataInputOf, endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { toResponderView } from "./responder-view.ts";

type Safety = DataInputOf<typeof endpoints.safety.get>;

const at = "2026-06-11T10:00:00.000Z";
const unit = (sn: string, change: Partial<Safety["units"][number]>): Safety["units"][number] => ({
  ...{
    deviceId: "d",
    sn,
    type: "OPT",
    slotLabel: "",
    gatewaySn: "GW-SECRET",
    isConnected: true,
    state: "unknown",
  },
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
const safety: Safety = {
  state: "partly-shut-down",
  operation: {
    ...{
      operationId: "o",
      kind: "shutdown",
      isDrill: false,
      reason: "fire at Ada's",
      byName: "Ada",
      isMine: false,
    },
    ...{ acceptedAt: at, deadlineAt: at, endedAt: null },
  },
  marks: [],
  unitOperations: [],
  counts: { units: 3, sent: 3, acknowledged: 3, proven: 1, dark: 0 },
  evidence: { age: "recent", recent: 1, oldestAt: at, recentForMs: 5_000, offlineGateways: [] },
  gateways: [],
  units: [
    unit("SN-SECRET-1", { state: "open", evidence: "recent", sampleAt: at }),
    unit("SN-SECRET-2", { state: "closed" }),
    unit("SN-SECRET-3", { state: "timeout" }),
  ],
  strings: [],
  mayRelease: false,
  storage: { pressedAt: null, hasWaitingReports: false },
  lastDrill: null,
};
const layout: DataInputOf<typeof endpoints.layout.get> = {
  arrangement: "published",
  version: null,
  background: null,
  groups: [
    {
      ...{ name: "South", rows: 1, columns: 4, tiltDeg: 30, azimuthDeg: 180, rotationDeg: 0, xM: 0, yM: 0 },
      ...{ moduleWidthM: 1, moduleHeightM: 2 },
    },
  ],
  units: [1, 2, 3, 4].map((key) => ({
    ...{
      key,
      type: "OPT",
      deviceId: null,
      sn: `SN-SECRET-${key}`,
      label: "",
      ratedPowerW: 400,
      parent: null,
    },
  })),
  cells: { group: [0, 0, 0, 0], row: [0, 0, 0, 0], column: [0, 1, 2, 3], unit: [0, 1, 2, 3] },
};

const statesOf = (state: Safety["state"]) =>
  toResponderView({ ...safety, state }, layout).groups[0]?.modules.map(([, , each]) => each);

test("shows each module open only by its proof, and nothing that names a device or a person", () => {
  const view = toResponderView(safety, layout);
  expect(view).toMatchObject({ state: "partly-shut-down", proven: 1, lastMeasuredAt: at, since: at });
  expect(statesOf("partly-shut-down")).toEqual(["open", "closed", "unknown", "unknown"]);
  expect(JSON.stringify(view)).not.toMatch(/SECRET|Ada|fire/);
  // Without a published layout, groups are named after gateways.
  const groups = layout.groups.map((group) => ({ ...group, name: "GW-SECRET" }));
  const automatic = toResponderView(safety, { ...layout, groups, arrangement: "automatic" });
  expect(JSON.stringify(automatic)).not.toContain("SECRET");
});

test("in normal operation no module counts as proven open", () => {
  const units = safety.units.map((each) => ({ ...each, state: "closed" as const }));
  const view = toResponderView({ ...safety, state: "normal", units }, layout);
  expect(view).toMatchObject({ proven: 0, lastMeasuredAt: null });
  expect(view.groups[0]?.modules.every(([, , state]) => state === "closed")).toBe(true);
});

test.each(["old", "dark", "offline"] as const)("shows no module open whose proof is %s", (evidence) => {
  const units = safety.units.map((each) => (each.state === "open" ? { ...each, evidence } : each));
  const earlier = "2026-06-11T08:00:00.000Z";
  const offlineGateways = [
    { sn: "GW-SECRET", units: 8 },
    { sn: "GW-SECRET-2", units: 3 },
  ];
  const changed = { age: "old", recent: 0, oldestAt: earlier, recentForMs: null, offlineGateways } as const;
  const view = toResponderView({ ...safety, units, evidence: changed }, layout);
  expect(view).toMatchObject({
    ...{ evidenceAge: "old", recentForMs: null, lastMeasuredAt: earlier, offlineUnits: 11 },
  });
  expect(view.groups[0]?.modules.map(([, , each]) => each)).toEqual(["old", "closed", "unknown", "unknown"]);
  expect(JSON.stringify(view)).not.toContain("SECRET");
});
