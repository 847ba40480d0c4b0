import type { LedgerRow } from "@heliograph/contract";
import { expect, test } from "vitest";
import { listLedgerFacts } from "./ledger-facts.ts";

const facts = (kind: LedgerRow["kind"], detail: LedgerRow["detail"]) => listLedgerFacts({ kind, detail });
const AT = "2026-06-11T10:00:30.000Z";

test("lists what a press records: the reason, its countdown or deadline, and what it left out", () => {
  const stop = { reason: "Fire", deadline: AT, units: 20, gateways: ["GW-1"], offline: ["GW-2"] };
  expect(facts("stop", { ...stop, drills: ["SC-7"] })).toEqual([
    { type: "text", name: "reason", text: "Fire" },
    { type: "time", name: "countdown", at: AT },
    { type: "count", name: "units", count: 20 },
    { type: "list", name: "offline", items: ["GW-2"] },
    { type: "list", name: "drills", items: ["SC-7"] },
  ]);
  expect(facts("reset", { deadline: AT, gateways: ["GW-1"], left: ["GW-2"] })).toEqual([
    { type: "time", name: "deadline", at: AT },
    { type: "list", name: "left", items: ["GW-2"] },
  ]);
  expect(facts("unitClose", { sn: "OPT-1", reason: "", deadline: AT })).toEqual([
    { type: "text", name: "device", text: "OPT-1" },
    { type: "time", name: "deadline", at: AT },
  ]);
});

test("lists when a press of the journal was accepted, and by which rights", () => {
  expect(facts("mark", { note: "Fire", acceptedAt: AT, rightsAsOf: "2026-06-11T09:58:00.000Z" })).toEqual([
    { type: "text", name: "note", text: "Fire" },
    { type: "time", name: "accepted", at: AT },
    { type: "time", name: "rights", at: "2026-06-11T09:58:00.000Z" },
  ]);
});

test("names the units of a command by serial number, and by the number of their gateway where none was recorded", () => {
  const units = [{ unit: 1, sn: "OPT-1" }, { unit: 2, sn: null }, 3];
  expect(facts("delivered", { op: "open", gateway: "GW-1", units })).toEqual([
    { type: "command", op: "open" },
    { type: "text", name: "gateway", text: "GW-1" },
    { type: "list", name: "units", items: ["OPT-1", "#2", "#3"] },
  ]);
  // What was sent without the database is recorded later.
  expect(facts("delivered", { op: "open", units: [], sentAt: AT })).toContainEqual({
    ...{ type: "time", name: "sent", at: AT },
  });
  expect(facts("delivered", { op: "close", units: "all" })).toEqual([
    { type: "command", op: "close" },
    { type: "flag", name: "allUnits" },
  ]);
});

test("says what a gateway replied, and at how many units the command failed", () => {
  const results = [
    [1, 0],
    [2, "E_TIMEOUT"],
  ];
  expect(facts("replied", { gateway: "GW-1", state: "done", code: null, results })).toEqual([
    { type: "text", name: "gateway", text: "GW-1" },
    { type: "reply", state: "done", code: "" },
    { type: "count", name: "failed", count: 1 },
  ]);
});
