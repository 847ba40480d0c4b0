import type { DataOf, Language } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { page } from "vitest/browser";
import { openConsole } from "./console.tsx";
import type { FakeServer } from "./fake-server.ts";
import { makePlant, noEvidence } from "./samples.ts";

export type Safety = DataOf<typeof endpoints.safety.get>;

export const plant = makePlant({ name: "Old barn" });
export const at = "2026-06-11T10:00:00.000Z";
export const unit: Safety["units"][number] = {
  deviceId: crypto.randomUUID(),
  sn: "OPT-1",
  type: "OPT",
  slotLabel: "A1",
  gatewaySn: "GW-1",
  isConnected: true,
  state: "unknown",
  isDark: false,
  sentAt: at,
  deliveries: 1,
  acknowledgedAt: null,
  code: null,
  evidence: null,
  provenAt: null,
  sampleAt: null,
  outputV: null,
  inputV: null,
  joinedAt: null,
};
export const normal: Safety = {
  state: "normal",
  operation: null,
  marks: [],
  counts: { units: 2, sent: 0, acknowledged: 0, proven: 0, dark: 0 },
  unitOperations: [],
  evidence: noEvidence,
  gateways: [
    {
      deviceId: crypto.randomUUID(),
      sn: "GW-1",
      isOnline: true,
      unitCount: 1,
      clockOffsetMs: 0,
      reportIntervalS: 60,
    },
    {
      deviceId: crypto.randomUUID(),
      sn: "GW-2",
      isOnline: false,
      unitCount: 1,
      clockOffsetMs: null,
      reportIntervalS: 60,
    },
  ],
  units: [],
  strings: [],
  mayRelease: false,
  storage: { pressedAt: null, hasWaitingReports: false },
  lastDrill: null,
};
export const operation: NonNullable<Safety["operation"]> = {
  operationId: crypto.randomUUID(),
  kind: "shutdown",
  isDrill: false,
  reason: "",
  byName: "Ada",
  isMine: true,
  acceptedAt: at,
  deadlineAt: "2026-06-11T10:00:30.000Z",
  endedAt: null,
};
export const partly: Safety = {
  ...normal,
  state: "partly-shut-down",
  operation,
  counts: { units: 5, sent: 4, acknowledged: 3, proven: 1, dark: 1 },
  evidence: { age: "recent", recent: 1, oldestAt: at, recentForMs: 600_000, offlineGateways: [] },
  units: [
    {
      ...{ ...unit, deviceId: crypto.randomUUID(), state: "open", evidence: "recent" },
      ...{ outputV: 0.4, inputV: 45, sampleAt: at },
    },
    { ...unit, deviceId: crypto.randomUUID(), slotLabel: "A2", state: "closed", outputV: 38, inputV: 40 },
    { ...unit, deviceId: crypto.randomUUID(), slotLabel: "A3", isDark: true },
    { ...unit, deviceId: crypto.randomUUID(), slotLabel: "A4", isConnected: false, state: "timeout" },
    { ...unit, deviceId: crypto.randomUUID(), slotLabel: "A5", state: "timeout", code: "E_TIMEOUT" },
  ],
};

export function allow(server: FakeServer, ops: { stop: object; reset: object }): void {
  const no = { allowed: false };
  server.reply(endpoints.permission.checkStationOp, {
    ...{ open: no, close: no, edit: no, share: no, transfer: no, delete: no },
    ...ops,
  } as never);
}

export const openSafety = (
  safety: Safety,
  ops: { stop: object; reset: object },
  language: Language = "en",
  prepareMore: (server: FakeServer) => void = () => undefined,
) =>
  openConsole({
    language,
    at: `/station/${plant.stationId}/safety`,
    plants: [plant],
    prepare(server) {
      server.reply(endpoints.safety.get, safety);
      server.reply(endpoints.safety.ledger, { rows: [], total: 0, brokenAt: null });
      server.reply(endpoints.safety.records, { rows: [], total: 0, publicKey: "key" });
      server.reply(endpoints.safety.drills, noDrills);
      server.reply(endpoints.responder.settings, null);
      allow(server, ops);
      prepareMore(server);
    },
  });

export const panel = page.getByRole("region", { name: "Rapid shutdown" });
export const yes = { allowed: true };
export const noDrills: DataOf<typeof endpoints.safety.drills> = {
  ...{ rows: [], strings: [], everyMonths: 12, dueAt: at, mayChangeInterval: true },
};
