import type { Tariff } from "@heliograph/contract";
import { dayRange } from "@heliograph/solar";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setTariffs, WINDOW_MS, writeWindows } from "../../../../test/earnings.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import type { PlantOptions } from "../../../../test/fixtures.ts";
import { createPlant } from "../../../../test/fixtures.ts";
import { readLocalClock } from "../../../../test/local-prices.ts";
import { writePlantDays } from "../../../../test/metering.ts";
import { recountEarnings } from "../../../../test/recount.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { createMeteringService } from "../metering/metering.service.ts";
import { createTariffService } from "../tariffs/tariffs.service.ts";
import { createEarningsService } from "./earnings.service.ts";

const clock = createVirtualClock(Date.UTC(2026, 10, 20, 15));

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

async function openPlant(options: PlantOptions, tariffs: Readonly<Record<string, Tariff>>) {
  const plant = await createPlant(engines.db, { meteringLevel: "ac-meter", ...options });
  await setTariffs(engines, plant.id, tariffs);
  const access = {
    plantId: plant.id,
    plantKey: plant.key,
    level: "owner",
    hiddenParts: [],
  } as unknown as PlantAccess;
  const deps = { ...engines, clock };
  const metering = createMeteringService(deps);
  const earnings = createEarningsService({ ...deps, metering, tariffs: createTariffService(deps) });
  return { ...plant, access, metering, get: earnings.get };
}

const night = {
  method: "time",
  periods: [
    { start: "22:15", end: "01:45", price: "0.3" },
    { start: "01:45", end: "02:30", price: "-0.04" },
    { start: "02:30", end: "06:00", price: "0" },
    { start: "12:00", end: "20:30", price: "0.123456" },
  ],
} satisfies Tariff;
const versions = {
  "2020-01-01": night,
  "2026-06-01": { method: "fixed", price: "0.5" },
  "2026-10-25": { ...night, periods: [{ start: "00:15", end: "03:45", price: "0.7" }] },
} as const satisfies Record<string, Tariff>;

test.each([
  ["Europe/Berlin", ["2026-03-28", "2026-03-29", "2026-06-01", "2026-10-24", "2026-10-25", "2026-10-26"]],
  ["Australia/Lord_Howe", ["2026-04-04", "2026-04-05", "2026-10-03", "2026-10-04"]],
  ["Asia/Kathmandu", ["2026-05-31", "2026-06-01", "2026-10-25"]],
  ["America/Sao_Paulo", ["2026-05-31", "2026-06-01"]],
])("values each quarter hour at the price of its local date and time: %s [R1.10]", async (zone, days) => {
  const plant = await openPlant({ timeZone: zone }, versions);
  const windows = new Map<number, number>();
  for (const day of days) {
    const { fromAt, toAt } = dayRange(day, zone);
    for (let at = fromAt; at < toAt; at += WINDOW_MS) windows.set(at, 100 + ((at / WINDOW_MS) % 97));
  }
  await writeWindows(engines, { plantKey: plant.key }, windows);

  const { days: expected } = recountEarnings(windows, { zones: [zone], versions, factor: 1 });
  expect([...expected.keys()].toSorted()).toEqual(days);

  for (const month of new Set(days.map((day) => day.slice(0, 7)))) {
    const { bars, ...sums } = await plant.get(plant.access, { by: "day", period: month });
    for (const { period, amount, energyWh, unpricedWh } of bars) {
      const own = expected.get(period);
      expect(amount === null).toBe(own === undefined);
      if (!own) continue;
      expect(Number(amount)).toBeCloseTo(own.amount, 9);
      expect(energyWh).toBeCloseTo(own.energyWh, 6);
      expect(unpricedWh).toBeCloseTo(own.unpricedWh, 6);
    }
    const total = bars.reduce((sum, { amount }) => sum + Number(amount ?? 0), 0);
    expect(Number(sums.amount)).toBeCloseTo(total, 9);
    expect(sums).toMatchObject({ isEstimated: false, conversionFactor: null, currency: "EUR" });
  }
});

