import type { UnitState } from "@heliograph/solar";
import { findDecline, judgeUnits } from "@heliograph/solar";
import type { Truth } from "./random-plants.ts";
import type { SimulatedUnit } from "./simulate-day.ts";

/** A usual module gives this much on a day that is judged: an hour at 300 W. */
export const MIN_DAY_WH = 300;

type Verdict = UnitState | "declining" | "not judged";

/** How often each truth got each verdict. */
export type Confusion = Map<Truth, Map<Verdict, number>>;

function addVerdict(confusion: Confusion, truth: Truth, verdict: Verdict): void {
  const row = confusion.get(truth) ?? new Map<Verdict, number>();
  row.set(verdict, (row.get(verdict) ?? 0) + 1);
  confusion.set(truth, row);
}

/** Judges a day of a plant. */
export function countDay(confusion: Confusion, units: readonly SimulatedUnit[]): void {
  const verdicts = judgeUnits(units, { minDayWh: MIN_DAY_WH });
  for (const [index, { truth }] of units.entries())
    addVerdict(confusion, truth, verdicts[index]?.state ?? "not judged");
}

/** Judges the course of a plant's units over many days, `stepDays` apart. */
export function countDeclines(
  confusion: Confusion,
  days: readonly (readonly SimulatedUnit[])[],
  stepDays = 2,
): void {
  const verdicts = days.map((units) => judgeUnits(units, { minDayWh: MIN_DAY_WH }));
  for (const [index, { truth }] of (days[0] ?? []).entries()) {
    const ratios = verdicts.flatMap((ofDay, day) => {
      const verdict = ofDay[index];
      return verdict === undefined ? [] : [{ day: stepDays * day, ratio: verdict.bestRatio }];
    });
    addVerdict(confusion, truth, findDecline(ratios) === undefined ? "normal" : "declining");
  }
}

const TRUTHS = { dead: ["dead", "silent"], half: ["half"], declining: ["declining"] } as const;
type Kind = keyof typeof TRUTHS;

/** Recall and precision of one kind, by modules; those of truth `third` count for no kind. */
export function scoreOf(confusion: Confusion, kind: Kind) {
  const isOfKind = (name: string): boolean => (TRUTHS[kind] as readonly string[]).includes(name);
  let [found, missed, wrong] = [0, 0, 0];
  for (const [truth, row] of confusion) {
    for (const [verdict, count] of row) {
      if (isOfKind(truth) && isOfKind(verdict)) found += count;
      else if (isOfKind(truth)) missed += count;
      else if (isOfKind(verdict) && truth !== "third") wrong += count;
    }
  }
  return { found, missed, wrong, recall: found / (found + missed), precision: found / (found + wrong) };
}

/** Number of modules of a truth, or of all. */
export const countModules = (confusion: Confusion, truth?: Truth): number =>
  [...confusion]
    .filter(([name]) => truth === undefined || name === truth)
    .reduce((total, [, row]) => total + [...row.values()].reduce((sum, count) => sum + count, 0), 0);

export const countVerdicts = (confusion: Confusion, truth: Truth, verdict: Verdict): number =>
  confusion.get(truth)?.get(verdict) ?? 0;
