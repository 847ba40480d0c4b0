import type { endpoints, FigureChange, QueryOf } from "@heliograph/contract";
import { MAX_FIGURE_CHANGES } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import { addDays, daysRange, plantDayOf } from "@heliograph/solar";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { CorrectionService } from "../../energy/corrections/corrections.service.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import { listServiceFacts, listTariffFacts, listZoneFacts } from "./figure-changes.repository.ts";

type Query = QueryOf<typeof endpoints.station.figureChanges>;

export type FigureChangeService = ReturnType<typeof createFigureChanges>;

/** Types whose counters are energy at some level. */
const countedTypes = ["DCON", "SCON", "MCON", "OPT"] as const;

export function createFigureChanges(deps: {
  db: Db;
  metering: MeteringService;
  corrections: Pick<CorrectionService, "listOfDays">;
}) {
  const { db, metering, corrections } = deps;

  async function listOfMeter(plantKey: number, query: Query): Promise<FigureChange[]> {
    const days = await metering.dayNotes({ plantKey, fromDay: query.fromDay, toDay: query.toDay });
    return days.flatMap(({ day, countedAt, backfilledWh, implausibleWh, resets }): FigureChange[] => {
      const at = new Date(countedAt).toISOString();
      return [
        ...(backfilledWh > 0 ? [{ kind: "late" as const, day, at, energyWh: backfilledWh }] : []),
        ...(implausibleWh > 0 ? [{ kind: "implausible" as const, day, at, energyWh: implausibleWh }] : []),
        ...(resets > 0 ? [{ kind: "reset" as const, day, at, count: resets }] : []),
      ];
    });
  }

  async function listCorrections(plant: PlantAccess, query: Query): Promise<FigureChange[]> {
    const facts = await corrections.listOfDays(plant, query);
    return facts.map(({ day, mode, createdAt, sourceWh, correctedWh, cancelledAt }) => ({
      kind: "correction",
      day,
      mode,
      beforeWh: sourceWh,
      energyWh: correctedWh,
      at: createdAt.toISOString(),
      cancelledAt: cancelledAt?.toISOString() ?? null,
    }));
  }

  async function listServices(plant: PlantAccess, zones: PlantZones, query: Query): Promise<FigureChange[]> {
    const { fromAt, toAt } = daysRange(query.fromDay, query.toDay, zones);
    const facts = await listServiceFacts(db, plant, {
      types: countedTypes,
      fromAt: new Date(fromAt),
      toAt: new Date(toAt),
    });
    return facts.map((fact) => ({
      ...fact,
      at: fact.at.toISOString(),
      day: plantDayOf(fact.at.getTime(), zones),
    }));
  }

  async function listTariffs(plant: PlantAccess, query: Query): Promise<FigureChange[]> {
    const facts = await listTariffFacts(db, plant, query);
    return facts.map(({ day, at }) => ({ kind: "tariff", day, at: at.toISOString() }));
  }

  /** The day before a zone begins has another length; the days up to its entry were counted again. */
  async function listZones(plant: PlantAccess, zones: PlantZones, query: Query): Promise<FigureChange[]> {
    const facts = await listZoneFacts(db, plant);
    return facts.flatMap(({ timeZone, fromDay, at }): FigureChange[] => {
      const [, lastDay = ""] = [plantDayOf(at.getTime(), zones), fromDay].toSorted();
      if (query.toDay < addDays(fromDay, -1) || query.fromDay > lastDay) return [];
      const day = [query.fromDay, fromDay, query.toDay].toSorted()[1] as string;
      return [{ kind: "zone", day, at: at.toISOString(), fromDay, timeZone }];
    });
  }

  return {
    /** Stored facts that changed figures of days, the latest day first. A0400 where the days are in the wrong order. */
    async list(
      scope: Scope,
      plant: PlantAccess,
      query: Query,
    ): Promise<{ rows: FigureChange[]; total: number }> {
      if (query.fromDay > query.toDay)
        throw new AppError("A0400", { fields: [{ path: "toDay", key: "field.invalid" }] });
      const zones = await metering.zonesOf(scope, plant.plantId);
      const shows = (part: "devices" | "earnings"): boolean => !plant.hiddenParts.includes(part);
      const parts = await Promise.all([
        listOfMeter(plant.plantKey, query),
        listCorrections(plant, query),
        shows("devices") ? listServices(plant, zones, query) : [],
        shows("earnings") ? listTariffs(plant, query) : [],
        listZones(plant, zones, query),
      ]);
      const changes = parts
        .flat()
        .toSorted((one, other) => other.day.localeCompare(one.day) || other.at.localeCompare(one.at));
      return { rows: changes.slice(0, MAX_FIGURE_CHANGES), total: changes.length };
    },
  };
}
