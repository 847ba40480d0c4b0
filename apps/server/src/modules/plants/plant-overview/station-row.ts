import type { StationRow, StatusAlarm } from "@heliograph/contract";
import { getEfficiencyPct } from "@heliograph/contract/efficiency";
import { findComingSunrise, isNightAt, isPlantAsleep } from "../../devices/status/status.service.ts";
import type { PlantState } from "./plant-overview.repository.ts";
import { roundPlaceOf } from "./rough-place.service.ts";

/** Current figures of one plant. */
export interface PlantFigures {
  readonly state: PlantState;
  readonly row: StationRow;
}

/** Of the approximate place where the contacts are hidden: times to the second would reveal the exact one. */
function sunriseOf(state: PlantState, now: number): string | null {
  const place = state.hiddenParts.includes("contacts") ? roundPlaceOf(state) : state;
  const sunriseAt = findComingSunrise(place, now);
  return sunriseAt === undefined ? null : new Date(sunriseAt).toISOString();
}

/**
 * Whether the units of a plant are asleep, and whether it is night there. Of the approximate place for every caller, since
 * all of them share a live message: who watches a public plant at dusk would otherwise learn the exact one.
 */
export function sleepOf(state: PlantState, now: number) {
  const place = roundPlaceOf(state);
  return { isAsleep: isPlantAsleep({ ...state, ...place }, now), isNight: isNightAt(place, now) };
}

/** A plant as a row of the API, with the alarm that decides its status; a public plant shows its name, power, energy and rough place (domain: Anonymous). */
export function toStationRow(
  state: PlantState,
  { now, alarm }: { now: number; alarm: StatusAlarm | undefined },
): StationRow {
  const { powerW, isInScope, energies: totals, isUpdating } = state;
  const isEnergyHidden = state.hiddenParts.includes("energy");
  const kwh = (wh: number | undefined) => (isEnergyHidden ? null : (wh ?? 0) / 1000);
  return {
    stationId: state.id,
    number: isInScope ? state.number : null,
    name: state.name,
    status: state.status,
    statusReason: isInScope ? state.statusReason : null,
    alarm: alarm ?? null,
    ...sleepOf(state, now),
    sunriseAt: sunriseOf(state, now),
    pictureId: isInScope ? state.pictureId : null,
    powerW,
    efficiency: getEfficiencyPct(powerW, state.installedCapacityKwp),
    energyTodayKwh: kwh(totals?.todayWh),
    energyMonthKwh: kwh(totals?.monthWh),
    energyYearKwh: kwh(totals?.yearWh),
    energyTotalKwh: kwh(totals?.totalWh),
    isUpdating: isUpdating && !isEnergyHidden,
    specificYieldKwhPerKwp: isEnergyHidden
      ? null
      : (totals?.todayWh ?? 0) / 1000 / state.installedCapacityKwp,
    earningsToday: isInScope ? state.earningsToday : null,
    isEarningsEstimated: isInScope && state.earningsToday !== null && state.isEarningsEstimated,
    openAlarms: state.openAlarms,
    tags: isInScope ? [...state.tags] : [],
    installedCapacityKwp: state.installedCapacityKwp,
    timeZone: state.timeZone,
    currency: isInScope ? state.currency : null,
    visibility: state.visibility,
    createdAt: isInScope ? state.createdAt.toISOString() : null,
    updatedAt: state.updatedAt?.toISOString() ?? null,
  };
}
