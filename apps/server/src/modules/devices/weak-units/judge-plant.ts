import type { Finding, UnitDay } from "@heliograph/solar";
import { decideFinding, judgeUnits } from "@heliograph/solar";
import type { UnitHours } from "../../energy/metering/metering.service.ts";
import type { PlantUnit } from "./plant-units.repository.ts";

/** Days whose course shows a decline. */
const KEPT_DAYS = 90;
/** What a usual unit of unknown rating gives at least on a day that is judged: the energy of about an hour. */
const MIN_DAY_WH: Readonly<Record<string, number>> = { OPT: 300, SCON: 2_000, MCON: 2_000 };

/** Stored ratios have this many steps. */
const RATIO_STEPS = 10_000;

const round = (value: number, steps: number): number => Math.round(value * steps) / steps;

/** A unit after a day it was judged by. */
export interface JudgedUnit {
  readonly unit: PlantUnit;
  readonly finding: Finding | undefined;
  readonly days: readonly number[];
  readonly bestRatios: readonly number[];
  readonly lostWh: readonly number[];
}

function toUnitDay(
  { ratedPowerW, group, gatewayId }: PlantUnit,
  hours: UnitHours | undefined,
  count: number,
): UnitDay {
  return {
    energyWh: hours?.energyWh ?? new Array<number>(count).fill(0),
    isMeasured: hours?.isMeasured ?? new Array<boolean>(count).fill(false),
    ...(ratedPowerW !== null && { ratedPowerW }),
    ...(group !== null && { group }),
    ...(gatewayId !== null && { gateway: gatewayId }),
  };
}

function getMinDayWh(kind: string, units: readonly UnitDay[]): number {
  const rated = units.map(({ ratedPowerW }) => ratedPowerW);
  if (rated.some((power) => power === undefined)) return MIN_DAY_WH[kind] as number;
  return Math.min(...(rated as number[]));
}

/** Judges the units of a plant, each kind among itself, by one day (days since 1970); units without a verdict are absent. */
export function judgePlantDay(input: {
  units: readonly PlantUnit[];
  hours: readonly UnitHours[];
  hourCount: number;
  day: number;
}): JudgedUnit[] {
  const { units, hours, hourCount, day } = input;
  const hoursByKey = new Map(hours.map((ofUnit) => [ofUnit.deviceKey, ofUnit]));
  return [...Map.groupBy(units, ({ kind }) => kind)].flatMap(([kind, ofKind]) => {
    const unitDays = ofKind.map((unit) => toUnitDay(unit, hoursByKey.get(unit.deviceKey), hourCount));
    const verdicts = judgeUnits(unitDays, { minDayWh: getMinDayWh(kind, unitDays) });
    return ofKind.flatMap((unit, index): JudgedUnit[] => {
      const verdict = verdicts[index];
      if (verdict === undefined) return [];
      const days = [...unit.days, day].slice(-KEPT_DAYS);
      const bestRatios = [...unit.bestRatios, round(verdict.bestRatio, RATIO_STEPS)].slice(-KEPT_DAYS);
      const lostWh = [...unit.lostWh, round(verdict.lostWh, 1)].slice(-KEPT_DAYS);
      const course = days.map((at, place) => ({ day: at, ratio: bestRatios[place] as number }));
      const finding = decideFinding(verdict, course, unit.finding ?? undefined);
      return [{ unit, finding, days, bestRatios, lostWh }];
    });
  });
}
