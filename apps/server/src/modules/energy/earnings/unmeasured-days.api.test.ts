import { listDays, plantDayOf } from "@heliograph/solar";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { computeEarnings, setTariffs, writeWindows } from "../../../../test/earnings.ts";
import type { JobCaller, JobStage } from "../../../../test/jobs.ts";
import { openJobStage } from "../../../../test/jobs.ts";

const february = { by: "day", period: "2026-02" } as const;

let stage: JobStage;
let owner: JobCaller;
beforeAll(async () => {
  stage = await openJobStage();
});
afterAll(async () => await stage.close());
beforeEach(async () => {
  owner = await stage.createCaller();
  await sql`update plants set latitude = 45, longitude = 0 where id = ${owner.plant.id}`.execute(stage.db);
});

interface Day {
  readonly energyWh?: number;
  /** Of a correction. */
  readonly correctedWh?: number;
  readonly windowCount?: number;
}

let computedAt = Date.UTC(2026, 5, 1);

/** Days of the owner's plant as the roll-up counts them. */
async function count(days: Readonly<Record<string, Day>>): Promise<void> {
  computedAt += 1000;
  await stage.engines.clickhouse.insertRows(
    "plant_days",
    Object.entries(days).map(([plant_day, { energyWh = 0, correctedWh, windowCount = 0 }]) => ({
      ...{ plant: owner.plant.key, plant_day, level: "module", backfilled_wh: 0, estimated_wh: 0, resets: 0 },
      ...{ energy_wh: correctedWh ?? energyWh, measured_wh: energyWh, window_count: windowCount },
      ...{ is_demo: 0, is_corrected: correctedWh === undefined ? 0 : 1, computed_at: new Date(computedAt) },
    })),
  );
  await stage.app.services.metering.recountEnergies([owner.plant.key]);
}

const writeAt = (instants: Readonly<Record<string, number>>) =>
  writeWindows(
    stage.engines,
    { plantKey: owner.plant.key, level: "module" },
    new Map(Object.entries(instants).map(([at, energyWh]) => [Date.parse(at), energyWh])),
  );

const compute = () => computeEarnings(stage, [owner.plant.key]);

type Bar = Record<"amount" | "energyWh" | "unpricedWh", unknown>;

/** Bars of the plant's page and of the page of all plants, and the plant in the list of the latter. */
async function read(query: object = february) {
  const stationId = owner.plant.id;
  const page = (await owner.get("/workData/powerStation/earnings", { stationId, ...query })).data;
  const [fleet] = (await owner.get("/index/earnings/periods", query)).data.currencies;
  const [row] = (await owner.get("/index/earnings/plants", query)).data.rows;
  return { page, fleet, row };
}

const figures = ({ amount, energyWh, unpricedWh }: Bar) => [amount, energyWh, unpricedWh];

test("a corrected day without measured energy earns its energy at a fixed price, on every page and in the plant's past", async () => {
  await writeAt({ "2026-02-03T12:00:00Z": 1000 });
  await count({
    // Before the first day with data.
    "2025-12-31": { correctedWh: 4000 },
    "2026-02-03": { energyWh: 1000, windowCount: 1 },
    "2026-02-04": { correctedWh: 2000 },
    "2026-02-05": { correctedWh: 0 },
  });
  await compute();
  const { page, fleet, row } = await read();
  for (const each of [page, fleet]) {
    expect(figures(each)).toEqual(["0.74", 3000, 0]);
    expect(each.bars.slice(2, 6).map(figures)).toEqual([
      ["0.24", 1000, 0],
      ["0.5", 2000, 0],
      ["0", 0, 0],
      [null, 0, 0],
    ]);
  }
  expect(figures(row)).toEqual(["0.74", 3000, 0]);
  const years = await read({ by: "year" });
  for (const each of [years.page, years.fleet])
    expect(each.bars.slice(0, 2)).toMatchObject([
      { period: "2025", amount: "1" },
      { period: "2026", amount: "0.74" },
    ]);
  const energies = await owner.get("/workData/powerStation/energy", {
    stationId: owner.plant.id,
    by: "year",
  });
  expect(energies.data.totalWh).toBe(years.page.energyWh);
});

test("an investment is paid back by the average since the first day with data or a correction", async () => {
  await sql`update plants set investment_amount = 1000 where id = ${owner.plant.id}`.execute(stage.db);
  await writeAt({ "2026-02-03T12:00:00Z": 1000 });
  await count({
    "2026-01-04": { correctedWh: 2000 },
    "2026-02-03": { energyWh: 1000, windowCount: 1 },
  });
  const { payback } = (await read({ by: "year" })).page;
  expect(payback.days).toBe(listDays("2026-01-04", plantDayOf(stage.clock.now(), "UTC")).length);
});

