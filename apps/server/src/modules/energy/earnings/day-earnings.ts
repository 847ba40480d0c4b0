import { crc32 } from "node:zlib";
import { listDays } from "@heliograph/solar";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { findUnknownDays } from "../metering/known-days.service.ts";
import { DEFAULT_CONVERSION_FACTOR } from "../metering/metering-levels.service.ts";
import type { TariffService, TariffVersion } from "../tariffs/tariffs.service.ts";
import { listDayFactors, listUntimedEnergies } from "./corrected-days.ts";
import type { DayAmount, DueDay } from "./day-earnings.repository.ts";
import { createValuation } from "./earnings.service.ts";
import type { EarningPlant } from "./earnings-plants.repository.ts";
import { formatAmount, parseFactor } from "./money.ts";
import { sumSlotEnergies } from "./slot-energies.repository.ts";
import type { SlotEnergy } from "./value-energies.ts";
import { addEarned, valueEnergies } from "./value-energies.ts";

const DEFAULT_FACTOR = parseFactor(String(DEFAULT_CONVERSION_FACTOR));

/** A plant with its tariffs and the hashes of what its earnings depend on beside the energies. */
export interface TariffPlant {
  readonly plant: EarningPlant;
  readonly versions: readonly TariffVersion[];
  readonly facts: number;
  /** Hash of where it is: a day without energy is known if the sun was up while the plant was measured. */
  readonly place: number;
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
    place: crc32(JSON.stringify([plant.latitude, plant.longitude])),
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

const listCorrected = (days: readonly DueDay[]): DueDay[] =>
  days.filter(({ isCorrected }) => isCorrected === 1);

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
    listDayFactors(listCorrected(days)),
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

/** Energies of the due days of a group by plant. */
async function readEnergies(
  clickhouse: ClickHouse,
  { plants, fromDay, toDay }: DueGroup,
): Promise<Map<number, SlotEnergy[]>> {
  const [first] = plants as [DueGroup["plants"][number]];
  const { zones, sets } = first.of.plant;
  const tariffDays = first.of.versions.map(({ validFrom }) => validFrom);
  const measured = await sumSlotEnergies(clickhouse, {
    plantKeys: plants.map(({ of }) => of.plant.plantKey),
    ...{ zones, sets, fromDay, toDay, by: "day", tariffDays },
    ...(first.of.quarters.length > 0 && { quarters: first.of.quarters }),
    dayFactors: listDayFactors(listCorrected(first.days)),
  });
  const untimed = plants.flatMap(({ days }) =>
    listUntimedEnergies(listCorrected(days), { by: "day", tariffDays }),
  );
  return Map.groupBy([...measured, ...untimed], ({ plantKey }) => plantKey);
}

/** Finds the due days whose energy is not known, also once the day is over: nothing makes them due again. */
async function findUnknown(engines: { db: Db; clickhouse: ClickHouse }, { plants }: DueGroup) {
  const days = plants.flatMap((plant) => plant.days);
  return await findUnknownDays(
    engines,
    days.map((day) => ({ ...day, isCorrected: day.isCorrected === 1, hasData: day.hasData === 1 })),
    Number.POSITIVE_INFINITY,
  );
}

/** Earnings of the due days of a group; a day without energy earns 0. */
export async function valueDays(
  { db, clickhouse, tariffs }: { db: Db; clickhouse: ClickHouse; tariffs: TariffService },
  group: DueGroup,
): Promise<DayAmount[]> {
  const [byPlant, isUnknown] = await Promise.all([
    readEnergies(clickhouse, group),
    findUnknown({ db, clickhouse }, group),
  ]);
  return group.plants.flatMap(({ of: { plant, versions, facts, place }, days }) => {
    const valuation = createValuation(plant, versions, tariffs);
    const byDay = valueEnergies(byPlant.get(plant.plantKey) ?? [], valuation, ({ period }) => period);
    return days.map((due) => {
      const { plantKey, day, computedAt } = due;
      const { amount, energyWh, unpricedWh, paidWh, isEstimated } = byDay.get(day) ?? addEarned([]);
      return {
        ...{ plantKey, day, computedAt, amount: formatAmount(amount), energyWh, unpricedWh, paidWh },
        ...{ isEstimated, isKnown: !isUnknown(due), facts, place },
      };
    });
  });
}
