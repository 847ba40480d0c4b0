import type { ComparedCurve, Curve } from "./day-curve.ts";
import { toLine } from "./day-curve.ts";

const HOUR_MS = 3_600_000;

/** Energy of a line of powers from the start of its day until a time of it. */
function sumUntil(line: ComparedCurve["line"], stepMs: number, untilMs: number): number {
  return line.reduce((sum, { value: [atMs, powerW] }) => {
    const lengthMs = Math.max(0, Math.min(stepMs, untilMs - atMs));
    return sum + ((powerW ?? 0) * lengthMs) / HOUR_MS;
  }, 0);
}

interface EqualEnergies {
  /** The day is not over: the energies are those until the end of its last step with power, null without any. */
  readonly isSoFar: boolean;
  /** Null too while the energy of the day is updated: until then it is of less time than the curves. */
  readonly expectedWh: number | null;
  readonly comparedWh: number | null;
}

/** Energies of the curves beside the measured one, over the time that the energy of the day is of. */
export function getEqualEnergies(
  curve: Curve,
  compared: ComparedCurve | undefined,
  nowAt: number,
): EqualEnergies {
  const comparedWh = compared?.energyWh ?? null;
  const isOver = nowAt >= Date.parse(curve.toAt);
  if (curve.isUpdating) return { isSoFar: !isOver, expectedWh: null, comparedWh: null };
  if (isOver) return { isSoFar: false, expectedWh: curve.expectedWh, comparedWh };
  const fromAt = Date.parse(curve.fromAt);
  const stepMs = curve.stepS * 1000;
  const last = curve.points.findLast(({ powerW }) => powerW !== null);
  if (last === undefined) return { isSoFar: true, expectedWh: null, comparedWh: null };
  const untilMs = Date.parse(last.at) + stepMs - fromAt;
  return {
    isSoFar: true,
    expectedWh: curve.expectedWh === null ? null : sumUntil(toLine(curve.expected, fromAt), stepMs, untilMs),
    comparedWh:
      compared === undefined || comparedWh === null
        ? null
        : sumUntil(compared.line, compared.stepMs, untilMs),
  };
}
