import { endpoints, plantStatus } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createDevice, createPlant, ensurePlatform } from "../../../../test/fixtures.ts";
import { createPlantServices } from "../../../../test/plant-services.ts";
import { createSeededRandom, pickOne } from "../../../../test/random.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import type { Scope } from "../../base/access/scope.ts";
import { accountScope } from "../../base/access/scope.ts";
import { storeOutdatedStates } from "../../devices/status/plant-states.repository.ts";
import { insertExpectedDays } from "../../energy/metering/expected/expected-days.repository.ts";

const NOW = Date.parse("2026-06-21T12:00:00Z");
const PLANTS = 8;
/** The last day that is over in the time zones of the plants. */
const LAST_DAY = "2026-06-20";
const STEPS = 60;
const SORTS = endpoints.station.list.query?.shape.sort.unwrap().options ?? [];

let engines: TestEngines;
beforeAll(async () => {
  // Of its own: the operator sees all plants.
  engines = await openTestEngines({ isOwnDatabase: true });
});
afterAll(() => engines.close());

interface Plant {
  readonly id: string;
  readonly gatewayId: string;
}

/** Energy of the last day beside the expected one, below it at each plant by another amount. */
async function writeLastDay(plantKey: number, n: number): Promise<void> {
  const day = { day: LAST_DAY, computedAt: "2026-06-21 00:00:00.000", energyWh: 1000 + n, facts: 0 };
  await insertExpectedDays(engines.clickhouse, [
    { ...day, plantKey, expectedWh: 2000 + n * n, isIrradiance: n % 2 === 0 },
  ]);
  await engines.clickhouse.insertRows("plant_days_by_date", [
    {
      plant_day: LAST_DAY,
      plant: plantKey,
      energy_wh: 1000 + n,
      window_count: 96,
      computed_at: new Date(NOW),
    },
  ]);
}

async function createPlants(): Promise<Plant[]> {
  const plants: Plant[] = [];
  for (let n = 0; n < PLANTS; n++) {
    const timeZone = pickOne(() => n / PLANTS, ["Europe/Berlin", "America/Sao_Paulo"]);
    const place = n % 3 === 0 ? {} : { latitude: 40 + n, longitude: n };
    const { id, key } = await createPlant(engines.db, { installedCapacityKwp: 5 + n, timeZone, ...place });
    const { id: gatewayId } = await createDevice(engines.db, { type: "DCON", plantId: id });
    await writeLastDay(key, n);
    plants.push({ id, gatewayId });
  }
  return plants;
}

/** An account of the operator, whose condition is "all plants", and one whose plants are found by the tree of companies. */
async function createScopes(): Promise<[all: Scope, byTree: Scope]> {
  const { companyId } = await ensurePlatform(engines.db);
  const { id } = await createAccount(engines.db, { companyId, roleCode: "ROOT" });
  const permissionIds = new Set(["alarm:read"] as const);
  const common = {
    accountId: id,
    companyId,
    isSuper: false,
    permissionIds,
    jurisdiction: "company",
  } as const;
  return [
    accountScope({ ...common, isPlatform: true }),
    accountScope({ ...common, isPlatform: false, hasCompaniesBelow: true }),
  ];
}

