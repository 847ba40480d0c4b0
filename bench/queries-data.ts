import type { ClickHouse } from "../apps/server/src/infra/clickhouse/clickhouse.ts";
import { WINDOW_MS } from "../apps/server/src/modules/energy/metering/windows.ts";

/** What runs the statements that write data. */
export type DataWriter = Pick<ClickHouse, "command">;

/** Amount of data: plants 1 to `plants`, of which plant 1 is the large one. */
export interface FleetSize {
  plants: number;
  modulesAPlant: number;
  modulesOfLargePlant: number;
  /** Days of plant windows and plant days before `today`. */
  historyDays: number;
  /** Days of raw samples of the large plant, and of how many plants beside it, for how many days. */
  largeSampleDays: number;
  sampledPlants: number;
  sampleDays: number;
}

export const dayMs = 86_400_000;
/** The last day with data. */
export const today = Date.UTC(2026, 5, 20);
export const largePlant = 1;
export const middlePlant = 2;

/** Device keys are assigned in order over all plants, so that a plant's are consecutive. */
export function firstDevice(size: FleetSize, plant: number): number {
  return plant === largePlant ? 1 : size.modulesOfLargePlant + 1 + (plant - 2) * size.modulesAPlant;
}

// A pseudo-random number from 0 to 1, the same in every run.
const chance = (...of: string[]) => `((cityHash64(${of.join(", ")}) % 10007) / 10007)`;

const SUNRISE_S = 18_000;
const SUNSET_S = 68_400;

// A day's power of a module in W: a bow over 14 hours, its own strength, passing clouds, its own flicker; to 0.01 W.
const power = `toFloat32(round(greatest(0, 400 * sin(pi() * (second - ${SUNRISE_S}) / ${SUNSET_S - SUNRISE_S})) * (0.8 + (device % 40) / 200)
  * (0.6 + 0.35 * ${chance("day", "device % 64", "intDiv(second, 1800)")} + 0.05 * ${chance("day", "device", "second")}), 2))`;

// Six hours at a time, as merges leave them: the parts of a day overlap in devices and not in time.
const sampleRows = (quarter: number, isAsleepAtNight: boolean) => `
  select
    {plant:UInt32} + intDiv(number, {modules:UInt64} * 72) as plant,
    {day:Date} as day,
    {firstDevice:UInt32} + intDiv(number, 72) as device,
    toDateTime64({day:Date}, 3) + toIntervalSecond(second) as at,
    device as slot,
    'OPT' as kind,
    1 as gateway,
    intDiv(second, 300) as seq,
    0 as is_history,
    at + toIntervalSecond(2) as received_at,
    toFloat32(round(36 + 4 * ${chance("day", "device", "second", "1")}, 2)) as vi,
    toFloat32(round(pw / vi, 3)) as ii,
    toFloat32(round(37 + 2 * ${chance("day", "device", "second", "2")}, 2)) as vo,
    toFloat32(round(pw / vo, 3)) as io,
    ${power} as pw,
    toFloat32(round(20 + pw / 10 + ${chance("day", "device", "second", "3")}, 1)) as tp,
    toFloat64(round(1000000 + device + toUInt32(day) * 2400 + 1200 * (1 - cos(pi() * second / 86400)))) as eh,
    toFloat32(-60 - cityHash64(device, intDiv(second, 3600)) % 20) as rs,
    4 as st,
    number % 72 * 300 + ${quarter * 21_600} as second
  from numbers({plants:UInt64} * {modules:UInt64} * 72)
  where ${isAsleepAtNight ? `second between ${SUNRISE_S} and ${SUNSET_S}` : "1"}`;

const columns =
  "plant, day, device, at, slot, kind, gateway, seq, is_history, received_at, vi, ii, vo, io, pw, tp, eh, rs, st";

/**
 * Five-minute samples of all modules of a plant over one UTC day, or of `plants` plants from `plant` on that have equally
 * many modules. Units asleep at night report from sunrise to sunset alone, for 14 hours.
 * Returns the number of rows.
 */
export async function writeSampleDay(
  clickhouse: DataWriter,
  given: {
    table: string;
    plant: number;
    plants?: number;
    firstDevice: number;
    modules: number;
    at: number;
    isAsleepAtNight?: boolean;
  },
): Promise<number> {
  const input = { ...given, plants: given.plants ?? 1 };
  for (let quarter = 0; quarter < 4; quarter++)
    await clickhouse.command(
      `insert into {table:Identifier} (${columns}) select ${columns} from (${sampleRows(quarter, given.isAsleepAtNight === true)})`,
      { ...input, day: new Date(input.at) },
    );
  const samples = given.isAsleepAtNight === true ? (SUNSET_S - SUNRISE_S) / 300 + 1 : 288;
  return input.plants * input.modules * samples;
}

