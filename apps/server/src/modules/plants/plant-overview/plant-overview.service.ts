import type { DataInputOf, endpoints } from "@heliograph/contract";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { AlarmService } from "../../devices/alarms/alarms.service.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import type { PlantFilter, PlantState } from "./plant-overview.repository.ts";
import { findPlantState, listPlantStates } from "./plant-overview.repository.ts";
import { isHiddenEverywhere, sumPlants } from "./plant-totals.ts";
import type { PlantFigures } from "./station-row.ts";
import { toStationRow } from "./station-row.ts";

export type { PlantState };

export type PlantOverview = ReturnType<typeof createPlantOverview>;

/** The read model of plants: list, detail, home totals and live stream take their current figures from here. */
export function createPlantOverview(deps: {
  db: Db;
  clock: Clock;
  metering: MeteringService;
  alarms: AlarmService;
}) {
  const { db, clock, metering, alarms } = deps;

  async function addEnergies(states: readonly PlantState[]): Promise<PlantFigures[]> {
    const now = clock.now();
    // Read before the totals, so that a report counted in between marks a figure as partial rather than not.
    const updating = await metering.listUpdating(states.map(({ key }) => key));
    const totals = await metering.energyTotals(states);
    return states.map((state) => {
      const energy = { totals: totals.get(state.key), isUpdating: updating.has(state.key) };
      return { state, energy, row: toStationRow(state, energy, now) };
    });
  }

  /** Figures of the plants in scope, in no order. */
  async function list(scope: Scope, filter: PlantFilter): Promise<PlantFigures[]> {
    return await addEnergies(await listPlantStates(db, scope, new Date(clock.now()), filter));
  }

  /** Figures of one plant that is in scope or public. */
  async function find(scope: Scope, plantId: string): Promise<PlantFigures | undefined> {
    const state = await findPlantState(db, scope, new Date(clock.now()), plantId);
    return state && (await addEnergies([state]))[0];
  }

  /** Counts and totals over all plants in scope. */
  async function getTotals(scope: Scope): Promise<DataInputOf<typeof endpoints.home.getOverview>> {
    const plants = await list(scope, {});
    const totals = sumPlants(plants);
    // Without the permission, as for anonymous sessions, the alarms of public plants stay private.
    if (!scope.permissionIds.has("alarm:read")) return { ...totals, unresolvedAlarms: 0 };
    const isHidden = isHiddenEverywhere(plants, "alarms");
    return { ...totals, unresolvedAlarms: isHidden ? null : await alarms.countUnresolved(scope) };
  }

  return { list, find, getTotals };
}
