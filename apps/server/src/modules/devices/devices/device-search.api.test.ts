import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  createAccount,
  createCompany,
  createDevice,
  createGrant,
  createPlant,
  createSession,
} from "../../../../test/fixtures.ts";
import { writeLatest } from "../../../../test/latest-values.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();

/** A company with an account, and one below it with a plant each. */
async function createFleet() {
  const company = await createCompany(engines.db);
  const below = await createCompany(engines.db, { upstreamId: company.id });
  const account = await createAccount(engines.db, {
    companyId: company.id,
    roleCode: "distributor-administrator",
  });
  const plant = await createPlant(engines.db, { ownerId: account.id, name: "Roof 10" });
  const plantBelow = await createPlant(engines.db, { companyId: below.id, name: "Roof 9" });
  const { authorization } = await createSession(engines.db, { accountId: account.id });
  return { company, below, account, plant, plantBelow, authorization };
}

async function list(authorization: string, query: object = {}) {
  const { envelope } = await server.call("GET", "/workData/device/list", {
    authorization,
    query: { sort: "sn", ...query },
  });
  expect(envelope.code).toBe("0");
  return envelope.data as {
    total: number;
    isTotalCapped: boolean;
    rows: { sn: string; [field: string]: unknown }[];
  };
}

const snsOf = async (authorization: string, query: object = {}) =>
  (await list(authorization, query)).rows.map(({ sn }) => sn);

async function online(gatewayId: string) {
  await sql`update gateways set is_online = true, last_heard_at = ${new Date(server.clock.now())}
    where device_id = ${gatewayId}`.execute(engines.db);
}

const report = (deviceId: string, values: { pw: number }) =>
  writeLatest(engines.db, [deviceId], { at: new Date(server.clock.now()), values });

test("lists the devices of all visible plants with plant, company, time zone and interval, and no others [R2.8, R6.6]", async () => {
  const fleet = await createFleet();
  const stranger = await createFleet();
  const own = await createDevice(engines.db, { type: "DCON", plantId: fleet.plant.id });
  const other = await createDevice(engines.db, { type: "DCON", plantId: fleet.plantBelow.id });
  await createDevice(engines.db, { type: "DCON", plantId: stranger.plant.id });
  await createDevice(engines.db, { type: "OPT" });
  const { rows, total } = await list(fleet.authorization);
  expect(total).toBe(2);
  expect(rows.map(({ sn }) => sn)).toEqual([own.sn, other.sn].sort());
  expect(rows.find(({ sn }) => sn === other.sn)).toMatchObject({
    stationName: "Roof 9",
    companyName: fleet.below.name,
    timeZone: "UTC",
    reportIntervalS: 300,
  });
  const guest = await createAccount(engines.db);
  const grant = { accountId: guest.id, level: "participant" as const, invitedBy: fleet.account.id };
  await createGrant(engines.db, { plantId: fleet.plantBelow.id, ...grant });
  const { authorization } = await createSession(engines.db, { accountId: guest.id });
  expect(await snsOf(authorization)).toEqual([other.sn]);
});

test("filters by type, plant, company, software version, status and text [R2.8, R3.11]", async () => {
  const { authorization, plant, plantBelow, company, below } = await createFleet();
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  await online(gateway.id);
  const unit = async (sn: string, slotLabel: string) => {
    const device = await createDevice(engines.db, {
      sn,
      type: "OPT",
      plantId: plant.id,
      parentId: gateway.id,
      slotLabel,
    });
    await sql`update devices set software_version = '3.0' where id = ${device.id}`.execute(engines.db);
    return device;
  };
  const tag = gateway.sn.slice(-8);
  const [good, warned, silent] = [
    await unit(`A-${tag}`, "B1"),
    await unit(`B-${tag}`, "B2"),
    await unit(`C-${tag}`, "B3"),
  ];
  const away = await createDevice(engines.db, { type: "SCON", plantId: plantBelow.id });
  await sql`update devices set alias = 'North100' where id = ${away.id}`.execute(engines.db);
  await report(good.id, { pw: 10 });
  await report(warned.id, { pw: 20 });
  await sql`insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
    values (${plant.id}, ${warned.id}, 'device', '7', 'warning', now(), now())`.execute(engines.db);
  const found = (query: object) => snsOf(authorization, query);
  expect(await found({ type: "SCON" })).toEqual([away.sn]);
  expect(await found({ stationId: plantBelow.id })).toEqual([away.sn]);
  expect(await found({ companyId: below.id })).toEqual([away.sn]);
  expect((await list(authorization, { companyId: company.id })).total).toBe(4);
  expect(await found({ softwareVersion: "3.0" })).toEqual([good.sn, warned.sn, silent.sn]);
  expect(await found({ status: "warning" })).toEqual([warned.sn]);
  expect(await found({ status: "normal", type: "OPT" })).toEqual([good.sn]);
  expect(await found({ status: "offline" })).toEqual([silent.sn, away.sn].sort());
  expect(await found({ status: "online" })).toEqual([good.sn, warned.sn, gateway.sn].sort());
  expect(await found({ search: `b-${tag.toLowerCase()}` })).toEqual([warned.sn]);
  expect(await found({ search: "north1" })).toEqual([away.sn]);
  expect(await found({ search: "%" })).toEqual([]);
});