/** Writes that change a figure of a plant. */
const changes: ((plant: Plant, value: number, now: Date) => RawBuilder<unknown>)[] = [
  ({ gatewayId }, value, now) => sql`
    update gateways set is_online = true, last_heard_at = ${now}, power_at = ${now}, module_power_w = ${value}
    where device_id = ${gatewayId}`,
  ({ gatewayId }) => sql`update gateways set is_online = false where device_id = ${gatewayId}`,
  ({ id, gatewayId }, value, now) => sql`
    insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
    select id, ${gatewayId}, 'device', ${String(value)}, ${value % 2 ? "fault" : "warning"}, ${now}, ${now}
    from plants where id = ${id} and deleted_at is null
    on conflict (device_id, fault_code) where status = 'unresolved' do nothing`,
  ({ id }) => sql`update alarms set status = 'resolved' where plant_id = ${id}`,
  ({ id }, value, now) => sql`
    insert into plant_energies (plant_key, day_ends_at, month_ends_at, year_ends_at, today_wh, month_wh, year_wh, total_wh,
      backfilled_today_wh, estimated_today_wh, implausible_today_wh, resets_today, measured_windows, hours_from, cumulative_wh)
    select key, ${new Date(now.getTime() + (value - 50) * 60_000)}::timestamptz, ${now}::timestamptz + interval '1 day',
      ${now}::timestamptz + interval '1 day', ${value}::float8, ${value * 2}::float8, ${value * 3}::float8, ${value * 4}::float8,
      1, 2, 3, 0, '{}', ${Math.floor(now.getTime() / 3_600_000) - 24}::int,
      array(select n * ${value}::float8 from generate_series(0, 25) n)
    from plants where id = ${id}
    on conflict (plant_key) do update set today_wh = excluded.today_wh, total_wh = excluded.total_wh,
      day_ends_at = excluded.day_ends_at, cumulative_wh = excluded.cumulative_wh`,
  ({ id }, value, now) => sql`
    with resolved as (update alarms set status = 'resolved' where plant_id = ${id})
    update plants set deleted_at = ${value % 3 === 0 ? now : null}::timestamptz where id = ${id}`,
  ({ id }, value) => sql`
    insert into metering_sets (plant_id, valid_from, level, conversion_factor)
    values (${id}, ${new Date(NOW + (value - 50) * 60_000)}, ${value % 2 ? "ac-meter" : "string"}, ${0.9 + value / 2000})
    on conflict do nothing`,
  ({ id }, value, now) => sql`
    insert into corrections (plant_id, plant_day, mode, corrected_wh, created_at, is_counted)
    values (${id}, ${LAST_DAY}::date - ${value}::int, 'auto', ${value * 100}, ${now}, ${value % 4 > 0})
    on conflict do nothing`,
  ({ id }, _, now) => sql`update corrections set cancelled_at = ${now} where plant_id = ${id}`,
];

/** What home shows of the plants of a caller beside its totals. */
async function readHome({ overview, fleet }: ReturnType<typeof createPlantServices>, scope: Scope) {
  const { points, ...map } = await overview.getMap(scope);
  const { monthKg, yearKg, totalKg, ...co2 } = await fleet.getCo2(scope);
  return {
    map: { ...map, points: points.toSorted((a, b) => a.stationId.localeCompare(b.stationId)) },
    // The plants are added in another order.
    co2: { ...co2, kg: [monthKg, yearKg, totalKg].map((kg) => kg?.toFixed(6)) },
    trend: await fleet.getTrend(scope),
    losses: await fleet.listLosses(scope, { days: "1" }),
  };
}

test("lists, totals and home of all plants are those of the same plants found by companies, after random changes", async () => {
  const random = createSeededRandom(3);
  const [all, byTree] = await createScopes();
  const plants = await createPlants();
  const clock = createVirtualClock(NOW);
  const services = createPlantServices(engines, clock);
  const { overview } = services;
  for (let step = 0; step < STEPS; step++) {
    const change = pickOne(random, changes);
    await change(pickOne(random, plants), Math.floor(random() * 100), new Date(clock.now())).execute(
      engines.db,
    );
    clock.advance(Math.floor(random() * 60_000));
    if (random() < 0.5) await storeOutdatedStates(engines.db, new Date(clock.now()));
    expect(await overview.getTotals(all)).toEqual(await overview.getTotals(byTree));
    expect(await readHome(services, all)).toEqual(await readHome(services, byTree));
    const sort = pickOne(random, SORTS);
    const status = random() < 0.3 ? pickOne(random, plantStatus.options) : undefined;
    const query = {
      sort,
      order: pickOne(random, ["asc", "desc"] as const),
      page: 1,
      pageSize: 5,
      status,
      search: "",
    };
    expect(await overview.list(all, query)).toEqual(await overview.list(byTree, query));
    expect(await overview.list(all, { ...query, page: 3 })).toEqual(
      await overview.list(byTree, { ...query, page: 3 }),
    );
  }
});
