import type { DataInputOf, endpoints, FieldProblem, Tariff } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import { plantDayOf } from "@heliograph/solar";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import {
  addVersion,
  averagePrice,
  findOverlap,
  findPricedDays,
  findStartProblem,
  findWithoutLength,
  isSameTariff,
  listQuarterPeriods,
  listQuarterPrices,
} from "./tariff-rules.ts";
import type { NewTariff, TariffVersion } from "./tariffs.repository.ts";
import {
  countOtherTariffs,
  extendFirstTariff,
  findFirstTariffDay,
  findTariffOn,
  listTariffsByPlant,
  listTariffVersions,
  writeTariff,
} from "./tariffs.repository.ts";

type TariffList = DataInputOf<typeof endpoints.station.tariffs>;

/** A tariff that is to be valid from a day, today by default. */
interface WantedTariff {
  readonly plantId: string;
  readonly zones: PlantZones;
  readonly tariff: Tariff;
  readonly validFrom: string | undefined;
  /** It may begin on a past day, whose earnings it changes. */
  readonly revaluesPast: boolean;
}

export interface TariffChange {
  readonly before: TariffVersion | undefined;
  readonly after: TariffVersion;
  /** It begins on a past day. */
  readonly isPast: boolean;
}

export type { TariffVersion } from "./tariffs.repository.ts";
export type TariffService = ReturnType<typeof createTariffService>;

/** Problems of a tariff beyond its shape (R5.6). */
export function findTariffProblems(tariff: Tariff): FieldProblem[] {
  const periods = tariff.method === "time" ? tariff.periods : [];
  const withoutLength = findWithoutLength(periods);
  if (withoutLength !== undefined)
    return [{ path: `tariff.periods.${withoutLength}.end`, key: "field.samePeriodTime" }];
  const overlap = findOverlap(periods);
  return overlap === undefined ? [] : [{ path: `tariff.periods.${overlap}.start`, key: "field.overlap" }];
}

export function createTariffService({ db, clock }: { db: Db; clock: Clock }) {
  const todayIn = (zones: PlantZones): string => plantDayOf(clock.now(), zones);

  /** The version in force today, of all versions from the newest; before the first one begins, the first. */
  const findInForce = <Version extends { validFrom: string; zones: PlantZones }>(
    versions: readonly Version[],
  ): Version | undefined =>
    versions.find(({ validFrom, zones }) => validFrom <= todayIn(zones)) ?? versions.at(-1);

  return {
    /** All tariffs of a plant, the newest first. A0404 without a plant. */
    async list(plant: PlantInScope | undefined): Promise<TariffList> {
      if (!plant) throw new AppError("A0404");
      const versions = await listTariffVersions(db, plant);
      const inForce = findInForce(versions);
      const rows = versions.map(({ validFrom, tariff }) => ({
        validFrom,
        tariff,
        isInForce: validFrom === inForce?.validFrom,
      }));
      return { rows, total: rows.length };
    },

    /** Tariffs of plants by their key, the earliest first; the caller has checked the access to the plants. */
    listByPlant: (plantKeys: readonly number[]): Promise<Map<number, TariffVersion[]>> =>
      listTariffsByPlant(db, plantKeys),

    /** Price of each quarter hour of a day as decimal text; undefined where the tariff has none. */
    listQuarterPrices,

    /** Index of the period of each quarter hour of a day; undefined outside of all, and at a fixed price. */
    listQuarterPeriods,

    /** The tariff in force today. */
    async findToday(plant: PlantInScope): Promise<Tariff | null> {
      return findInForce(await listTariffVersions(db, plant))?.tariff ?? null;
    },

    /** Mean price of a kWh today whose energy is spread over the day like these hours; undefined without a tariff. */
    async averagePriceToday(
      scope: Scope,
      plant: { id: string; zones: PlantZones },
      hourlyWeights: readonly number[],
    ): Promise<number | undefined> {
      const version = await findTariffOn(db, scope, { plantId: plant.id, day: todayIn(plant.zones) });
      return version && averagePrice(version.tariff, hourlyWeights);
    },

    /** The version that a wanted tariff adds; undefined where it changes nothing. A0400 for a day that is not allowed. */
    async decideChange(
      trx: Transaction,
      scope: Scope,
      { plantId, zones, tariff, revaluesPast, ...wanted }: WantedTariff,
    ): Promise<TariffChange | undefined> {
      const today = todayIn(zones);
      const validFrom = wanted.validFrom ?? today;
      const before = await findTariffOn(trx, scope, { plantId, day: validFrom });
      const others = await countOtherTariffs(trx, scope, { plantId, validFrom });
      const firstDay = revaluesPast ? await findFirstTariffDay(trx, scope, plantId) : undefined;
      const isSame = before !== undefined && isSameTariff(before.tariff, tariff);
      // An unchanged tariff adds no version, so that only its day can be wrong.
      const problem = findStartProblem(validFrom, { today, firstDay, others: isSame ? 0 : others });
      if (problem) throw new AppError("A0400", { fields: [problem] });
      return isSame ? undefined : { before, after: { validFrom, tariff }, isPast: validFrom < today };
    },

    /**
     * The versions of a plant, the earliest first, with a wanted one, and the days until today that it prices; `firstDay` is
     * the plant's first day with data. A0400 for a tariff, or a day, that is not allowed.
     */
    planChange(
      versions: readonly TariffVersion[],
      wanted: TariffVersion,
      { firstDay, zones }: { firstDay: string | null; zones: PlantZones },
    ): { versions: TariffVersion[]; fromDay: string; toDay: string } {
      const today = todayIn(zones);
      const problems: FieldProblem[] = findTariffProblems(wanted.tariff).map(({ key }) => ({
        path: "tariff",
        key,
      }));
      const others = versions.filter(({ validFrom }) => validFrom !== wanted.validFrom).length;
      const limits = { today, firstDay: versions[0]?.validFrom, others };
      const problem = findStartProblem(wanted.validFrom, limits);
      if (problem) problems.push(problem);
      const days = findPricedDays(versions, wanted, { firstDay, today });
      if (!problem && !days) problems.push({ path: "tariffFrom", key: "field.invalid" });
      if (!days || problems.length > 0) throw new AppError("A0400", { fields: problems });
      return { versions: addVersion(versions, wanted), ...days };
    },

    add: (trx: Transaction, entry: NewTariff): Promise<void> => writeTariff(trx, entry),

    /** Follows a plant whose grid connection date changed: its first tariff begins no later. */
    extendFirst: (trx: Transaction, plantId: string, day: string): Promise<void> =>
      extendFirstTariff(trx, plantId, day),
  };
}
