import type { DataInputOf, endpoints, Language, LiveMessage } from "@heliograph/contract";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { createSharedRun } from "../../../infra/shared-run.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import type { Scope } from "../../base/access/scope.ts";
import { systemScope } from "../../base/access/scope.ts";
import type { AlarmService } from "../../devices/alarms/alarms.service.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import { listPlantPoints } from "./fleet.repository.ts";
import { hasCompanyPlant, listPlantChoices } from "./plant-choices.repository.ts";
import type { PlantQuery, PlantState } from "./plant-overview.repository.ts";
import {
  findPlantState,
  listPlantShares,
  listPlantStates,
  searchPlants,
} from "./plant-overview.repository.ts";
import { sumPlants } from "./plant-totals.repository.ts";
import { roundPlaceOf } from "./rough-place.service.ts";
import type { PlantFigures } from "./station-row.ts";
import { sleepOf, toStationRow } from "./station-row.ts";

export type { PlantFigures, PlantState };

type Totals = DataInputOf<typeof endpoints.home.getOverview>;
type PlantLiveMessage = Extract<LiveMessage, { type: "plant" }>;

/** More plants than one server has; a list without pages is limited to it. */
const MAX_PLANTS = 1_000_000;

export type PlantOverview = ReturnType<typeof createPlantOverview>;

/** The read model of plants: list, detail, home totals and live stream take their current figures from here. */
export function createPlantOverview(deps: {
  db: Db;
  clock: Clock;
  metering: MeteringService;
  alarms: AlarmService;
}) {
  const { db, clock, metering, alarms } = deps;

  async function toFigures(scope: Scope, states: readonly PlantState[]): Promise<PlantFigures[]> {
    const found = await alarms.statusAlarms(scope, { of: "plant", rows: states });
    const now = clock.now();
    return states.map((state) => ({ state, row: toStationRow(state, { now, alarm: found.get(state.id) }) }));
  }

  /** Figures of the plants in scope with these ids, in this order. */
  async function listByIds(scope: Scope, ids: readonly string[]): Promise<PlantFigures[]> {
    const figures = await toFigures(scope, await listPlantStates(db, scope, new Date(clock.now()), ids));
    const byId = new Map(figures.map((plant) => [plant.state.id, plant]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Adds what a list is sorted by where rows have it in such a list alone. */
  async function addShares(scope: Scope, figures: PlantFigures[]): Promise<PlantFigures[]> {
    const ids = figures.map(({ state }) => state.id);
    const shares = new Map((await listPlantShares(db, scope, ids)).map((each) => [each.id, each]));
    return figures.map(({ state, row }) => {
      const found = shares.get(state.id);
      const from = found?.isIrradiance ? "irradiance" : "clear-sky";
      return {
        state,
        row: { ...row, expectedShare: found?.share ?? null, expectedFrom: found ? from : null },
      };
    });
  }

  /** Figures of the plants in scope on a page of a list, and how many plants there are on all pages. */
  async function list(scope: Scope, query: PlantQuery): Promise<{ rows: PlantFigures[]; total: number }> {
    const { ids, total } = await searchPlants(db, scope, { now: new Date(clock.now()), query });
    const figures = await listByIds(scope, ids);
    return { rows: query.sort === "expectedShare" ? await addShares(scope, figures) : figures, total };
  }

  /** Ids of all plants of a list, in its order. */
  async function listIds(scope: Scope, query: Omit<PlantQuery, "page" | "pageSize">): Promise<string[]> {
    const whole = { ...query, page: 1, pageSize: MAX_PLANTS };
    return (await searchPlants(db, scope, { now: new Date(clock.now()), query: whole })).ids;
  }

  /** Figures of one plant, as far as the caller's access goes. */
  async function find(scope: Scope, plant: PlantAccess): Promise<PlantFigures | undefined> {
    const state = await findPlantState(db, new Date(clock.now()), { access: plant, scope });
    return state && (await toFigures(scope, [state]))[0];
  }

  /** Current figures of plants for their live stream; energies only of those with `true`, whose energies changed. */
  async function readLive(plants: ReadonlyMap<string, boolean>): Promise<PlantLiveMessage[]> {
    const now = clock.now();
    const states = await listPlantStates(db, systemScope(), new Date(now), [...plants.keys()]);
    return states.map((state) => ({
      type: "plant",
      stationId: state.id,
      powerW: state.powerW,
      status: state.status,
      isAsleep: sleepOf(state, now).isAsleep,
      updatedAt: state.updatedAt?.toISOString() ?? null,
      ...(plants.get(state.id) && { energyTodayWh: state.energies?.todayWh ?? 0 }),
    }));
  }

  async function readTotals(scope: Scope): Promise<Totals> {
    // Read before the totals, so that a report counted in between marks a figure as partial rather than not.
    const updating = await metering.listAllUpdating();
    const now = new Date(clock.now());
    const { updatedAt, ...sums } = await sumPlants(db, scope, { now, updating });
    const areAllAlarmsHidden = sums.plantCount > 0 && sums.alarmsHiddenCount === sums.plantCount;
    const totals = { ...sums, updatedAt: updatedAt?.toISOString() ?? null };
    // Without the permission, as for anonymous sessions, the alarms of public plants stay private.
    const isHidden = areAllAlarmsHidden || !scope.permissionIds.has("alarm:read");
    return { ...totals, unresolvedAlarms: isHidden ? null : await alarms.countUnresolved(scope) };
  }

  const totalsByCaller = new Map<string, { read(): Promise<Totals>; waiting: number }>();

  /** Counts and totals over all plants in scope. Concurrent calls of the same caller share a reading. */
  async function getTotals(scope: Scope): Promise<Totals> {
    const { accountId, sessionId, companyId, jurisdiction, isPlatform, permissionIds, apiKey } = scope;
    const who = [accountId ?? sessionId, apiKey?.id, companyId, jurisdiction, isPlatform];
    const caller = [...who, ...permissionIds].join(" ");
    const shared = totalsByCaller.get(caller) ?? {
      read: createSharedRun(() => readTotals(scope)),
      waiting: 0,
    };
    totalsByCaller.set(caller, shared);
    shared.waiting++;
    try {
      return await shared.read();
    } finally {
      shared.waiting--;
      if (shared.waiting === 0) totalsByCaller.delete(caller);
    }
  }

  /** Plants in scope with coordinates; approximate ones where the plant hides its contacts from the caller. */
  async function getMap(scope: Scope): Promise<DataInputOf<typeof endpoints.home.map>> {
    const plants = await listPlantPoints(db, scope, new Date(clock.now()));
    const points = plants.flatMap(({ isRough, ...point }) => {
      const { latitude, longitude } = isRough ? roundPlaceOf(point) : point;
      return latitude === null || longitude === null ? [] : [{ ...point, latitude, longitude }];
    });
    return { points, missingCount: plants.length - points.length };
  }

  const choices = (scope: Scope, language: Language) => listPlantChoices(db, scope, language);
  /** Whether the company has a plant whose contacts are visible to the caller, so that it can be a filter. */
  const hasPlantOf = (scope: Scope, companyId: string) => hasCompanyPlant(db, scope, companyId);

  return { list, listIds, listByIds, find, readLive, getTotals, getMap, choices, hasPlantOf };
}
