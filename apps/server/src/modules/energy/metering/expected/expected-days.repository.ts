import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";

/** A day whose expected energy is missing or belongs to other energies or facts of the plant. */
export interface DueDay {
  readonly plantKey: number;
  readonly day: string;
  /** Of the energy of the day. */
  readonly computedAt: string;
}

/** Due days of plants since a day, the plants in order; `facts` are hashes of what an expectation depends on. */
export async function listDueDays(
  clickhouse: ClickHouse,
  { plants, fromDay }: { plants: readonly { plantKey: number; facts: number }[]; fromDay: string },
): Promise<DueDay[]> {
  if (plants.length === 0) return [];
  return await clickhouse.query<DueDay>(
    `select d.plant as plantKey, toString(d.plant_day) as day, d.computed_at as computedAt
    from (
      select plant, plant_day, computed_at from plant_days_by_date final
      where plant_day >= {fromDay:Date} and plant in {keys:Array(UInt32)}
    ) d
    left join (
      select plant, plant_day, computed_at, facts from plant_expected_days final
      where plant_day >= {fromDay:Date} and plant in {keys:Array(UInt32)}
    ) e on e.plant = d.plant and e.plant_day = d.plant_day
    where e.computed_at != d.computed_at
      or e.facts != transform(d.plant, {keys:Array(UInt32)}, {facts:Array(UInt32)}, toUInt32(0))
    order by d.plant, d.plant_day`,
    { fromDay, keys: plants.map(({ plantKey }) => plantKey), facts: plants.map(({ facts }) => facts) },
  );
}

/** Energy and expected energy in Wh of the measured windows of a day. */
export interface ExpectedDay extends DueDay {
  readonly energyWh: number;
  readonly expectedWh: number;
  readonly isIrradiance: boolean;
  readonly facts: number;
}

export async function insertExpectedDays(
  clickhouse: ClickHouse,
  days: readonly ExpectedDay[],
): Promise<void> {
  await clickhouse.insertRows(
    "plant_expected_days",
    days.map((day) => ({
      plant_day: day.day,
      plant: day.plantKey,
      energy_wh: day.energyWh,
      expected_wh: day.expectedWh,
      is_irradiance: day.isIrradiance ? 1 : 0,
      facts: day.facts,
      computed_at: new Date(day.computedAt),
    })),
  );
}

interface DayRange {
  readonly plantKeys: readonly number[];
  readonly fromDay: string;
  readonly toDay: string;
}

// ClickHouse limits the length of a query, in which each plant has up to eleven characters.
const KEYS_PER_QUERY = 15_000;

async function readInParts<Row>(
  plantKeys: readonly number[],
  read: (keys: readonly number[]) => Promise<Row[]>,
): Promise<Row[]> {
  const parts: Promise<Row[]>[] = [];
  for (let index = 0; index < plantKeys.length; index += KEYS_PER_QUERY)
    parts.push(read(plantKeys.slice(index, index + KEYS_PER_QUERY)));
  return (await Promise.all(parts)).flat();
}

const queryInParts = <Row>(clickhouse: ClickHouse, text: string, { plantKeys, ...days }: DayRange) =>
  readInParts(plantKeys, (keys) => clickhouse.query<Row>(text, { ...days, keys }));

const inDays = "plant_day between {fromDay:Date} and {toDay:Date} and plant in {keys:Array(UInt32)}";

/** Sums of one date over plants; days are those of each plant's own calendar. */
export interface FleetDay {
  day: string;
  /** Plants whose energy is known. */
  plantCount: number;
  energyWh: number;
}

/** Energy of the plants that have some by date, and the keys of the others; large scopes may have several rows of a date. */
export async function sumFleetDays(
  clickhouse: ClickHouse,
  range: DayRange,
): Promise<(FleetDay & { readonly emptyKeys: readonly number[] })[]> {
  return await queryInParts(
    clickhouse,
    `select toString(plant_day) as day, toUInt32(countIf(energy_wh > 0)) as plantCount, sum(energy_wh) as energyWh,
      groupArrayIf(plant, energy_wh = 0) as emptyKeys
    from plant_days_by_date final where ${inDays} group by plant_day`,
    range,
  );
}

/** Expected energy of one date over the plants where it is known, beside their energy in the same windows. */
export interface FleetExpectation {
  day: string;
  comparedWh: number;
  expectedWh: number;
  /** Plants with expected energy, and those of them with measured irradiance. */
  expectedCount: number;
  irradianceCount: number;
}

