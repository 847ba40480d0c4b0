import { expect, test } from "vitest";
import type { EvidenceAgeRow } from "./evidence-age.repository.ts";
import { summarizeEvidence } from "./evidence-age.ts";

const row = (evidence: EvidenceAgeRow["evidence"], change: Partial<EvidenceAgeRow> = {}): EvidenceAgeRow => ({
  ...{ operationId: "o", gatewaySn: "GW-1", isOnline: true, evidence, units: 4, deviceIds: [] },
  ...{ oldestAt: new Date("2026-06-11T10:00:00Z"), recentForMs: evidence === "recent" ? 60_000 : null },
  ...change,
});
const notProven = row(null, { oldestAt: null });

test.each([
  ["nothing", [notProven], "none"],
  ["recent proofs beside what is not proven", [row("recent"), notProven], "recent"],
  ["a proof that became dark", [row("recent"), row("dark")], "dark"],
  ["an old proof beside a dark one", [row("recent"), row("dark"), row("old")], "old"],
  ["a proof behind an offline gateway", [row("recent"), row("offline", { isOnline: false })], "old"],
  ["an offline gateway without proofs", [row("recent"), { ...notProven, isOnline: false }], "old"],
] as const)("reads the age of %s", (_, rows, age) => {
  expect(summarizeEvidence(rows).age).toBe(age);
});

test("is as old as the oldest proof, and names offline gateways with all their units", () => {
  const earlier = new Date("2026-06-11T08:00:00Z");
  const offline = { gatewaySn: "GW-2", isOnline: false };
  expect(
    summarizeEvidence([
      row("recent"),
      row("recent", { gatewaySn: "GW-3", recentForMs: 5_000, units: 2 }),
      row("offline", { ...offline, oldestAt: earlier }),
      { ...notProven, ...offline, units: 3 },
    ]),
  ).toEqual({
    age: "old",
    recent: 6,
    oldestAt: earlier.toISOString(),
    recentForMs: 5_000,
    offlineGateways: [{ sn: "GW-2", units: 7 }],
  });
});
