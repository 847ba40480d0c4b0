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
import { sideOfLevel } from "../../energy/metering/metering-levels.service.ts";
import {
  listFactorFacts,
  listServiceFacts,
  listTariffFacts,
  listZoneFacts,
} from "./figure-changes.repository.ts";

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

  /** A price that was entered after its first day changed the days in between, also those of a later period. */
  async function listTariffs(plant: PlantAccess, zones: PlantZones, query: Query): Promise<FigureChange[]> {
    const facts = await listTariffFacts(db, plant, query);
    return facts.flatMap(({ fromDay, at, isLater }): FigureChange[] => {
      const isCarried = isLater && plantDayOf(at.getTime(), zones) >= query.fromDay;
      if (fromDay < query.fromDay && !isCarried) return [];
      const [, day = ""] = [query.fromDay, fromDay].toSorted();
      return [{ kind: "tariff", day, at: at.toISOString(), fromDay }];
    });
  }

  /** A factor values the past days of its metering level, too; days after the change had no other one. */
  async function listFactors(plant: PlantAccess, zones: PlantZones, query: Query): Promise<FigureChange[]> {
    const facts = await listFactorFacts(db, plant);
    return facts.flatMap(({ level, fromAt, toAt, at, before, after }): FigureChange[] => {
      const [changedDay, firstDay, lastDay] = [at, fromAt, toAt && new Date(toAt.getTime() - 1)].map(
        (instant) => instant && plantDayOf(instant.getTime(), zones),
      ) as [string, string | null, string | null];
      const from = [query.fromDay, firstDay ?? query.fromDay].toSorted()[1] as string;
      const day = [query.toDay, changedDay, lastDay ?? query.toDay].toSorted()[0] as string;
      if (sideOfLevel(level) === "AC" || from > day) return [];
      return [{ kind: "factor", day, at: at.toISOString(), before, after }];
    });
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
        shows("earnings") ? listTariffs(plant, zones, query) : [],
        shows("earnings") ? listFactors(plant, zones, query) : [],
        listZones(plant, zones, query),
      ]);
      const changes = parts
        .flat()
        .toSorted((one, other) => other.day.localeCompare(one.day) || other.at.localeCompare(one.at));
      return { rows: changes.slice(0, MAX_FIGURE_CHANGES), total: changes.length };
    },
  };
}
