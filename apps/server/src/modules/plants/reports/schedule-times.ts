import type { ReportKind } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import { plantDaysOf } from "@heliograph/solar";
import { findReportRange, instantsOf, periodOf } from "./report-range.ts";
import type { DuePeriod } from "./schedules.repository.ts";

/** Time after the end of a period for its last reports to arrive, and for automatic corrections. */
const DELAY_MS = 3_600_000;

/** When the report of a period is sent: an hour after the period has ended in the zones of all its plants. */
export function dueAtOf(kind: ReportKind, period: string, plantZones: readonly PlantZones[]): Date {
  const range = findReportRange(kind, period);
  if (range === undefined) throw new Error(`no period of a report: ${period}`);
  const zones = plantZones.length === 0 ? ["UTC"] : plantZones;
  return new Date(Math.max(...zones.map((zone) => instantsOf(range, zone).toAt)) + DELAY_MS);
}

/** The first period of a schedule: the one that has not ended yet in the zones of all plants. */
export function firstDue(kind: ReportKind, now: number, plantZones: readonly PlantZones[]): DuePeriod {
  const nextPeriod = periodOf(kind, plantDaysOf(now, plantZones).earliest);
  return { nextPeriod, dueAt: dueAtOf(kind, nextPeriod, plantZones) };
}
