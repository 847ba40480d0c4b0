import type { Verification } from "@heliograph/contract";
import { expect, test } from "vitest";
import { judgeChain } from "./chain-state.ts";

const last = {
  endedAt: "2026-11-22T07:00:00Z",
  result: "intact",
  firstNumber: 1,
  lastNumber: 100,
  isEndKnown: true,
  break: null,
} as const;
const judge = (state: Partial<Verification>, at = "2026-11-23T07:00:00Z") =>
  judgeChain({ last, isRunning: false, sealedNumber: 100, waiting: 0, ...state }, Date.parse(at));

test("calls the log intact only when every row of it was verified", () => {
  expect(judge({})).toBe("intact");
  expect(judge({ last: { ...last, lastNumber: 2 } })).toBe("partial");
  expect(judge({ last: { ...last, lastNumber: null } })).toBe("partial");
  expect(judge({ sealedNumber: 101 })).toBe("partial");
  expect(judge({ waiting: 1 })).toBe("partial");
});

test("warns of rows that were not verified for two days, and of none where there are no others", () => {
  const later = "2026-11-24T07:00:01Z";
  expect(judge({ sealedNumber: 101 }, later)).toBe("overdue");
  expect(judge({}, later)).toBe("intact");
});

test("says a break and a failed verification whatever was verified, and that none took place", () => {
  expect(judge({ last: { ...last, result: "broken" } })).toBe("broken");
  expect(judge({ last: { ...last, result: "failed", lastNumber: null } })).toBe("failed");
  expect(judge({ last: null })).toBe("never");
});
