import type { Language, StationInput } from "@heliograph/contract";
import { endpoints, stationInput } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPicture } from "../../../../test/access-ids.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createCompany, createDevice, createPlant } from "../../../../test/fixtures.ts";
import { writePlantDays } from "../../../../test/metering.ts";
import { createPlantServices } from "../../../../test/plant-services.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createAccessService } from "../../base/access/access.service.ts";
import type { Scope } from "../../base/access/scope.ts";
import { accountScope, anonymousScope } from "../../base/access/scope.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import type { PlantOverview } from "../plant-overview/plant-overview.service.ts";
import type { PlantService } from "./plants.service.ts";

const NOW = Date.parse("2026-06-21T12:00:00Z");
const page = { page: 1, pageSize: 20, sort: "name", order: "asc" } as const;
const sortKeys = (
  endpoints.station.list.query as NonNullable<typeof endpoints.station.list.query>
).shape.sort.unwrap().options;

const entered = stationInput.parse({
  name: "Lingnan Textile Roof B",
  installedCapacityKwp: 300,
  gridConnectionDate: "2026-01-15",
  installer: "Pearl River Solar",
  email: "roof-b@lingnan.example",
  timeZone: "Asia/Shanghai",
  currency: "CNY",
  investmentAmount: "1250000.50",
  tariff: { method: "fixed", price: "0.6500" },
  personInCharge: "Li Wei",
  phone: "+86 20 5555 0101",
  address: "8 Textile Road, Guangzhou",
  latitude: 23.13,
  longitude: 113.26,
  visibility: "concealed",
  meteringLevel: "string",
} satisfies StationInput);