/** Expected energies by date, as `sumFleetDays`. */
export async function sumFleetExpectations(
  clickhouse: ClickHouse,
  range: DayRange,
): Promise<FleetExpectation[]> {
  return await queryInParts<FleetExpectation>(
    clickhouse,
    `select toString(plant_day) as day, sum(energy_wh) as comparedWh, sum(expected_wh) as expectedWh,
      toUInt32(count()) as expectedCount, toUInt32(sum(is_irradiance)) as irradianceCount
    from plant_expected_days final where ${inDays} and expected_wh > 0 group by plant_day`,
    range,
  );
}

/** Expected energy of a plant's day where it is known, beside the energy of the same windows. */
export interface PlantExpectation {
  readonly plantKey: number;
  readonly day: string;
  readonly energyWh: number;
  readonly expectedWh: number;
  readonly isIrradiance: boolean;
}

/** Expected energies by plant and day. */
export async function listPlantExpectations(
  clickhouse: ClickHouse,
  range: DayRange,
): Promise<PlantExpectation[]> {
  const rows = await queryInParts<Omit<PlantExpectation, "isIrradiance"> & { isIrradiance: number }>(
    clickhouse,
    `select plant as plantKey, toString(plant_day) as day, energy_wh as energyWh, expected_wh as expectedWh,
      is_irradiance as isIrradiance
    from plant_expected_days final where ${inDays} and expected_wh > 0 order by plant, plant_day`,
    range,
  );
  return rows.map((row) => ({ ...row, isIrradiance: row.isIrradiance === 1 }));
}

/** What a plant's energy is below the expected one, in the measured windows of some days. */
export interface PlantLoss {
  plantKey: number;
  energyWh: number;
  expectedWh: number;
  isIrradiance: boolean;
}

/**
 * The plants that lost the most energy, the greatest loss first; those compared with measured irradiance before those
 * compared with a clear sky, which every cloudy day falls below.
 */
export async function listTopLosses(
  clickhouse: ClickHouse,
  range: DayRange,
  limit: number,
): Promise<PlantLoss[]> {
  const rows = await queryInParts<Omit<PlantLoss, "isIrradiance"> & { isIrradiance: number }>(
    clickhouse,
    `select plant as plantKey, sum(energy_wh) as energyWh, sum(expected_wh) as expectedWh,
      min(is_irradiance) as isIrradiance
    from plant_expected_days final where ${inDays} and expected_wh > 0
    group by plant having expectedWh > energyWh
    order by isIrradiance desc, expectedWh - energyWh desc, plant limit ${limit}`,
    range,
  );
  return rows
    .toSorted(
      (a, b) => b.isIrradiance - a.isIrradiance || b.expectedWh - b.energyWh - (a.expectedWh - a.energyWh),
    )
    .slice(0, limit)
    .map((row) => ({ ...row, isIrradiance: row.isIrradiance === 1 }));
}

/** Energy of plants as a share of the expected one, 1 for all of it: a plant at each index. */
export interface ExpectedShares {
  readonly plantKeys: readonly number[];
  readonly shares: readonly number[];
  /** 1 where the irradiance was measured on all of the days, 0 for a clear sky. */
  readonly isIrradiance: readonly number[];
}

interface ShareColumns {
  readonly plantKey: Uint32Array;
  readonly share: Float64Array;
  readonly isIrradiance: Uint8Array;
}

/** Shares in the measured windows of some days; plants of which no energy is expected are absent. */
export async function listExpectedShares(
  clickhouse: ClickHouse,
  { plantKeys, ...days }: DayRange,
): Promise<ExpectedShares> {
  const blocks = await readInParts(plantKeys, (keys) =>
    clickhouse.queryColumns<ShareColumns>(
      `select plant as plantKey, sum(energy_wh) / sum(expected_wh) as share, min(is_irradiance) as isIrradiance
      from plant_expected_days final where ${inDays} and expected_wh > 0 group by plant`,
      { ...days, keys },
    ),
  );
  return {
    plantKeys: blocks.flatMap(({ plantKey }) => [...plantKey]),
    shares: blocks.flatMap(({ share }) => [...share]),
    isIrradiance: blocks.flatMap(({ isIrradiance }) => [...isIrradiance]),
  };
}

/** Deletes the days of plants by date, and their expected energies. */
export async function deleteFleetDays(clickhouse: ClickHouse, plantKeys: readonly number[]): Promise<void> {
  const ofPlants = "plant in {plantKeys:Array(UInt32)} settings mutations_sync = 1";
  await clickhouse.command(`alter table plant_days_by_date delete where ${ofPlants}`, { plantKeys });
  await clickhouse.command(`alter table plant_expected_days delete where ${ofPlants}`, { plantKeys });
}
