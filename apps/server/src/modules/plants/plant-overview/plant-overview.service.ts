import type { DataInputOf, endpoints, LiveMessage } from "@heliograph/contract";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { systemScope } from "../../base/access/scope.ts";
import type { AlarmService } from "../../devices/alarms/alarms.service.ts";
import { isPlantAsleep } from "../../devices/status/status.service.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import type { PlantQuery, PlantState } from "./plant-overview.repository.ts";
import { findPlantState, listPlantStates, searchPlants } from "./plant-overview.repository.ts";
import { sumPlants } from "./plant-totals.repository.ts";
import type { PlantFigures } from "./station-row.ts";
import { toStationRow } from "./station-row.ts";

export type { PlantState };

type PlantLiveMessage = Extract<LiveMessage, { type: "plant" }>;

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
    const totals = await metering.energyTotals(states.map(({ key }) => key));
    return states.map((state) => {
      const energy = { totals: totals.get(state.key), isUpdating: updating.has(state.key) };
      return { state, energy, row: toStationRow(state, energy, now) };
    });
  }

  /** Figures of the plants in scope on a page of a list, and how many plants there are on all pages. */
  async function list(scope: Scope, query: PlantQuery): Promise<{ rows: PlantFigures[]; total: number }> {
    const now = new Date(clock.now());
    const { ids, total } = await searchPlants(db, scope, { now, query });
    const plants = await addEnergies(await listPlantStates(db, scope, now, ids));
    const byId = new Map(plants.map((plant) => [plant.state.id, plant]));
    return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
  }

  /** Figures of one plant that is in scope or public. */
  async function find(scope: Scope, plantId: string): Promise<PlantFigures | undefined> {
    const state = await findPlantState(db, scope, new Date(clock.now()), plantId);
    return state && (await addEnergies([state]))[0];
  }

  /** Current figures of plants for their live stream; energies only of those with `true`, whose energies changed. */
  async function readLive(plants: ReadonlyMap<string, boolean>): Promise<PlantLiveMessage[]> {
    const now = clock.now();
    const states = await listPlantStates(db, systemScope(), new Date(now), [...plants.keys()]);
    const withEnergy = states.filter(({ id }) => plants.get(id));
    const totals = await metering.energyTotals(withEnergy.map(({ key }) => key));
    return states.map((state) => ({
      type: "plant",
      stationId: state.id,
      powerW: state.powerW,
      status: state.status,
      isAsleep: isPlantAsleep(state, now),
      updatedAt: state.updatedAt?.toISOString() ?? null,
      ...(plants.get(state.id) && { energyTodayWh: totals.get(state.key)?.todayWh ?? 0 }),
    }));
  }

  /** Counts and totals over all plants in scope. */
  async function getTotals(scope: Scope): Promise<DataInputOf<typeof endpoints.home.getOverview>> {
    // Read before the totals, so that a report counted in between marks a figure as partial rather than not.
    const updating = await metering.listAllUpdating();
    const now = new Date(clock.now());
    const { areAlarmsHidden, updatedAt, ...sums } = await sumPlants(db, scope, { now, updating });
    const totals = { ...sums, updatedAt: updatedAt?.toISOString() ?? null };
    // Without the permission, as for anonymous sessions, the alarms of public plants stay private.
    if (!scope.permissionIds.has("alarm:read")) return { ...totals, unresolvedAlarms: 0 };
    return { ...totals, unresolvedAlarms: areAlarmsHidden ? null : await alarms.countUnresolved(scope) };
  }

  return { list, find, readLive, getTotals };
}
