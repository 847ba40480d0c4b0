import type { SafetyEvidence } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { ageEvidence, getNextReadMs } from "./evidence-age.ts";
import { stateHeadline } from "./safety-texts.ts";
import { unitHeadline } from "./unit-headline.ts";

const recent: SafetyEvidence = {
  ...{ age: "recent", recent: 20, oldestAt: "2026-06-11T10:00:00.000Z", recentForMs: 60_000 },
  offlineGateways: [],
};
const old = ageEvidence(recent, 60_000);
const t = ((key: string, values: { state?: string; at?: string }) =>
  [key, values.at, values.state].filter((part) => part !== undefined).join(" ")) as unknown as TFunction;
const headline = (
  evidence: SafetyEvidence,
  state: "shut-down" | "partly-shut-down" | "released" = "shut-down",
) =>
  stateHeadline({ state, counts: { proven: 20, units: 20 }, evidence }, t, (iso) =>
    (iso ?? "").slice(11, 16),
  );

test("names the time of evidence that is no longer recent, as an alarm unless it is only dark", () => {
  expect(headline(recent)).toEqual({ variant: "stopped", text: "safety.state.shut-down" });
  expect(headline(old)).toEqual({ variant: "alarm", text: "safety.evidenceAge.state.shut-down 10:00" });
  expect(headline({ ...old, age: "dark" })).toEqual({
    variant: "stopped",
    text: "safety.evidenceAge.darkSince safety.evidenceAge.state.shut-down 10:00",
  });
  expect(headline(old, "partly-shut-down").text).toBe("safety.evidenceAge.state.partly-shut-down 10:00");
  // It says nothing about what is open.
  expect(headline(old, "released").text).toBe("safety.state.released");
});

test("a device that is switched separately is measured open now only by recent evidence", () => {
  const show = (evidence: SafetyEvidence, state: "open" | "partly-open" | "closed" = "open") =>
    unitHeadline({ state, counts: { proven: 1, units: 2 }, evidence }, t, (iso) => (iso ?? "").slice(11, 16));
  expect(show(recent)).toEqual({ variant: "stopped", text: "safety.unit.state.open" });
  expect(show(old)).toEqual({ variant: "alarm", text: "safety.unit.earlier.open 10:00" });
  expect(show(old, "partly-open").text).toBe("safety.unit.earlier.partly-open 10:00");
  expect(show({ ...old, age: "dark" })).toEqual({
    variant: "stopped",
    text: "safety.evidenceAge.darkSince safety.unit.earlier.open 10:00",
  });
  expect(show(old, "closed")).toEqual({ variant: "good", text: "safety.unit.state.closed" });
});

test("what the server called recent is so only for the time that it said", () => {
  expect(ageEvidence(recent, 59_999)).toBe(recent);
  expect(old).toEqual({ ...recent, age: "old", recent: 0, recentForMs: null });
  expect(ageEvidence(old, 7_200_000)).toBe(old);
});

test("reads the state again before a proof becomes old, and never while nothing is proven", () => {
  expect(getNextReadMs(recent)).toBe(58_000);
  expect(getNextReadMs({ ...recent, recentForMs: 500 })).toBe(1_000);
  expect(getNextReadMs({ ...recent, recentForMs: 7_200_000 })).toBe(60_000);
  expect(getNextReadMs(old)).toBe(60_000);
  expect(getNextReadMs({ ...old, age: "none" })).toBe(false);
  expect(getNextReadMs({ ...old, age: "none" }, old, { ...recent, recentForMs: 4_000 })).toBe(2_000);
  expect(getNextReadMs()).toBe(false);
});
