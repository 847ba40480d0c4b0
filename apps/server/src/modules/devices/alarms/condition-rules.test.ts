import fc from "fast-check";
import { expect, test } from "vitest";
import type { ConditionState } from "./condition-rules.ts";
import { applyGone, applyRaised, MAX_RECENT } from "./condition-rules.ts";

const intervalMs = 100;
const createState = (): ConditionState => ({
  open: undefined,
  resolvedLastAt: undefined,
  endedAt: undefined,
});

function apply(state: ConditionState, kind: "raised" | "gone", at: number) {
  return kind === "gone" ? applyGone(state, at) : applyRaised(state, { at, intervalMs }, () => "alarm");
}

const report = fc.record({
  kind: fc.constantFrom("raised" as const, "gone" as const),
  at: fc.integer({ min: 0, max: 5_000 }),
});
const reports = fc.array(report, { maxLength: 40 });

test("changes nothing when any earlier report is applied again", () => {
  fc.assert(
    fc.property(reports, fc.nat(), (all, pick) => {
      const state = createState();
      for (const { kind, at } of all) apply(state, kind, at);
      const before = JSON.stringify(state);
      const again = all[pick % Math.max(1, all.length)];
      if (again) expect(apply(state, again.kind, again.at).outcome).toBe("unchanged");
      expect(JSON.stringify(state)).toBe(before);
    }),
  );
});

test("ends in the same condition and times whatever the order of the reports", () => {
  fc.assert(
    fc.property(reports, (all) => {
      const [forth, back] = [createState(), createState()];
      for (const { kind, at } of all) apply(forth, kind, at);
      for (const { kind, at } of all.toReversed()) apply(back, kind, at);
      const summary = ({ open, endedAt }: ConditionState) => ({
        endedAt,
        firstAt: open?.firstAt,
        lastAt: open?.lastAt,
        goneAt: open?.goneAt,
      });
      expect(summary(back)).toEqual(summary(forth));
    }),
  );
});

test("counts an occurrence per interval, remembers the latest and lists no repeat", () => {
  const state = createState();
  const listed = Array.from({ length: 1_000 }, (_, n) => apply(state, "raised", n * 50)).flatMap(
    ({ transitions }) => transitions,
  );
  expect(state.open).toMatchObject({ count: 500, firstAt: 0, lastAt: 49_950 });
  expect(state.open?.recentAt).toHaveLength(MAX_RECENT);
  expect(listed).toEqual([{ alarmId: "alarm", kind: "raised", at: 0 }]);
});

test("lists a limited number of beginnings and ends of a flapping condition", () => {
  const state = createState();
  const listed = Array.from({ length: 1_000 }, (_, n) => [
    ...apply(state, "raised", n * 1_000).transitions,
    ...apply(state, "gone", n * 1_000 + 500).transitions,
  ]).flat();
  expect(listed).toHaveLength(200);
  expect(state.open).toMatchObject({ count: 1_000, goneAt: 999_500 });
});
