import type { BodyOf, DataInputOf, endpoints } from "@heliograph/contract";
import { addDays, plantDayOf } from "@heliograph/solar";
import { AppError } from "../../../errors.ts";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { BarRange } from "../metering/bar-periods.service.ts";
import { findRange, listBarPeriods } from "../metering/bar-periods.service.ts";
import { setConversionFactor } from "../metering/conversion-factor.service.ts";
import type { MeteringService, PlantDay } from "../metering/metering.service.ts";
import type { TariffService, TariffVersion } from "../tariffs/tariffs.service.ts";
import type { Days } from "./compared-days.ts";
import { findKnownDays } from "./compared-days.ts";
import { listDayFactors, listUntimedEnergies, PERIOD_LENGTH } from "./corrected-days.ts";
import { sumByPlant, sumByPlantAndPeriod } from "./day-earnings.repository.ts";
import type { EarningPlant } from "./earnings-plants.repository.ts";
import { findCompanyOfPlant, listEarningPlants } from "./earnings-plants.repository.ts";
import { findPerKwh, formatAmount, parsePrice } from "./money.ts";
import { payBack } from "./payback.ts";
import { deletePlantEarnings, sumEarningsToday } from "./plant-earnings.repository.ts";
import { sumSlotEnergies } from "./slot-energies.repository.ts";
import type { Earned, SlotEnergy, Valuation } from "./value-energies.ts";
import { addEarned, valueEnergies } from "./value-energies.ts";

type Earnings = DataInputOf<typeof endpoints.station.earnings>;
type TariffPreview = DataInputOf<typeof endpoints.station.previewTariff>;

export interface EarningsQuery {
  readonly by: BarRange["by"];
  readonly period?: string | undefined;
}

export type EarningsService = ReturnType<typeof createEarningsService>;

/** Prices and factors of a plant, as energies are valued by. */
export function createValuation(
  { sets }: EarningPlant,
  versions: readonly TariffVersion[],
  tariffs: TariffService,
): Valuation {
  const toPrice = (price: string | undefined) => (price === undefined ? undefined : parsePrice(price));
  return {
    sets,
    prices: versions.map(({ tariff }) => tariffs.listQuarterPrices(tariff).map(toPrice)),
    untimedPrices: versions.map(({ tariff }) =>
      tariff.method === "fixed" ? toPrice(tariff.price) : undefined,
    ),
  };
}

/** A0400 for a period of another form than the bars need. */
export function getRange({ by, period }: EarningsQuery, today: string): BarRange {
  const range = findRange(by, period, today);
  if (!range) throw new AppError("A0400", { fields: [{ path: "period", key: "field.format" }] });
  return range;
}

/** Periods without any day whose energy is known: their reports are of nights only, as before an outage. */
function findUnknownPeriods(days: readonly PlantDay[], by: BarRange["by"]): (period: string) => boolean {
  const list = (wanted: boolean) =>
    days.filter(({ hasEnergy }) => hasEnergy === wanted).map(({ day }) => day.slice(0, PERIOD_LENGTH[by]));
  const [known, unknown] = [new Set(list(true)), new Set(list(false))];
  return (period) => unknown.has(period) && !known.has(period);
}