test("filters by model, signal and last report, a gateway by its own last report", async () => {
  const { authorization, plant } = await createFleet();
  const tag = crypto.randomUUID().slice(0, 6).toUpperCase();
  const unit = async (name: string) =>
    await createDevice(engines.db, { sn: `${name}-${tag}`, type: "OPT", plantId: plant.id });
  const [good, fair, weak, silent] = [await unit("A"), await unit("B"), await unit("C"), await unit("D")];
  const now = server.clock.now();
  const seen = async ({ id }: { id: string }, hoursAgo: number, rs: number) =>
    await writeLatest(engines.db, [id], { at: new Date(now - hoursAgo * 3_600_000), values: { rs } });
  await seen(good, 0.5, -70);
  await seen(fair, 2, -85);
  await seen(weak, 30, -85.5);
  await sql`update devices set model = 'MX-1' where id in (${good.id}, ${silent.id})`.execute(engines.db);
  const found = async (query: object) => await snsOf(authorization, { type: "OPT", ...query });
  expect(await found({ model: "MX-1" })).toEqual([good.sn, silent.sn]);
  expect(await found({ signal: "good" })).toEqual([good.sn]);
  expect(await found({ signal: "fair" })).toEqual([fair.sn]);
  expect(await found({ signal: "weak" })).toEqual([weak.sn]);
  expect(await found({ signal: "none" })).toEqual([silent.sn]);
  expect(await found({ lastSeen: "hour" })).toEqual([good.sn]);
  expect(await found({ lastSeen: "overHour" })).toEqual([fair.sn, weak.sn]);
  expect(await found({ lastSeen: "overDay" })).toEqual([weak.sn]);
  expect(await found({ lastSeen: "overWeek" })).toEqual([]);
  expect(await found({ lastSeen: "never" })).toEqual([silent.sn]);
  expect(await found({ lastSeen: "overHour", signal: "weak", search: tag })).toEqual([weak.sn]);
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  await sql`update gateways set power_at = ${new Date(now - 7_200_000)} where device_id = ${gateway.id}`.execute(
    engines.db,
  );
  expect(await found({ type: "DCON", lastSeen: "overHour" })).toEqual([gateway.sn]);
});

test("sorts by plant, status and measured values over all plants, unknown values last", async () => {
  const { authorization, plant, plantBelow } = await createFleet();
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  await online(gateway.id);
  const [weak, strong] = [
    await createDevice(engines.db, { type: "OPT", plantId: plant.id, parentId: gateway.id }),
    await createDevice(engines.db, { type: "OPT", plantId: plant.id, parentId: gateway.id }),
  ];
  const away = await createDevice(engines.db, { type: "OPT", plantId: plantBelow.id });
  await report(weak.id, { pw: 9 });
  await report(strong.id, { pw: 100 });
  expect(await snsOf(authorization, { sort: "powerW", order: "desc", type: "OPT" })).toEqual([
    strong.sn,
    weak.sn,
    away.sn,
  ]);
  expect((await snsOf(authorization, { sort: "stationName", order: "desc" }))[0]).toBe(away.sn);
  expect((await snsOf(authorization, { sort: "status", order: "desc" }))[0]).toBe(away.sn);
  expect(await snsOf(authorization, { sort: "powerW", pageSize: 1, page: 2, type: "OPT" })).toEqual([
    weak.sn,
  ]);
});