describe("plants", () => {
  let engines: TestEngines;
  let plants: PlantService;
  let overview: PlantOverview;
  let metering: MeteringService;
  const clock = createVirtualClock(NOW);

  beforeAll(async () => {
    engines = await openTestEngines();
    ({ metering, plants, overview } = createPlantServices(engines, clock));
  });
  afterAll(() => engines.close());

  async function createPerson(options: { upstreamId?: string; permissionIds?: "station:transfer"[] } = {}) {
    const company = await createCompany(
      engines.db,
      options.upstreamId ? { upstreamId: options.upstreamId } : {},
    );
    const account = await createAccount(engines.db, { companyId: company.id });
    const scope = accountScope({
      accountId: account.id,
      companyId: company.id,
      sessionId: account.id,
      isSuper: false,
      isPlatform: false,
      permissionIds: new Set(options.permissionIds),
      jurisdiction: "company",
    });
    return { account, company, scope, actor: { scope, address: "192.0.2.7", language: "en" as const } };
  }

  async function getDetail(scope: Scope, plantId: string, language: Language = "en") {
    const access = await createAccessService(engines).findPlant(scope, plantId);
    return await plants.get({ scope, language }, access);
  }

  async function createGateway(plantId: string, set: ReturnType<typeof sql>) {
    const gateway = await createDevice(engines.db, { type: "DCON", plantId });
    await sql`update gateways set report_interval_s = 300, ${set} where device_id = ${gateway.id}`.execute(
      engines.db,
    );
    return gateway;
  }

  const at = (secondsAgo: number) => new Date(NOW - secondsAgo * 1000);

  it("stores every field of a new plant, makes its creator the owner, and records the change [R3.8]", async () => {
    const person = await createPerson();
    const pictureId = await createPicture(engines.db, { purpose: "plant", uploadedBy: person.account.id });
    const { stationId, number } = await plants.add(person.actor, { ...entered, pictureId });
    expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    const detail = await getDetail(person.scope, stationId);
    expect(detail).toMatchObject({
      ...entered,
      pictureId,
      tariff: { method: "fixed", price: "0.65" },
      number,
      ownerId: person.account.id,
      companyName: person.company.name,
      status: "waiting",
      powerW: null,
      gatewayCount: 0,
      side: "DC",
      today: "2026-06-21",
      firstDay: null,
    });
    const audit = await sql<{ text: string }>`
      select new::text as text from audit where plant_id = ${stationId}`.execute(engines.db);
    const { personInCharge, phone, email, address, latitude, longitude } = entered;
    for (const personal of [personInCharge, phone, email, address, latitude, longitude])
      expect(audit.rows[0]?.text).not.toContain(String(personal));
    const { rows } = await sql<{ type: string; actor_id: string; company_id: string; address: string }>`
      select type, actor_id, company_id, address from audit where plant_id = ${stationId}`.execute(
      engines.db,
    );
    expect(rows).toEqual([
      {
        type: "station.add",
        actor_id: person.account.id,
        company_id: person.company.id,
        address: "192.0.2.7",
      },
    ]);
  });

  it.each([
    ["an unknown zone", { timeZone: "Mars/Olympus" }, "timeZone"],
    ["an unknown currency", { currency: "XQZ" }, "currency"],
    ["a latitude without a longitude", { longitude: undefined }, "longitude"],
    [
      "prices that overlap",
      {
        tariff: {
          method: "time" as const,
          periods: [
            { start: "07:00", end: "12:00", price: "1" },
            { start: "11:00", end: "13:00", price: "2" },
          ],
        },
      },
      "tariff.periods.1.start",
    ],
  ])("refuses %s with an error at its field [R3.8, R5.6, R5.24]", async (_what, change, path) => {
    const person = await createPerson();
    await expect(plants.add(person.actor, { ...entered, ...change })).rejects.toMatchObject({
      code: "A0400",
      details: { fields: [{ path }] },
    });
    expect((await plants.list(person.scope, page)).total).toBe(0);
  });

  it("sets another owner only with the permission, and only one in scope", async () => {
    const plain = await createPerson();
    const other = await createAccount(engines.db, { companyId: plain.company.id });
    await expect(plants.add(plain.actor, { ...entered, ownerId: other.id })).rejects.toMatchObject({
      code: "A0300",
    });
    const holder = await createPerson({ permissionIds: ["station:transfer"] });
    await expect(plants.add(holder.actor, { ...entered, ownerId: other.id })).rejects.toMatchObject({
      code: "A0404",
    });
    const customer = await createPerson({ upstreamId: holder.company.id });
    const { stationId } = await plants.add(holder.actor, { ...entered, ownerId: customer.account.id });
    expect(await getDetail(customer.scope, stationId)).toMatchObject({
      ownerId: customer.account.id,
      companyName: customer.company.name,
    });
  });

  it("names the operator as the plant's company and installer in the caller's language", async () => {
    const { account, scope } = await createPerson();
    const plant = await createPlant(engines.db, { ownerId: account.id });
    await sql`update plants set company_id = c.id, installer_company_id = c.id
      from companies c where c.upstream_id is null and plants.id = ${plant.id}`.execute(engines.db);
    const named = async (language: Language) => {
      const { companyName, installerCompanyName } = await getDetail(scope, plant.id, language);
      return [companyName, installerCompanyName];
    };
    expect(await named("en")).toEqual(["Platform operator", "Platform operator"]);
    expect(await named("zh-cn")).toEqual(["平台运营商", "平台运营商"]);
  });

  it("adds the valid power of the counting level's gateways, and only that [R3.9]", async () => {
    const person = await createPerson();
    const plant = await createPlant(engines.db, {
      ownerId: person.account.id,
      meteringLevel: "string",
      installedCapacityKwp: 10,
    });
    const online = sql`is_online = true, last_heard_at = ${at(30)}`;
    await createGateway(
      plant.id,
      sql`${online}, power_at = ${at(599)}, string_power_w = 3000, module_power_w = 2900`,
    );
    await createGateway(
      plant.id,
      sql`${online}, power_at = ${at(60)}, string_power_w = 1000, ac_meter_power_w = 950`,
    );
    await createGateway(plant.id, sql`${online}, power_at = ${at(601)}, string_power_w = 700`);
    const { rows } = await plants.list(person.scope, page);
    expect(rows[0]).toMatchObject({
      powerW: 4000,
      efficiency: 40,
      status: "normal",
      updatedAt: at(60).toISOString(),
    });
  });

  it("is waiting until a gateway has reported, and is neither offline nor counted as offline", async () => {
    const person = await createPerson();
    const plant = await createPlant(engines.db, { ownerId: person.account.id });
    const read = async () => {
      const [detail, list, offline, totals] = await Promise.all([
        getDetail(person.scope, plant.id),
        plants.list(person.scope, { ...page, status: "waiting" }),
        plants.list(person.scope, { ...page, status: "offline" }),
        overview.getTotals(person.scope),
      ]);
      const { waiting, offline: silent } = totals.countByStatus;
      return [detail.status, list.total, offline.total, waiting, silent];
    };
    expect(await read()).toEqual(["waiting", 1, 0, 1, 0]);
    const gateway = await createGateway(plant.id, sql`is_online = false, last_heard_at = null`);
    expect(await read()).toEqual(["waiting", 1, 0, 1, 0]);
    await sql`update gateways set last_heard_at = ${at(3_600)} where device_id = ${gateway.id}`.execute(
      engines.db,
    );
    expect(await read()).toEqual(["offline", 0, 1, 0, 1]);
  });

  it("is listed by urgency: offline, fault, alarm, warning, waiting, normal", async () => {
    const person = await createPerson();
    const heard = sql`is_online = true, last_heard_at = ${at(10)}`;
    for (const name of ["warning", "offline", "normal", "alarm", "waiting", "fault"]) {
      const { id } = await createPlant(engines.db, { ownerId: person.account.id, name });
      if (name === "waiting") continue;
      const gateway = await createGateway(
        id,
        name === "offline" ? sql`is_online = false, last_heard_at = ${at(10)}` : heard,
      );
      if (["warning", "alarm", "fault"].includes(name))
        await sql`insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
          values (${id}, ${gateway.id}, 'device', '1', ${name}, now(), now())`.execute(engines.db);
    }
    const { rows } = await plants.list(person.scope, { ...page, sort: "status", order: "desc" });
    expect(rows.map(({ name, status }) => [name, status])).toEqual(
      ["offline", "fault", "alarm", "warning", "waiting", "normal"].map((name) => [name, name]),
    );
  });

  it("is offline without a gateway report within three intervals, else has the status of the worst open alarm [R3.11]", async () => {
    const person = await createPerson();
    const statusAfter = async (heard: ReturnType<typeof sql>, severity?: string) => {
      const plant = await createPlant(engines.db, { ownerId: person.account.id });
      const gateway = await createGateway(plant.id, heard);
      if (severity) {
        await sql`insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
          values (${plant.id}, ${gateway.id}, 'device', '1', ${severity}, now(), now())`.execute(engines.db);
      }
      return (await getDetail(person.scope, plant.id)).status;
    };
    const heard = (seconds: number) => sql`is_online = true, last_heard_at = ${at(seconds)}`;
    expect(await statusAfter(heard(901), "fault")).toBe("offline");
    expect(await statusAfter(sql`is_online = false, last_heard_at = ${at(1)}`)).toBe("offline");
    expect(await statusAfter(heard(899))).toBe("normal");
    expect(await statusAfter(heard(10), "warning")).toBe("warning");
    expect(await statusAfter(heard(10), "alarm")).toBe("alarm");
    expect(await statusAfter(heard(10), "fault")).toBe("fault");
  });

  it("is normal and asleep at night, awake by day", async () => {
    const person = await createPerson();
    const plant = await createPlant(engines.db, { ownerId: person.account.id, latitude: 0, longitude: 0 });
    await createGateway(plant.id, sql`is_online = true, last_heard_at = ${new Date("2026-06-21T23:59:00Z")}`);
    clock.set(Date.parse("2026-06-22T00:00:00Z"));
    expect(await getDetail(person.scope, plant.id)).toMatchObject({
      status: "normal",
      isAsleep: true,
      isNight: true,
    });
    clock.set(Date.parse("2026-06-22T01:00:00Z"));
    expect(await getDetail(person.scope, plant.id)).toMatchObject({
      status: "offline",
      isAsleep: false,
      isNight: true,
    });
    clock.set(NOW);
    await sql`update gateways set last_heard_at = ${at(1)} where device_id in
      (select device_id from device_links where plant_id = ${plant.id})`.execute(engines.db);
    expect(await getDetail(person.scope, plant.id)).toMatchObject({
      status: "normal",
      isAsleep: false,
      isNight: false,
    });
  });

  it("searches by name and number, filters by status, sorts and pages [R3.9]", async () => {
    const person = await createPerson();
    const make = (name: string, installedCapacityKwp: number) =>
      createPlant(engines.db, { ownerId: person.account.id, name, installedCapacityKwp });
    const ten = await make("Roof 10", 5);
    await make("Roof 2", 80);
    await make("100%_sun", 20);
    const names = async (query: object) =>
      (await plants.list(person.scope, { ...page, ...query })).rows.map((row) => row.name);
    expect(await names({})).toEqual(["100%_sun", "Roof 2", "Roof 10"]);
    expect(await names({ sort: "installedCapacityKwp", order: "desc" })).toEqual([
      "Roof 2",
      "100%_sun",
      "Roof 10",
    ]);
    expect(await names({ search: "roof" })).toEqual(["Roof 2", "Roof 10"]);
    expect(await names({ search: "%_" })).toEqual(["100%_sun"]);
    expect(await names({ search: ten.number.toLowerCase() })).toEqual(["Roof 10"]);
    expect(await names({ status: "normal" })).toEqual([]);
    expect(await names({ pageSize: 2, page: 2 })).toEqual(["Roof 10"]);
  });

  it("sorts by every column of the list, unknown values below known ones, and counts a page past the end [R3.9]", async () => {
    const person = await createPerson();
    const make = (name: string) =>
      createPlant(engines.db, { ownerId: person.account.id, name, installedCapacityKwp: 10 });
    const [strong, weak, silent] = [await make("Barn 10"), await make("barn 9"), await make("Aisle")];
    const online = sql`is_online = true, last_heard_at = ${at(30)}`;
    await createGateway(strong.id, sql`${online}, power_at = ${at(30)}, module_power_w = 900`);
    await createGateway(weak.id, sql`${online}, power_at = ${at(60)}, module_power_w = 100`);
    await writePlantDays(engines, strong.key, { "2026-06-21": 900 });
    await writePlantDays(engines, weak.key, { "2026-06-21": 100 });
    await metering.recountEnergies([strong.key, weak.key]);
    const idsBy = async (sort: (typeof sortKeys)[number], order: "asc" | "desc") =>
      (await plants.list(person.scope, { ...page, sort, order })).rows.map(({ stationId }) => stationId);
    const byNumber = [strong, weak, silent].toSorted((a, b) => (a.number < b.number ? -1 : 1));
    const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
    const orders: Partial<Record<(typeof sortKeys)[number], readonly { id: string }[]>> = {
      number: byNumber,
      name: [silent, weak, strong],
      createdAt: [strong, weak, silent],
      installedCapacityKwp: byNumber,
      openAlarms: byNumber,
      earningsToday: byNumber,
      // Nothing is expected of them; other shares are sorted in home-lists.api.test.ts.
      expectedShare: byNumber,
    };
    const equal: readonly (typeof sortKeys)[number][] = [
      "installedCapacityKwp",
      "openAlarms",
      "earningsToday",
      "expectedShare",
    ];
    const byPower = [silent, weak, strong];
    for (const sort of sortKeys.filter((key) => key !== "status")) {
      const ascending = ids(orders[sort] ?? byPower);
      expect([sort, await idsBy(sort, "asc")]).toEqual([sort, ascending]);
      // Equal ones stay in the order of their numbers.
      const descending = equal.includes(sort) ? ascending : ascending.toReversed();
      expect([sort, await idsBy(sort, "desc")]).toEqual([sort, descending]);
    }
    // The one that still waits for its gateway comes before those that are normal.
    expect((await idsBy("status", "desc"))[0]).toBe(silent.id);
    expect(await plants.list(person.scope, { ...page, page: 9 })).toEqual({ rows: [], total: 3 });
  });

  it("counts energies from the plant's own day, month and year [R3.9]", async () => {
    const person = await createPerson();
    const plant = await createPlant(engines.db, { ownerId: person.account.id, timeZone: "Pacific/Auckland" });
    await writePlantDays(engines, plant.key, {
      "2026-06-22": 4000,
      "2026-06-21": 3000,
      "2026-05-30": 2000,
      "2025-12-31": 1000,
    });
    await metering.recountEnergies([plant.key]);
    // 12:00 UTC is the first minute of the 22nd in Auckland.
    const { rows } = await plants.list(person.scope, page);
    expect(rows[0]).toMatchObject({
      energyTodayKwh: 4,
      energyMonthKwh: 7,
      energyYearKwh: 9,
      energyTotalKwh: 10,
    });
    expect(await overview.getTotals(person.scope)).toMatchObject({
      plantCount: 1,
      energyTodayWh: 4000,
      energyTotalWh: 10000,
    });
  });

  it("shows a public plant to strangers without persons, money or the exact location", async () => {
    const person = await createPerson();
    const stranger = await createPerson();
    const { stationId } = await plants.add(person.actor, { ...entered, visibility: "public" });
    const hidden = {
      installer: null,
      email: null,
      investmentAmount: null,
      tariff: null,
      personInCharge: null,
      phone: null,
      address: null,
      ownerId: null,
      ownerName: null,
      companyName: null,
      latitude: 23.1,
      longitude: 113.3,
    };
    expect(await getDetail(anonymousScope(person.account.id), stationId)).toMatchObject(hidden);
    expect(await getDetail(stranger.scope, stationId)).toMatchObject(hidden);
    expect((await plants.list(stranger.scope, page)).total).toBe(0);
    const listed = await plants.list(anonymousScope(person.account.id), {
      ...page,
      pageSize: 200,
      search: entered.name,
    });
    expect(listed.rows.map((row) => row.stationId)).toContain(stationId);
  });

  it("hides a concealed plant from strangers", async () => {
    const person = await createPerson();
    const stranger = await createPerson();
    const { stationId } = await plants.add(person.actor, { ...entered });
    await expect(getDetail(stranger.scope, stationId)).rejects.toMatchObject({ code: "A0404" });
    await expect(getDetail(anonymousScope(person.account.id), stationId)).rejects.toMatchObject({
      code: "A0404",
    });
  });
});