export function createEarningsService(deps: {
  db: Db;
  clickhouse: ClickHouse;
  clock: Clock;
  metering: MeteringService;
  tariffs: TariffService;
}) {
  const { db, clickhouse, clock, metering, tariffs } = deps;

  async function readPlant(access: PlantAccess) {
    const [plants, byPlant, energies, updating] = await Promise.all([
      listEarningPlants(db, [access.plantKey]),
      tariffs.listByPlant([access.plantKey]),
      metering.energyTotals([access.plantKey]),
      // Before the energies are read: a report counted in between then marks them as partial rather than not.
      metering.listAllUpdating(),
    ]);
    const [plant] = plants;
    if (!plant) throw new AppError("A0404");
    return {
      plant,
      versions: byPlant.get(plant.plantKey) ?? [],
      firstDay: energies.get(plant.plantKey)?.firstDay ?? null,
      isUpdating: updating.includes(plant.plantKey),
    };
  }

  /** Energies of a plant as they count: those of a corrected day are scaled to the correction, or are the correction's alone. */
  async function listEnergies(
    plant: EarningPlant,
    versions: readonly TariffVersion[],
    { range, corrected }: { readonly range: BarRange; readonly corrected: readonly PlantDay[] },
  ): Promise<SlotEnergy[]> {
    const { plantKey, zones, sets } = plant;
    const tariffDays = versions.map(({ validFrom }) => validFrom);
    const measured = await sumSlotEnergies(clickhouse, {
      ...{ plantKeys: [plantKey], zones, sets, ...range, tariffDays },
      dayFactors: listDayFactors(corrected),
    });
    return [...measured, ...listUntimedEnergies(corrected, { by: range.by, tariffDays })];
  }

  /** Earnings of days as one sum. */
  async function sumDays(
    plant: EarningPlant,
    versions: readonly TariffVersion[],
    { fromDay, toDay }: Days,
  ): Promise<Earned> {
    const range = { by: "year", fromDay, toDay } as const;
    const plantKeys = [plant.plantKey];
    const corrected = await metering.plantDays({ plantKeys, fromDay, toDay, onlyCorrected: true });
    const energies = await listEnergies(plant, versions, { range, corrected });
    const sums = valueEnergies(energies, createValuation(plant, versions, tariffs), () => "all");
    return sums.get("all") ?? addEarned([]);
  }

  /** The days that are over beside those of the period before. */
  async function compare(
    { plant, versions, firstDay }: Awaited<ReturnType<typeof readPlant>>,
    range: BarRange,
    today: string,
  ): Promise<Earnings["comparison"]> {
    const days = findKnownDays(range, today, firstDay);
    if (days === undefined) return null;
    const [shown, before] = await Promise.all([
      sumDays(plant, versions, days.shown),
      sumDays(plant, versions, days.before),
    ]);
    return {
      ...{ ...days.shown, amount: formatAmount(shown.amount) },
      before: { ...days.before, amount: formatAmount(before.amount) },
    };
  }

  /** Earnings by local day, month or year. A0400 for a period of another form. */
  async function get(access: PlantAccess | undefined, { by, period }: EarningsQuery): Promise<Earnings> {
    if (!access) throw new AppError("A0404");
    const known = await readPlant(access);
    const { plant, versions, firstDay, isUpdating } = known;
    const now = clock.now();
    const today = plantDayOf(now, plant.zones);
    const range = getRange({ by, period }, today);
    const valuation = createValuation(plant, versions, tariffs);
    // All years begin with the plant's first day: offsets of the zone are listed from there.
    const fromDay = by === "year" ? (firstDay ?? addDays(today, -1)) : range.fromDay;
    const days = await metering.plantDays({ ...range, plantKeys: [plant.plantKey] });
    const corrected = days.filter(({ isCorrected }) => isCorrected);
    const [energies, comparison] = await Promise.all([
      listEnergies(plant, versions, { range: { ...range, fromDay }, corrected }),
      compare(known, range, today),
    ]);
    const isUnknown = findUnknownPeriods(days, by);
    const firstCounted = [firstDay, corrected[0]?.day].filter((day) => day != null).toSorted()[0] ?? null;
    const byPeriod = valueEnergies(energies, valuation, (energy) => energy.period);
    const byTariff = valueEnergies(energies, valuation, (energy) => energy.tariffIndex);
    const quarterPeriods = versions.map(({ tariff }) => tariffs.listQuarterPeriods(tariff));
    const periodKey = (tariff: number, index: number | undefined) => `${tariff} ${index}`;
    const byPricePeriod = valueEnergies(energies, valuation, ({ tariffIndex, quarter }) =>
      periodKey(tariffIndex, quarter === null ? undefined : quarterPeriods[tariffIndex]?.[quarter]),
    );
    const withData = [...byPeriod.keys()].toSorted().map((each) => ({ period: each }));
    const sum = addEarned([...byPeriod.values()]);
    const hidesEnergy = access.hiddenParts.includes("energy");
    const toFigures = ({ amount, energyWh, unpricedWh }: Earned) => ({
      amount: formatAmount(amount),
      energyWh: hidesEnergy ? null : energyWh,
      unpricedWh: hidesEnergy ? null : unpricedWh,
    });
    const toAveraged = (earned: Earned) => ({
      ...toFigures(earned),
      amountPerKwh: hidesEnergy ? null : findPerKwh(earned.amount, earned.paidWh),
    });
    const current = plant.sets.findLast(({ validFrom }) => validFrom <= now);
    return {
      currency: plant.currency,
      bars: listBarPeriods(range, withData).map((each) => {
        const earned = byPeriod.get(each) ?? addEarned([]);
        const hasNone = !byPeriod.has(each) || (earned.energyWh === 0 && isUnknown(each));
        return { period: each, ...toAveraged(earned), ...(hasNone && { amount: null }) };
      }),
      ...toAveraged(sum),
      comparison,
      isEstimated: sum.isEstimated,
      conversionFactor: current?.isDc === true ? Number(current.factor) / 10_000 : null,
      tariffs: [...byTariff]
        .toSorted(([one], [other]) => one - other)
        .flatMap(([index, earned]) => {
          const version = versions[index];
          if (version === undefined) return [];
          const { validFrom, tariff } = version;
          const periods = (tariff.method === "fixed" ? [] : tariff.periods).map((period, number) => {
            const { amount, energyWh } = toFigures(
              byPricePeriod.get(periodKey(index, number)) ?? addEarned([]),
            );
            return { ...period, amount, energyWh };
          });
          return [{ validFrom, ...toFigures(earned), periods }];
        }),
      payback: by === "year" ? payBack(plant, { amount: sum.amount, firstDay: firstCounted, today }) : null,
      isUpdating,
    };
  }

  /**
   * What the past days that a wanted tariff would price have earned, and would have earned by it. Nothing is stored: once
   * the tariff is, the same valuation gives the new earnings. A0400 for a tariff, or a day, that is not allowed.
   */
  async function preview(access: PlantAccess, wanted: TariffVersion): Promise<TariffPreview> {
    const { plant, versions, firstDay } = await readPlant(access);
    const { zones, currency } = plant;
    const { fromDay, toDay, ...planned } = tariffs.planChange(versions, wanted, { firstDay, zones });
    const value = (valued: readonly TariffVersion[]) => sumDays(plant, valued, { fromDay, toDay });
    const [before, after] = await Promise.all([value(versions), value(planned.versions)]);
    const toFigures = ({ amount, energyWh, unpricedWh }: Earned) => ({
      amount: formatAmount(amount),
      energyWh,
      unpricedWh,
    });
    return {
      currency,
      fromDay,
      toDay,
      before: toFigures(before),
      after: toFigures(after),
      isEstimated: before.isEstimated || after.isEstimated,
    };
  }

  return {
    get,
    preview,

    /** A0400 for a period of another form. */
    checkPeriod: (query: EarningsQuery): void => void getRange(query, plantDayOf(clock.now(), "UTC")),

    /** Earnings of today by currency, over the plants in scope that show them to the caller. */
    getToday: (scope: Scope): Promise<DataInputOf<typeof endpoints.home.earnings>> =>
      sumEarningsToday(db, scope, new Date(clock.now())),

    /** Earnings by plant on days, both included, of each plant's own calendar; the caller has checked the access to the plants. */
    sumByPlant: (range: { plantKeys: readonly number[]; fromDay: string; toDay: string }) =>
      sumByPlant(clickhouse, range.plantKeys, range),

    /** The same by day, month or year. */
    sumByPlantAndPeriod: ({ plantKeys, ...range }: BarRange & { plantKeys: readonly number[] }) =>
      sumByPlantAndPeriod(clickhouse, plantKeys, range),

    /** Sets the factor from DC to AC of a plant's current metering level; earnings measured at it follow, past ones too. */
    async setFactor(
      { scope, address }: Actor,
      access: PlantAccess,
      body: BodyOf<typeof endpoints.station.setConversionFactor>,
    ): Promise<void> {
      const conversionFactor = Math.round(body.conversionFactor * 10_000) / 10_000;
      const { plantId, plantKey } = access;
      await db.transaction().execute(async (trx) => {
        const at = new Date(clock.now());
        const before = await setConversionFactor(trx, { plantId, at, factor: conversionFactor });
        if (before === undefined) throw new AppError("A0404");
        if (before === conversionFactor) return;
        await deletePlantEarnings(trx, plantKey);
        await writeAudit(trx, {
          kind: "operation",
          type: "station.update",
          actorId: scope.accountId,
          companyId: await findCompanyOfPlant(trx, access),
          plantId,
          objectType: "station",
          objectId: plantId,
          original: { conversionFactor: before },
          new: { conversionFactor },
          method: "api",
          address,
        });
      });
    },
  };
}
