import type { DataInputOf, endpoints } from "@heliograph/contract";
import { addDays, plantDayOf } from "@heliograph/solar";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { CorrectionService, DayCorrection } from "../../energy/corrections/corrections.service.ts";
import type { EarningsService } from "../../energy/earnings/earnings.service.ts";
import type { FleetEarnings } from "../../energy/earnings/fleet-earnings.service.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import type { ReportPlant } from "./report-plants.repository.ts";
import type { ReportRange } from "./report-range.ts";
import { barQueryOf, instantsOf, isBarOf } from "./report-range.ts";
import type { AlarmCounts, FrequentAlarm } from "./report-records.repository.ts";
import { countAlarms, listFrequentAlarms } from "./report-records.repository.ts";

type Curve = DataInputOf<typeof endpoints.station.curve>;
type Bar = DataInputOf<typeof endpoints.station.energy>["bars"][number];
type Earnings = DataInputOf<typeof endpoints.station.earnings>;

export interface FiguresDeps {
  db: Db;
  clock: Clock;
  access: AccessService;
  metering: MeteringService;
  earnings: EarningsService;
  fleetEarnings: Pick<FleetEarnings, "sumPlants">;
  corrections: Pick<CorrectionService, "listOfDays">;
}

export interface AlarmFigures {
  readonly counts: AlarmCounts;
  readonly frequent: readonly FrequentAlarm[];
}

/** What a report of one plant shows. */
export interface PlantFigures {
  readonly plant: ReportPlant;
  readonly range: ReportRange;
  readonly now: number;
  /** The local day at the plant. */
  readonly today: string;
  /** Of a day: the day; of a month: its days; of a year: its months. */
  readonly bars: readonly Bar[];
  /** Only of a day. */
  readonly curve: Curve | undefined;
  /** Days of the period so far, since the plant's first data, and those with data. */
  readonly days: readonly string[];
  readonly daysWithData: ReadonlySet<string>;
  /** Energy of the day with most of it. */
  readonly bestDay: { readonly day: string; readonly energyWh: number } | undefined;
  /** Undefined where the plant hides its earnings from the caller. */
  readonly earnings: Pick<Earnings, "currency" | "bars" | "isEstimated"> | undefined;
  /** Undefined without the permission, and where the plant hides its alarms from the caller. */
  readonly alarms: AlarmFigures | undefined;
  /** Those that count. */
  readonly corrections: readonly DayCorrection[];
  readonly isUpdating: boolean;
}

/** Days of a period so far, since the first data of the plant. */
export function listElapsedDays(
  { fromDay, toDay }: ReportRange,
  plant: ReportPlant,
  today: string,
): string[] {
  const first = plant.firstDay !== null && plant.firstDay > fromDay ? plant.firstDay : fromDay;
  const last = today < toDay ? today : toDay;
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Reads the figures of a plant that the caller sees. A0404 for a plant that is gone meanwhile. */
export async function readPlantFigures(
  deps: FiguresDeps,
  scope: Scope,
  { plant, range }: { plant: ReportPlant; range: ReportRange },
): Promise<PlantFigures> {
  const { db, clock, metering } = deps;
  const { stationId, plantKey, zones, hiddenParts } = plant;
  const { kind, period } = range;
  const now = clock.now();
  const today = plantDayOf(now, zones);
  const access = await deps.access.findPlant(scope, stationId);
  if (!access) throw new AppError("A0404");
  const asked = barQueryOf(range);
  const isOfPeriod = (bar: { period: string }) => isBarOf(range, bar);
  const zone = { plantIds: [stationId], ...instantsOf(range, zones) };
  const seesAlarms = scope.permissionIds.has("alarm:read") && !hiddenParts.includes("alarms");
  const [energy, curve, earned, days, counts, frequent, corrections] = await Promise.all([
    metering.bars(scope, { stationId, ...asked }),
    kind === "day" ? metering.curve(scope, { stationId, day: period }) : undefined,
    hiddenParts.includes("earnings") ? undefined : deps.earnings.get(access, asked),
    metering.plantDays({ plantKeys: [plantKey], fromDay: range.fromDay, toDay: range.toDay }),
    seesAlarms ? countAlarms(db, [zone]) : undefined,
    seesAlarms ? listFrequentAlarms(db, [zone]) : [],
    deps.corrections.listOfDays(access, range),
  ]);
  const measured = days.filter(({ hasEnergy }) => hasEnergy);
  const [best] = measured.toSorted((one, other) => other.energyWh - one.energyWh);
  return {
    plant,
    range,
    now,
    today,
    bars: energy.bars.filter(isOfPeriod),
    curve,
    days: listElapsedDays(range, plant, today),
    daysWithData: new Set(measured.map(({ day }) => day)),
    bestDay: best,
    earnings: earned && { ...earned, bars: earned.bars.filter(isOfPeriod) },
    alarms: counts && { counts, frequent },
    corrections: corrections.filter(({ cancelledAt }) => cancelledAt === null),
    isUpdating: energy.isUpdating || curve?.isUpdating === true,
  };
}
