import { endpoints } from "@heliograph/contract";
import type { ExampleEntry, ExampleValues } from "./example.ts";
import { EXAMPLE_PLANT } from "./example.ts";

const { safety, responder, ignition, fleetBrake, unitSwitch } = endpoints;

export const createSafetyExamples = (values: ExampleValues): ExampleEntry[] => [
  [safety.get, () => ({ query: { stationId: "" } })],
  [safety.holds, () => ({})],
  [responder.settings, () => ({ query: { stationId: "" } })],
  [
    responder.save,
    () => ({ body: { stationId: "", contacts: [{ name: "Hotline", phone: "+4930123456" }] } }),
  ],
  [responder.renew, () => ({ body: { stationId: "" } })],
  [responder.close, () => ({ body: { stationId: "" } })],
  [responder.read, () => ({ body: { token: values.secret() } })],
  [safety.drills, () => ({ query: { stationId: "" } })],
  [
    safety.startDrill,
    () => ({ body: { stationId: "", stringId: "", isOnSite: true, idempotencyKey: "fedcba9876543210" } }),
  ],
  [safety.setDrillInterval, () => ({ body: { stationId: "", everyMonths: 6 } })],
  [safety.records, () => ({ query: { stationId: "" } })],
  [safety.record, () => ({ query: { stationId: "", operationId: "", format: "json", language: "en" } })],
  [safety.ledgerFile, () => ({ query: { stationId: "" } })],
  [safety.ledger, () => ({ query: { stationId: "" } })],
  [safety.stop, () => ({ body: { stationId: "", idempotencyKey: "0123456789abcdef" } })],
  [
    safety.reset,
    () => ({ body: { stationId: "", name: EXAMPLE_PLANT, idempotencyKey: "0123456789abcdef" } }),
  ],
  [ignition.list, () => ({ query: { stationId: "" } })],
  [ignition.ignite, () => ({ body: { stationId: "", idempotencyKey: "0123456789abcdef" } })],
  [ignition.cancel, () => ({ body: { stationId: "", ignitionId: "" } })],
  [fleetBrake.list, () => ({ query: {} })],
  [fleetBrake.decide, () => ({ body: { accountId: "", isConfirmed: true } })],
  [unitSwitch.get, () => ({ query: { deviceId: "" } })],
  [unitSwitch.open, () => ({ body: { deviceId: "", idempotencyKey: "0123456789abcdef" } })],
  [unitSwitch.close, () => ({ body: { deviceId: "", sn: "x", idempotencyKey: "0123456789abcdef" } })],
  [unitSwitch.release, () => ({ body: { deviceId: "", reason: "x" } })],
  [safety.addReason, () => ({ body: { stationId: "", operationId: "", reason: "x" } })],
  [safety.keepShut, () => ({ body: { stationId: "", keep: false } })],
  [safety.release, () => ({ body: { stationId: "", reason: "x", markId: "" } })],
];