/** Windows of modules from their samples of a UTC day, of plants 1 to `plants`. */
export async function writeUnitWindows(
  clickhouse: DataWriter,
  input: { plants: number; at: number },
): Promise<void> {
  await clickhouse.command(
    `insert into unit_windows
      (plant, window_at, device, slot, origin, kind, energy_wh, backfilled_wh, estimated_wh, resets, sample_count,
        power_avg_w, power_max_w, counter_last_wh, computed_at)
    select plant, toStartOfFifteenMinutes(at) as window_at, device, any(slot), 'rollup', any(kind), max(eh) - min(eh),
      0, 0, 0, count(), avg(pw), max(pw), max(eh), max(received_at)
    from samples where day = {day:Date} and plant <= {plants:UInt32}
    group by plant, window_at, device`,
    { plants: input.plants, day: new Date(input.at) },
  );
}

/**
 * Windows of 15 minutes of plants 1 to `plants`, from `fromAt` to before `toAt`. `offsetsS` are seconds that the plants'
 * clocks are ahead of UTC: plant 1 has the first, plant 2 the second, and so on in turn. Returns the number of rows.
 */
export async function writePlantWindows(
  clickhouse: DataWriter,
  input: { plants: number; fromAt: number; toAt: number; offsetsS: readonly number[] },
): Promise<number> {
  const rows = input.plants * Math.floor((input.toAt - input.fromAt) / WINDOW_MS);
  await clickhouse.command(
    `insert into plant_windows
      (plant, level, window_at, energy_wh, backfilled_wh, estimated_wh, resets, unit_count, is_demo, computed_at)
    with arrayElement({offsetsS:Array(Int32)}, (plant - 1) % {offsets:UInt32} + 1) as offset_s
    select
      number % {plants:UInt32} + 1 as plant,
      'module',
      toDateTime({fromAt:DateTime}) + toIntervalSecond(intDiv(number, {plants:UInt32}) * 900) as window_at,
      greatest(0, sin(pi() * (toHour(window_at + toIntervalSecond(offset_s)) - 5) / 14)) * 5000,
      0, 0, 0, 50, 0, window_at
    from numbers({rows:UInt64})`,
    { ...input, offsets: input.offsetsS.length, rows },
  );
  return rows;
}

/**
 * Days of plants 1 to `plants`, `days` each, the last of them today by the plant's own calendar. `todays` are used like
 * the offsets of `writePlantWindows`. Returns the number of rows.
 */
export async function writePlantDays(
  clickhouse: ClickHouse,
  input: { plants: number; days: number; todays: readonly string[] },
): Promise<number> {
  const rows = input.plants * input.days;
  await clickhouse.command(
    `insert into plant_days
      (plant, plant_day, level, energy_wh, backfilled_wh, estimated_wh, resets, window_count, is_demo, computed_at)
    select
      intDiv(number, {days:UInt32}) + 1 as plant,
      arrayElement({todays:Array(Date)}, (plant - 1) % {zones:UInt32} + 1) - number % {days:UInt32} as plant_day,
      'module', 60000 * ${chance("plant", "plant_day")}, 0, 0, 0, 50, 0, now()
    from numbers({rows:UInt64})`,
    { ...input, zones: input.todays.length, rows },
  );
  return rows;
}

/**
 * Expected energies of the complete days of `writePlantDays`, as the server would compute them in several minutes. `facts` are the
 * hashes by which it knows that nothing is due, of plants 1 and following.
 */
export async function writeExpectedDays(
  clickhouse: ClickHouse,
  input: { facts: readonly number[]; days: number; todays: readonly string[] },
): Promise<void> {
  const plantsPerQuery = 5_000;
  for (let first = 0; first < input.facts.length; first += plantsPerQuery)
    await clickhouse.command(
      `insert into plant_expected_days (plant_day, plant, energy_wh, expected_wh, is_irradiance, facts, computed_at)
      with arrayElement({todays:Array(Date)}, (plant - 1) % {zones:UInt32} + 1) as today
      select plant_day, plant, energy_wh, 60000 * ${chance("plant", "0")}, plant % 2,
        arrayElement({facts:Array(UInt32)}, plant - {first:UInt32}), computed_at
      from plant_days_by_date final
      where plant > {first:UInt32} and plant <= {first:UInt32} + length({facts:Array(UInt32)})
        and plant_day < today and plant_day >= today - {days:UInt32}`,
      {
        ...{ first, facts: input.facts.slice(first, first + plantsPerQuery) },
        ...{ todays: input.todays, zones: input.todays.length, days: input.days },
      },
    );
}

/** Plant windows (every quarter of an hour) and plant days of all plants. */
export async function writeHistory(clickhouse: ClickHouse, size: FleetSize): Promise<number> {
  const chunkDays = 30;
  for (let back = size.historyDays; back > 0; back -= chunkDays) {
    const fromAt = today - (back - 1) * dayMs;
    const toAt = fromAt + Math.min(chunkDays, back) * dayMs;
    await writePlantWindows(clickhouse, { plants: size.plants, fromAt, toAt, offsetsS: [0] });
  }
  await clickhouse.command(
    `insert into plant_days
      (plant, plant_day, level, energy_wh, backfilled_wh, estimated_wh, resets, window_count, is_demo, computed_at)
    select plant, toDate(window_at) as plant_day, 'module', sum(energy_wh), 0, 0, 0, count(), 0, max(window_at)
    from plant_windows group by plant, plant_day`,
  );
  return size.plants * size.historyDays * 97;
}
