import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClickHouse } from "../apps/server/src/infra/clickhouse/open-clickhouse.ts";
import { createLogger } from "../apps/server/src/infra/logger.ts";
import {
  listDeviceSamples,
  readPowerBySteps,
} from "../apps/server/src/modules/energy/metering/curve/samples.repository.ts";
import {
  readEnergyTotals,
  sumByPeriod,
} from "../apps/server/src/modules/energy/metering/figures/energy.repository.ts";
import type { FleetSize } from "./queries-data.ts";
import {
  dayMs,
  firstDevice,
  largePlant,
  middlePlant,
  today,
  writeHistory,
  writeSampleDay,
} from "./queries-data.ts";
import { curveSql, moduleWeekSql, momentSql, plantDaySql, writeSortKeyTables } from "./queries-sort-keys.ts";
import type { BenchRow } from "./report.ts";
import { report } from "./report.ts";
import type { Timing } from "./timings.ts";
import { measureInTurn } from "./timings.ts";

// Queries of the embedded engine without a server: a year of 1,000 plants with 50,000 modules, and a comparison of sort keys.
// `--full` writes raw samples of all plants for a week; by default of the large plant and a few others.

const isFull = process.argv.includes("--full");
const size: FleetSize = {
  plants: 1_000,
  modulesAPlant: 40,
  modulesOfLargePlant: 10_000,
  historyDays: 365,
  largeSampleDays: 7,
  sampledPlants: isFull ? 999 : 20,
  sampleDays: isFull ? 7 : 2,
};

const folder = await mkdtemp(join(tmpdir(), "heliograph-bench-"));
const clickhouse = await openClickHouse({
  config: { dataFolder: folder },
  logger: createLogger({ logLevel: "warn" }),
});
const rows: BenchRow[] = [];
try {
  const writtenAt = performance.now();
  let written = await writeHistory(clickhouse, size);
  for (let plant = middlePlant; plant < middlePlant + size.sampledPlants; plant++)
    for (let back = size.sampleDays - 1; back >= 0; back--)
      written += await writeSampleDay(clickhouse, {
        table: "samples",
        plant,
        firstDevice: firstDevice(size, plant),
        modules: size.modulesAPlant,
        at: today - back * dayMs,
      });
  const tables = await writeSortKeyTables(clickhouse, size);
  await clickhouse.command(`insert into samples select * from ${tables[0]?.table}`);
  const seconds = (performance.now() - writtenAt) / 1000;
  rows.push({
    what: "filling the tables",
    value: seconds,
    unit: "s",
    remark: `${written} rows beside the sort keys`,
  });

  const plants = Array.from({ length: size.plants }, (_, index) => ({ key: index + 1, today: "2026-06-20" }));
  const range = { fromAt: today, toAt: today + dayMs };
  const week = { fromAt: today - 6 * dayMs, toAt: today + dayMs };
  const steps = { range, kinds: ["OPT"], stepMs: 300_000, isBridged: true };
  const someDevice = (plant: number, count: number, round: number) =>
    firstDevice(size, plant) + ((round * 977) % count);

  const timings: Timing[] = [
    {
      what: "home list, energies of 20 plants",
      goalMs: 50,
      times: 100,
      run: (round) =>
        readEnergyTotals(clickhouse, plants.slice((round * 20) % 980, ((round * 20) % 980) + 20)),
    },
    {
      what: "home totals, energies of 1,000 plants",
      goalMs: 50,
      times: 60,
      run: () => readEnergyTotals(clickhouse, plants),
    },
    {
      what: "plant day curve, 40 modules",
      goalMs: 30,
      times: 100,
      run: (round) =>
        readPowerBySteps(clickhouse, { ...steps, plantKey: middlePlant + (round % size.sampledPlants) }),
    },
    {
      what: "plant day curve, 10,000 modules",
      times: 5,
      run: () => readPowerBySteps(clickhouse, { ...steps, plantKey: largePlant }),
    },
    {
      what: "month bars",
      goalMs: 30,
      times: 100,
      run: (round) =>
        sumByPeriod(clickhouse, {
          plantKey: (round % size.plants) + 1,
          by: "month",
          fromDay: "2026-01-01",
          toDay: "2026-12-31",
        }),
    },
    {
      what: "one module's week, of 10,000",
      goalMs: 30,
      times: 60,
      run: (round) =>
        listDeviceSamples(clickhouse, {
          plantKey: largePlant,
          deviceKey: someDevice(largePlant, size.modulesOfLargePlant, round),
          range: week,
          limit: 140_000,
        }),
    },
  ];
  rows.push(...(await measureInTurn(timings)));

  const parameters = {
    plant: largePlant,
    day: new Date(today),
    fromDay: new Date(week.fromAt),
    at: today + dayMs / 2,
    fromAt: today + dayMs / 2 - 600_000,
  };
  for (const { name, megabytes, bytesARow, writeSeconds } of tables)
    rows.push({
      what: `size of a sample (${name})`,
      value: bytesARow,
      unit: "bytes",
      remark: `${megabytes.toFixed(0)} MB, written and merged in ${writeSeconds.toFixed(0)} s`,
    });
  const keyed = [
    { what: "layout day, 10,000 x 288", goalMs: 150, times: 10, sql: plantDaySql },
    { what: "layout moment, 10,000", goalMs: 50, times: 20, sql: momentSql },
    { what: "day sum by 5 minutes", times: 10, sql: curveSql },
    { what: "one module's week", goalMs: 30, times: 60, sql: moduleWeekSql },
  ];
  for (const { what, goalMs, times, sql } of keyed)
    rows.push(
      ...(await measureInTurn(
        tables.map(({ name, table }) => ({
          what: `${what} (${name})`,
          goalMs,
          times,
          run: (round) =>
            clickhouse.query(sql(table), {
              ...parameters,
              device: someDevice(largePlant, size.modulesOfLargePlant, round),
            }),
        })),
      )),
    );
  await report({ name: "engine-queries", rows });
} finally {
  await clickhouse.close();
  await rm(folder, { recursive: true, force: true });
}