test("adds up months, years and tariffs to the same sum, and pays the investment back", async () => {
  const zone = "Europe/Berlin";
  const plant = await openPlant({ timeZone: zone }, versions);
  await sql`update plants set investment_amount = 1000 where id = ${plant.id}`.execute(engines.db);
  const windows = new Map<number, number>();
  // One window at 13:00 local time: 0.123456 until May, 0.5 until October 24, then no price.
  for (const day of ["2025-12-31", "2026-01-01", "2026-05-31", "2026-06-01", "2026-10-24", "2026-10-25"]) {
    const { fromAt } = dayRange(day, zone);
    const read = readLocalClock(zone);
    for (let at = fromAt; at < fromAt + 20 * 3_600_000; at += WINDOW_MS)
      if (read(at).minutes === 13 * 60) windows.set(at, 1000);
  }
  await writeWindows(engines, { plantKey: plant.key }, windows);
  await writePlantDays(engines, plant.key, { "2025-12-31": 1000 });
  await plant.metering.recountEnergies([plant.key]);

  const years = await plant.get(plant.access, { by: "year" });
  expect(years).toMatchObject({
    bars: [
      { period: "2025", amount: "0.123456", energyWh: 1000, unpricedWh: 0 },
      { period: "2026", amount: "1.246912", energyWh: 5000, unpricedWh: 1000 },
    ],
    amount: "1.370368",
    energyWh: 6000,
    unpricedWh: 1000,
    tariffs: [
      { validFrom: "2020-01-01", amount: "0.370368", energyWh: 3000, unpricedWh: 0 },
      { validFrom: "2026-06-01", amount: "1", energyWh: 2000, unpricedWh: 0 },
      { validFrom: "2026-10-25", amount: "0", energyWh: 1000, unpricedWh: 1000 },
    ],
    payback: { investment: "1000", days: 325 },
  });
  expect(years.tariffs.map(({ periods }) => periods)).toEqual([
    night.periods.map((period, index) => ({
      ...period,
      ...(index === 3 ? { amount: "0.370368", energyWh: 3000 } : { amount: "0", energyWh: 0 }),
    })),
    [],
    [{ start: "00:15", end: "03:45", price: "0.7", amount: "0", energyWh: 0 }],
  ]);
  expect(years.payback?.years).toBeCloseTo(1000 / ((1.370368 * 365.25) / 325), 4);

  const months = await plant.get(plant.access, { by: "month", period: "2026" });
  expect(months.bars).toHaveLength(12);
  expect(months.bars.map(({ amount }) => amount)).toEqual([
    "0.123456",
    ...[null, null, null],
    "0.123456",
    "0.5",
    ...[null, null, null],
    "0.5",
    ...[null, null],
  ]);
  expect(months.payback).toBeNull();
});

test("converts DC energy by the factor of the level that counted, and says that it is estimated", async () => {
  const plant = await openPlant(
    { timeZone: "UTC", meteringLevel: "module" },
    { "2020-01-01": versions["2026-06-01"] },
  );
  await sql`
    insert into metering_sets (plant_id, valid_from, level) values (${plant.id}, '2026-06-10T12:00:00Z', 'ac-meter')`.execute(
    engines.db,
  );
  const at = Date.UTC(2026, 5, 10, 11, 45);
  const both = new Map([
    [at, 1000],
    [at + WINDOW_MS, 1000],
  ]);
  await writeWindows(engines, { plantKey: plant.key, level: "module" }, both);
  await writeWindows(engines, { plantKey: plant.key, level: "ac-meter" }, both);
  const june = { by: "day", period: "2026-06" } as const;
  // The module level counts before noon, the meter after it; neither twice.
  expect(await plant.get(plant.access, june)).toMatchObject({
    amount: "0.98",
    energyWh: 2000,
    isEstimated: true,
    conversionFactor: null,
  });
  await sql`update metering_sets set conversion_factor = 0.9 where plant_id = ${plant.id} and level = 'module'`.execute(
    engines.db,
  );
  expect(await plant.get(plant.access, june)).toMatchObject({ amount: "0.95" });
});

test("hides energies that are hidden from the caller, and refuses a period of another form", async () => {
  const plant = await openPlant({ timeZone: "UTC" }, { "2020-01-01": versions["2026-06-01"] });
  await writeWindows(engines, { plantKey: plant.key }, new Map([[Date.UTC(2026, 5, 10, 12), 1000]]));
  const access = { ...plant.access, hiddenParts: ["energy"] } as PlantAccess;
  const shown = await plant.get(access, { by: "month", period: "2026" });
  expect(shown).toMatchObject({ amount: "0.5", energyWh: null, unpricedWh: null });
  expect(shown.bars[5]).toMatchObject({ amount: "0.5", energyWh: null, unpricedWh: null });
  await expect(plant.get(plant.access, { by: "day", period: "2026" })).rejects.toMatchObject({
    code: "A0400",
  });
});

test("scales the earnings of a corrected day to the correction", async () => {
  const plant = await openPlant({ timeZone: "UTC" }, { "2020-01-01": versions["2026-06-01"] });
  const noon = Date.UTC(2026, 5, 10, 12);
  const energies = new Map([
    [noon, 1000],
    [noon + 24 * 3_600_000, 1000],
  ]);
  await writeWindows(engines, { plantKey: plant.key }, energies);
  const day = {
    plant: plant.key,
    level: "ac-meter",
    backfilled_wh: 0,
    estimated_wh: 0,
    resets: 0,
    is_demo: 0,
  };
  await engines.clickhouse.insertRows("plant_days", [
    {
      ...day,
      plant_day: "2026-06-10",
      energy_wh: 1200,
      measured_wh: 1000,
      window_count: 1,
      is_corrected: 1,
      computed_at: new Date(noon),
    },
  ]);
  const { bars, amount } = await plant.get(plant.access, { by: "day", period: "2026-06" });
  expect(bars[9]).toMatchObject({ period: "2026-06-10", amount: "0.6", energyWh: 1200 });
  expect(bars[10]).toMatchObject({ amount: "0.5", energyWh: 1000 });
  expect(amount).toBe("1.1");
});
