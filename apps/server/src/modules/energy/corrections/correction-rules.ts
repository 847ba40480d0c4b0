import type { FieldProblem } from "@heliograph/contract";
import { addDays, GROWTH_BOUND } from "@heliograph/solar";

/** Facts of a plant that limit its corrections. */
export interface CorrectablePlant {
  readonly installedCapacityKwp: number;
  readonly gridConnectionDate: string;
  /** First day with data. */
  readonly firstDataDay: string | null;
  readonly today: string;
}

/** The days that can be corrected, both included, and the most energy of one. */
export function findBounds(plant: CorrectablePlant): { firstDay: string; lastDay: string; maxKwh: number } {
  const { gridConnectionDate, firstDataDay, today, installedCapacityKwp } = plant;
  const firstDay =
    firstDataDay !== null && firstDataDay < gridConnectionDate ? firstDataDay : gridConnectionDate;
  return {
    firstDay,
    lastDay: addDays(today, -1),
    maxKwh: Math.ceil(installedCapacityKwp * 24 * GROWTH_BOUND.margin),
  };
}

/** Why a day cannot be set to an energy. */
export function findProblems(
  { day, energyKwh }: { day: string; energyKwh: number },
  plant: CorrectablePlant,
): FieldProblem[] {
  const { firstDay, lastDay, maxKwh } = findBounds(plant);
  const problems: FieldProblem[] = [];
  if (day > lastDay) problems.push({ path: "day", key: "field.correctionNotOver" });
  else if (day < firstDay)
    problems.push({ path: "day", key: "field.correctionTooEarly", params: { day: firstDay } });
  if (energyKwh > maxKwh)
    problems.push({ path: "energyKwh", key: "field.correctionTooHigh", params: { max: maxKwh } });
  return problems;
}
