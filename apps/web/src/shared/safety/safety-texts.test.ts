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
