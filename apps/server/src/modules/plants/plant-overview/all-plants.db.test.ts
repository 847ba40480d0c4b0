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

const NOW = Date.parse("2026-06-21T12:00:00Z");
const PLANTS = 8;
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

async function createPlants(): Promise<Plant[]> {
  const plants: Plant[] = [];
  for (let n = 0; n < PLANTS; n++) {
    const { id } = await createPlant(engines.db, { installedCapacityKwp: 5 + n });
    const { id: gatewayId } = await createDevice(engines.db, { type: "DCON", plantId: id });
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
];

test("lists and totals of all plants are those of the same plants found by companies, after random changes", async () => {
  const random = createSeededRandom(3);
  const [all, byTree] = await createScopes();
  const plants = await createPlants();
  const clock = createVirtualClock(NOW);
  const { overview } = createPlantServices(engines, clock);
  for (let step = 0; step < STEPS; step++) {
    const change = pickOne(random, changes);
    await change(pickOne(random, plants), Math.floor(random() * 100), new Date(clock.now())).execute(
      engines.db,
    );
    clock.advance(Math.floor(random() * 60_000));
    if (random() < 0.5) await storeOutdatedStates(engines.db, new Date(clock.now()));
    expect(await overview.getTotals(all)).toEqual(await overview.getTotals(byTree));
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