test("under prices by time of day, a corrected day without measured energy is not priced", async () => {
  await setTariffs(stage.engines, owner.plant.id, {
    "2020-01-01": { method: "time", periods: [{ start: "00:00", end: "24:00", price: "0.25" }] },
  });
  await count({ "2026-02-04": { correctedWh: 2000 } });
  await compute();
  const { page, fleet, row } = await read();
  for (const each of [page, page.bars[3], fleet, fleet.bars[3], row, page.tariffs[0]])
    expect(figures(each)).toEqual(["0", 2000, 2000]);
  expect(fleet.unpricedPlantCount).toBe(1);
});

/** Reports at night only, a count without any report, a shutdown by day, and a day with energy. */
async function countEmptyDays(): Promise<void> {
  await writeAt({
    "2026-02-03T00:30:00Z": 0,
    "2026-02-05T12:00:00Z": 0,
    "2026-02-06T12:00:00Z": 1000,
  });
  await count({
    "2026-02-03": { windowCount: 1 },
    "2026-02-04": {},
    "2026-02-05": { windowCount: 1 },
    "2026-02-06": { energyWh: 1000, windowCount: 1 },
  });
}

const amountsOf = ({ bars }: { bars: readonly Bar[] }) => bars.slice(2, 6).map(({ amount }) => amount);

test("a day with reports at night only, or counted without any, has no earnings; one without energy by day has 0", async () => {
  await countEmptyDays();
  await compute();
  const { page, fleet } = await read();
  for (const each of [page, fleet]) expect(amountsOf(each)).toEqual([null, null, "0", "0.24"]);
  const range = { fromDay: "2026-02-03", toDay: "2026-02-04" };
  const compared = await owner.get("/workData/powerStation/compare", {
    stationIds: owner.plant.id,
    ...range,
  });
  expect(compared.data.rows).toMatchObject([
    { energyWh: null, dayCount: 0, energiesWh: [null, null], earnings: null },
  ]);
  const file = { ...february, format: "csv", fileName: "February" };
  const { data } = await owner.post("/index/earnings/export", file);
  await stage.work();
  const [, line = ""] = (await owner.file(data.jobId)).body.split("\r\n");
  expect(line.split(",").slice(6, 10)).toEqual(["", "", "0", "0.24"]);
});

test("without coordinates, nothing says that a day was measured at night only; once it has some, its earnings follow", async () => {
  await sql`update plants set latitude = null, longitude = null where id = ${owner.plant.id}`.execute(
    stage.db,
  );
  await countEmptyDays();
  await compute();
  for (const each of Object.values(await read()).slice(0, 2))
    expect(amountsOf(each)).toEqual(["0", null, "0", "0.24"]);
  await sql`update plants set latitude = 45, longitude = 0, updated_at = clock_timestamp()
    where id = ${owner.plant.id}`.execute(stage.db);
  await compute();
  for (const each of Object.values(await read()).slice(0, 2))
    expect(amountsOf(each)).toEqual([null, null, "0", "0.24"]);
});

test("earnings that an earlier version stored of such days are computed again after its update", async () => {
  await countEmptyDays();
  await count({ "2026-02-07": { correctedWh: 2000 } });
  await compute();
  const { clickhouse } = stage.engines;
  // The rows as they were: without the new columns, and a corrected day without earnings.
  await clickhouse.command(
    `insert into plant_earnings_days (plant, plant_day, amount, energy_wh, unpriced_wh, is_estimated, facts, computed_at)
    select plant, plant_day, if(plant_day = '2026-02-06', amount, 0), if(plant_day = '2026-02-06', energy_wh, 0),
      0, is_estimated, facts, computed_at
    from plant_earnings_days final where plant = {plant:UInt32}`,
    { plant: owner.plant.key },
  );
  expect(amountsOf((await read()).fleet)).toEqual(["0", "0", "0", "0.24"]);
  expect(await compute()).toBe(0);
  await sql`update plant_earnings set days_basis = replace(days_basis, ' known-days', '')
    where plant_key = ${owner.plant.key}`.execute(stage.db);
  expect(await compute()).toBe(1);
  const { fleet } = await read();
  expect([...amountsOf(fleet), fleet.bars[6].amount]).toEqual([null, null, "0", "0.24", "0.5"]);
});