test("lists filter choices of companies and software versions from visible devices only", async () => {
  const { authorization, plant, company, below } = await createFleet();
  const device = await createDevice(engines.db, { type: "OPT", plantId: plant.id });
  await sql`update devices set software_version = '9.9.9-own' where id = ${device.id}`.execute(engines.db);
  await sql`update devices set model = 'MX-9' where id = ${device.id}`.execute(engines.db);
  const { envelope } = await server.call("GET", "/workData/device/choices", { authorization });
  expect(envelope.data.models).toEqual(["MX-9"]);
  expect(envelope.data.softwareVersions).toEqual(["9.9.9-own"]);
  const named = envelope.data.companies.map(({ companyId }: { companyId: string }) => companyId);
  expect(named.sort()).toEqual([company.id, below.id].sort());
});

/** Units of a gateway that never reported; returns their ids. */
async function createUnits(of: {
  gateway: { id: string; sn: string };
  plant: { id: string };
  count: number;
}): Promise<string[]> {
  const { gateway, plant, count } = of;
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into devices (sn, type, model)
      select ${gateway.sn} || '-' || lpad(n::text, 5, '0'), 'OPT', 'MX' from generate_series(1, ${count}::int) n
      returning id
    )
    insert into device_links (device_id, plant_id, parent_id, from_at)
    select id, ${plant.id}, ${gateway.id}, '2024-01-01' from made returning device_id as id`.execute(
    engines.db,
  );
  return rows.map(({ id }) => id);
}

test("reads a large fleet in the order of serial numbers, counts at most 5,000 of it and finds one unit of it", async () => {
  const { authorization, plant } = await createFleet();
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  await createUnits({ gateway, plant, count: 5_000 });
  await sql`analyze devices, device_links`.execute(engines.db);
  const all = await list(authorization, { pageSize: 2, page: 2 });
  expect(all).toMatchObject({ total: 5_000, isTotalCapped: true });
  expect(all.rows.map(({ sn }) => sn)).toEqual([`${gateway.sn}-00002`, `${gateway.sn}-00003`]);
  const last = await list(authorization, { pageSize: 2, order: "desc" });
  expect(last.rows.map(({ sn }) => sn)).toEqual([`${gateway.sn}-05000`, `${gateway.sn}-04999`]);
  expect(await list(authorization, { type: "OPT" })).toMatchObject({ total: 5_000, isTotalCapped: false });
  expect(await list(authorization, { type: "DCON" })).toMatchObject({ total: 1, isTotalCapped: false });
  expect(await list(authorization, { sort: "powerW" })).toMatchObject({ total: 5_000, isTotalCapped: true });
  const broad = await list(authorization, { search: gateway.sn, pageSize: 1 });
  expect(broad).toMatchObject({ total: 5_000, isTotalCapped: true, rows: [{ sn: gateway.sn }] });
  const one = await list(authorization, { search: `${gateway.sn}-0012`, sort: "powerW" });
  expect(one.rows.map(({ sn }) => sn)).toContain(`${gateway.sn}-00123`);
  expect(one).toMatchObject({ total: 10, isTotalCapped: false });
});

test("pages through 2,000 units, whatever they are sorted and filtered by", async () => {
  const { authorization, plant } = await createFleet();
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  await online(gateway.id);
  const made = await createUnits({ gateway, plant, count: 2_000 });
  await writeLatest(engines.db, made, { at: new Date(server.clock.now()), values: { pw: 200 } });
  await sql`analyze devices, device_states, latest_values, device_links`.execute(engines.db);
  for (const query of [
    {},
    { sort: "status" },
    { sort: "powerW", order: "desc" },
    { status: "normal" },
    { page: 41 },
  ]) {
    const { rows, total } = await list(authorization, { ...query, pageSize: 50 });
    expect(rows).toHaveLength(query.page === 41 ? 1 : 50);
    expect(total).toBe(2_001);
  }
});
