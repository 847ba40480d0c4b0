import { expect, test } from "vitest";
import { compareYields, isYieldGood } from "./yield-rules.ts";

const pairs = (count: number, beforeWh: number, afterWh: number) =>
  Array<{ beforeWh: number; afterWh: number }>(count).fill({ beforeWh, afterWh });
const judge = (upgraded: ReturnType<typeof pairs>, peers = pairs(10, 2_000, 1_000)) =>
  isYieldGood(compareYields([{ upgraded, peers }]));

test("finds units good that change as their peers do, on a day half as bright", () => {
  expect(judge(pairs(5, 1_200, 600))).toBe(true);
  expect(compareYields([{ upgraded: pairs(5, 1_200, 600), peers: pairs(3, 2_000, 1_000) }])).toEqual({
    compared: 5,
    low: 0,
    share: 1,
  });
});

test("refuses a wave that loses 6 % altogether, and one in which a unit of five is silent", () => {
  expect(judge(pairs(100, 2_000, 960))).toBe(true);
  expect(judge(pairs(100, 2_000, 940))).toBe(false);
  expect(judge([...pairs(4, 2_000, 1_020), ...pairs(1, 2_000, 0)])).toBe(false);
});

test("tolerates one low unit of twenty, not two", () => {
  expect(judge([...pairs(19, 2_000, 1_010), ...pairs(1, 2_000, 700)])).toBe(true);
  expect(judge([...pairs(18, 2_000, 1_050), ...pairs(2, 2_000, 700)])).toBe(false);
});

test("expects the median peer's energy of a unit without an earlier day, and ignores one broken peer", () => {
  const peers = [...pairs(5, 2_000, 1_000), { beforeWh: 2_000, afterWh: 0 }];
  expect(judge(pairs(5, 0, 1_000), peers)).toBe(true);
  expect(judge(pairs(5, 0, 900), peers)).toBe(false);
});
