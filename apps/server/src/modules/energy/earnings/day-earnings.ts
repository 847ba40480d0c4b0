import { crc32 } from "node:zlib";
import { listDays } from "@heliograph/solar";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import { DEFAULT_CONVERSION_FACTOR } from "../metering/metering-levels.service.ts";
import type { TariffService, TariffVersion } from "../tariffs/tariffs.service.ts";
import type { DayAmount, DueDay } from "./day-earnings.repository.ts";
import { createValuation } from "./earnings.service.ts";
import type { EarningPlant } from "./earnings-plants.repository.ts";
import { formatAmount, parseFactor } from "./money.ts";
import { sumSlotEnergies } from "./slot-energies.repository.ts";
import { addEarned, valueEnergies } from "./value-energies.ts";

const DEFAULT_FACTOR = parseFactor(String(DEFAULT_CONVERSION_FACTOR));

/** A plant with its tariffs and the hash of what its earnings depend on beside the energies. */
export interface TariffPlant {
  readonly plant: EarningPlant;
  readonly versions: readonly TariffVersion[];
  readonly facts: number;
  /** For each tariff and quarter hour of the day, the first quarter hour with the same price. */
  readonly quarters: readonly (readonly number[])[];
}

const toFirstQuarters = (prices: readonly (string | undefined)[]): number[] =>
  prices.map((price) => prices.indexOf(price));

export function addFacts(
  plant: EarningPlant,
  versions: readonly TariffVersion[],
  tariffs: Pick<TariffService, "listQuarterPrices">,
): TariffPlant {
  const sets = plant.sets.map(({ validFrom, level, factor }) => [validFrom, level, String(factor)]);
  // Rows from before there was paid energy have that of the default factor, which is right for most plants.
  const isRight = plant.sets.length === 1 && plant.sets[0]?.factor === DEFAULT_FACTOR;
  const isPaidKnown = isRight || plant.sets.every(({ isDc }) => !isDc);
  return {
    plant,
    versions,
    facts: crc32(JSON.stringify([plant.zones, sets, versions, ...(isPaidKnown ? [] : ["paid"])])),
    quarters: versions.map(({ tariff }) => toFirstQuarters(tariffs.listQuarterPrices(tariff))),
  };
}

/** Due days of plants that one query of energies covers. */
export interface DueGroup {
  readonly plants: readonly { readonly of: TariffPlant; readonly days: readonly DueDay[] }[];
  readonly fromDay: string;
  readonly toDay: string;
}

/** Of one response of the database: a day of a plant has a row for each price. */
const MAX_ROWS = 40_000;

const countPrices = (quarters: TariffPlant["quarters"]): number =>
  Math.max(1, ...quarters.map((each) => new Set(each).size));

/** Factors of corrected days, whose energies count multiplied. */
const listFactors = (days: readonly DueDay[]) =>
  days
    .filter(({ isCorrected, measuredWh }) => isCorrected === 1 && measuredWh > 0)
    .map(({ day, energyWh, measuredWh }) => ({ day, factor: energyWh / measuredWh }));

function groupKey({ plant, versions, quarters }: TariffPlant, days: readonly DueDay[]): string {
  const sets = plant.sets.map(({ validFrom, level }) => [validFrom, level]);
  const tariffDays = versions.map(({ validFrom }) => validFrom);
  return JSON.stringify([
    plant.zones,
    sets,
    tariffDays,
    quarters,
    days[0]?.day,
    days.at(-1)?.day,
    listFactors(days),
  ]);
}

/** Plants with due days, those together whose energies are one query: mostly all of a zone, of which today is due. */
export function groupDue(plants: readonly TariffPlant[], due: readonly DueDay[]): DueGroup[] {
  const byPlant = Map.groupBy(due, ({ plantKey }) => plantKey);
  const withDue = plants.flatMap((of) => {
    const days = byPlant.get(of.plant.plantKey);
    return days === undefined ? [] : [{ of, days }];
  });
  return [...Map.groupBy(withDue, ({ of, days }) => groupKey(of, days)).values()].flatMap((group) => {
    const [first] = group as [(typeof group)[number]];
    const fromDay = first.days[0]?.day as string;
    const toDay = first.days.at(-1)?.day as string;
    const rowsOfPlant = listDays(fromDay, toDay).length * countPrices(first.of.quarters);
    const size = Math.max(1, Math.floor(MAX_ROWS / rowsOfPlant));
    return Array.from({ length: Math.ceil(group.length / size) }, (_, index) => ({
      plants: group.slice(index * size, (index + 1) * size),
      fromDay,
      toDay,
    }));
  });
}

/** Earnings of the due days of a group; a day without energy earns 0. */
export async function valueDays(
  { clickhouse, tariffs }: { clickhouse: ClickHouse; tariffs: TariffService },
  { plants, fromDay, toDay }: DueGroup,
): Promise<DayAmount[]> {
  const [first] = plants as [DueGroup["plants"][number]];
  const { zones, sets } = first.of.plant;
  const energies = await sumSlotEnergies(clickhouse, {
    plantKeys: plants.map(({ of }) => of.plant.plantKey),
    zones,
    sets,
    fromDay,
    toDay,
    by: "day",
    tariffDays: first.of.versions.map(({ validFrom }) => validFrom),
    ...(first.of.quarters.length > 0 && { quarters: first.of.quarters }),
    dayFactors: listFactors(first.days),
  });
  const byPlant = Map.groupBy(energies, ({ plantKey }) => plantKey);
  return plants.flatMap(({ of: { plant, versions, facts }, days }) => {
    const valuation = createValuation(plant, versions, tariffs);
    const byDay = valueEnergies(byPlant.get(plant.plantKey) ?? [], valuation, ({ period }) => period);
    return days.map(({ plantKey, day, computedAt }) => {
      const { amount, energyWh, unpricedWh, paidWh, isEstimated } = byDay.get(day) ?? addEarned([]);
      return {
        plantKey,
        day,
        computedAt,
        amount: formatAmount(amount),
        energyWh,
        unpricedWh,
        paidWh,
        isEstimated,
        facts,
      };
    });
  });
}
