import { referencesOf } from "./peer-reference.ts";
import type { UnitDay } from "./unit-day.ts";
import { quantile, sum } from "./unit-day.ts";

/** `silent`: not heard all day while its peers were; `half`: less in every hour, so no shade. */
export type UnitState = "normal" | "half" | "dead" | "silent";

export interface UnitVerdict {
  readonly state: UnitState;
  /** Energy in its best hours as a share of its peers': shade of some hours does not lower it. */
  readonly bestRatio: number;
  /** What its peers gave and it did not. */
  readonly lostWh: number;
}

/** A unit that gave at most this share of its peers' day is dead. */
const DEAD_SHARE = 0.05;
/** A unit whose best hours are at most this share of its peers' is at half power. */
const HALF_SHARE = 0.7;
/** A unit that nearly kept up with its peers in two hours is shaded in the others. */
const FULL_SHARE = 0.85;
/** Hours of at least this share of the brightest one are compared. */
const LIT_SHARE = 0.2;
const MIN_LIT_SEGMENTS = 3;
const MANY_SEGMENTS = 6;
const BEST_SHARE = 0.75;
/** Where so many units are weak together, the reason is not in the units: unknown module sizes, snow. */
const MAX_HALF_SHARE = 0.25;
/** Share of the lit segments in which at least half of the peers must be heard before silence means something. */
const HEARD_SHARE = 0.8;

const listLit = (referenceWh: readonly number[]): number[] => {
  const brightestWh = Math.max(...referenceWh);
  return referenceWh.flatMap((wh, segment) => (wh > 0 && wh >= LIT_SHARE * brightestWh ? [segment] : []));
};

/** The ratio of the better hours: the best of a few, a high quantile of many, which one late reading does not move. */
const bestOf = (ratios: readonly number[]): number =>
  quantile(ratios, ratios.length >= MANY_SEGMENTS ? BEST_SHARE : 1);

function isShadedOnly(ratios: readonly number[]): boolean {
  const full = ratios.filter((ratio) => ratio > FULL_SHARE).length;
  return full >= (ratios.length >= MANY_SEGMENTS ? 2 : 1);
}

/** Share of the units behind each gateway that were heard in each segment. */
function heardShares(units: readonly UnitDay[]): Map<string | undefined, number[]> {
  const shareOf = (members: readonly UnitDay[], segment: number): number =>
    members.filter(({ isMeasured }) => isMeasured[segment]).length / members.length;
  return new Map(
    [...Map.groupBy(units, ({ gateway }) => gateway)].map(([gateway, members]) => [
      gateway,
      (members[0] as UnitDay).isMeasured.map((_, segment) => shareOf(members, segment)),
    ]),
  );
}

function judgeUnit(unit: UnitDay, referenceWh: readonly number[], heard: readonly number[]): UnitVerdict {
  const lit = listLit(referenceWh);
  const totalWh = sum(unit.energyWh);
  const expectedWh = sum(referenceWh);
  const ratios = lit.map((segment) => (unit.energyWh[segment] as number) / (referenceWh[segment] as number));
  const bestRatio = bestOf(ratios);
  const lostWh = Math.max(0, expectedWh - totalWh);
  if (totalWh <= DEAD_SHARE * expectedWh) {
    const isSilent = !lit.some((segment) => unit.isMeasured[segment]);
    const arePeersHeard =
      lit.filter((segment) => (heard[segment] as number) >= 0.5).length >= HEARD_SHARE * lit.length;
    if (!isSilent) return { state: "dead", bestRatio, lostWh };
    return { state: arePeersHeard ? "silent" : "normal", bestRatio, lostWh };
  }
  const isHalf = lit.length >= MIN_LIT_SEGMENTS && bestRatio <= HALF_SHARE && !isShadedOnly(ratios);
  return { state: isHalf ? "half" : "normal", bestRatio, lostWh };
}

/**
 * Judges the units of one kind in a plant by one day, which should be bright enough (`minDayWh` of a usual unit); a unit
 * without a verdict has too few peers or too little light. Segments of several days may be given as one: then a unit is at
 * half power only if it was on each of them.
 */
export function judgeUnits(
  units: readonly UnitDay[],
  { minDayWh }: { readonly minDayWh: number },
): (UnitVerdict | undefined)[] {
  const heard = heardShares(units);
  const judgeWithin = (unit: UnitDay, referenceWh: readonly number[]) =>
    judgeUnit(unit, referenceWh, heard.get(unit.gateway) as number[]);
  const verdicts = referencesOf(units).map((referenceWh, index) =>
    referenceWh === undefined || sum(referenceWh) < minDayWh
      ? undefined
      : judgeWithin(units[index] as UnitDay, referenceWh),
  );
  const judged = verdicts.filter((verdict) => verdict !== undefined);
  const half = judged.filter(({ state }) => state === "half").length;
  if (half <= Math.max(1, MAX_HALF_SHARE * judged.length)) return verdicts;
  return verdicts.map((verdict) => (verdict?.state === "half" ? { ...verdict, state: "normal" } : verdict));
}
