import type { SafetyUnit } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import type { Safety } from "./safety-texts.ts";
import { evidenceText } from "./safety-texts.ts";

const t = ((key: string, options?: { evidence?: string }) =>
  options?.evidence === undefined ? key : `${key}(${options.evidence})`) as unknown as TFunction;
const safety = { operation: { kind: "shutdown" } } as Safety;
const unit = { state: "unknown", isConnected: true, code: null, joinedAt: null } as SafetyUnit;

test("says of a unit that joined during the shutdown that it is not installed until it is open", () => {
  const joined = { ...unit, joinedAt: "2026-06-11T10:00:00.000Z", sentAt: null, acknowledgedAt: null };
  expect(evidenceText(joined, safety, t)).toBe("safety.evidence.joined(safety.evidence.waiting)");
  expect(evidenceText({ ...joined, joinedAt: null }, safety, t)).toBe("safety.evidence.waiting");
  expect(evidenceText({ ...joined, state: "open" }, safety, t)).toBe("safety.evidence.open");
});

test("says of a unit that was not reset why, where nothing will be sent any more", () => {
  const gateway = { sn: "GW-1", clockOffsetMs: 100 };
  const textOf = (clockOffsetMs: number | null, state: Safety["state"] = "partly-reset") =>
    evidenceText(
      { ...unit, gatewaySn: "GW-1", sentAt: null, acknowledgedAt: null },
      { state, operation: { kind: "reset" }, gateways: [{ ...gateway, clockOffsetMs }] } as Safety,
      t,
    );
  expect(textOf(2_001)).toBe("safety.evidence.resetClock");
  expect(textOf(-2_001, "resetting")).toBe("safety.evidence.resetClock");
  expect(textOf(null)).toBe("safety.evidence.resetClock");
  // It was offline, or its clock wrong, when the reset was pressed.
  expect(textOf(2_000)).toBe("safety.evidence.resetNotSent");
  expect(textOf(100, "resetting")).toBe("safety.evidence.waiting");
});

test("says of a unit that timed out without a reply that there was none", () => {
  const sent = { ...unit, sentAt: "2026-06-11T10:00:00.000Z", acknowledgedAt: null };
  expect(evidenceText(sent, safety, t)).toBe("safety.evidence.sent");
  expect(evidenceText({ ...sent, state: "timeout" }, safety, t)).toBe("safety.evidence.noReply");
});
