import { createHash, randomBytes } from "node:crypto";
import { MEASURED_VALUES } from "@heliograph/protocol/points";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createCompany, createDevice, createPlant } from "../../../../test/fixtures.ts";
import { writeLatest } from "../../../../test/latest-values.ts";
import { shutPlantDown } from "../../../../test/shut-down-plant.ts";
import { createInProcessBus } from "../../../infra/bus.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import type { Scope } from "../../base/access/scope.ts";
import { accountScope } from "../../base/access/scope.ts";
import { createMeteringService } from "../../energy/metering/metering.service.ts";
import { createAlarmService } from "../alarms/alarms.service.ts";
import { createPlacementService } from "../placements/placements.service.ts";
import { listDevices } from "./devices.repository.ts";
import type { DeviceService } from "./devices.service.ts";
import { createDeviceService } from "./devices.service.ts";

const NOW = Date.parse("2026-06-21T12:00:00Z");
const CODE = "MFRGGZDFMZTWQ2LK";
const codeHash = createHash("sha256").update(CODE).digest();
const makeSn = () => `D${randomBytes(6).toString("hex").toUpperCase()}`;

const page = { page: 1, pageSize: 50, order: "asc", sort: "slotLabel" } as const;

describe("devices of a plant", () => {
  let engines: TestEngines;
  let devices: DeviceService;
  const clock = createVirtualClock(NOW);
  const bus = createInProcessBus();
  const changed: string[] = [];

  beforeAll(async () => {
    engines = await openTestEngines();
    devices = createDeviceService({
      db: engines.db,
      clock,
      placements: createPlacementService({ db: engines.db, bus }),
      alarms: createAlarmService({
        db: engines.db,
        bus,
        clock,
        metering: createMeteringService({ db: engines.db, clickhouse: engines.clickhouse, clock }),
      }),
      onPlantChanged: (id) => changed.push(id),
    });
  });
  afterAll(() => engines.close());

  async function createOwner(plant: Parameters<typeof createPlant>[1] = {}) {
    const company = await createCompany(engines.db);
    const account = await createAccount(engines.db, { companyId: company.id });
    const own = await createPlant(engines.db, { ownerId: account.id, ...plant });
    const scope: Scope = accountScope({
      accountId: account.id,
      companyId: company.id,
      sessionId: account.id,
      isSuper: false,
      isPlatform: false,
      permissionIds: new Set(),
      jurisdiction: "company",
    });
    return { account, plant: own, actor: { scope, address: "127.0.0.1", language: "en" as const } };
  }

  const add = (owner: Awaited<ReturnType<typeof createOwner>>, sn: string, rest: object = {}) =>
    devices.add(owner.actor, { stationId: owner.plant.id, sn, registrationCode: CODE, alias: "", ...rest });

  async function linkOf(deviceId: string) {
    const { rows } = await sql<{ plant_id: string; from_at: Date }>`
      select plant_id, from_at from device_links where device_id = ${deviceId} and to_at is null`.execute(
      engines.db,
    );
    return rows[0];
  }

  it("starts a device's service at the plant's connection date in the plant's zone [R3.10]", async () => {
    const owner = await createOwner({ timeZone: "Asia/Kathmandu", gridConnectionDate: "2026-03-01" });
    const device = await createDevice(engines.db, { type: "DCON", registrationCodeHash: codeHash });
    const subjects: string[] = [];
    bus.subscribe(`gateway.${device.sn}.links`, (_message, subject) => subjects.push(subject));
    const { deviceId } = await add(owner, device.sn);
    expect((await linkOf(deviceId))?.from_at.toISOString()).toBe("2026-02-28T18:15:00.000Z");
    expect(changed).toContain(owner.plant.id);
    expect(subjects).toEqual([`gateway.${device.sn}.links`]);
  });

  it("accepts the given installation date and refuses one in the future", async () => {
    const owner = await createOwner();
    const device = await createDevice(engines.db, { type: "DCON", registrationCodeHash: codeHash });
    await expect(add(owner, device.sn, { installedAt: "2026-06-22T00:00:00Z" })).rejects.toMatchObject({
      code: "A0400",
      details: { fields: [{ path: "installedAt" }] },
    });
    const { deviceId } = await add(owner, device.sn, { installedAt: "2026-05-01T08:30:00Z" });
    expect((await linkOf(deviceId))?.from_at.toISOString()).toBe("2026-05-01T08:30:00.000Z");
  });

  it("returns the same error for a wrong code, an unknown serial number and a device bound elsewhere [R3.10]", async () => {
    const owner = await createOwner();
    const stranger = await createOwner();
    const free = await createDevice(engines.db, { type: "DCON", registrationCodeHash: codeHash });
    const bound = await createDevice(engines.db, {
      type: "DCON",
      registrationCodeHash: codeHash,
      plantId: stranger.plant.id,
    });
    const refusals = await Promise.all(
      [
        add(owner, free.sn, { registrationCode: "AAAAAAAAAAAAAAAA" }),
        add(owner, makeSn()),
        add(owner, bound.sn),
      ].map((call) => call.then(String, (error: { code: string; details: object }) => ({ ...error }))),
    );
    expect(refusals[0]).toMatchObject({ code: "A0240" });
    expect(refusals[1]).toEqual(refusals[0]);
    expect(refusals[2]).toEqual(refusals[0]);
    expect(await linkOf(free.id)).toBeUndefined();
    expect((await linkOf(bound.id))?.plant_id).toBe(stranger.plant.id);
  });

  it("reports an existing serial number when the device is visible to the caller [R5.8]", async () => {
    const owner = await createOwner();
    const device = await createDevice(engines.db, { type: "DCON", registrationCodeHash: codeHash });
    await add(owner, device.sn);
    await expect(add(owner, device.sn)).rejects.toMatchObject({ code: "A0150" });
  });

  it("blocks an account after five wrong codes for a serial number, and no other account", async () => {
    const device = await createDevice(engines.db, { type: "DCON", registrationCodeHash: codeHash });
    const guesser = await createOwner();
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(add(guesser, device.sn, { registrationCode: "AAAAAAAAAAAAAAAA" })).rejects.toMatchObject({
        code: "A0240",
      });
    }
    await expect(add(guesser, device.sn)).rejects.toMatchObject({ code: "A0501" });
    await expect(add(await createOwner(), device.sn)).resolves.toMatchObject({ deviceId: device.id });
  });

  it("blocks an account that tries many serial numbers for an hour", async () => {
    const guesser = await createOwner();
    const device = await createDevice(engines.db, { type: "DCON", registrationCodeHash: codeHash });
    for (let attempt = 0; attempt < 20; attempt++) {
      await expect(add(guesser, makeSn())).rejects.toMatchObject({ code: "A0240" });
    }
    await expect(add(guesser, device.sn)).rejects.toMatchObject({ code: "A0501" });
    clock.advance(3_600_001);
    await expect(add(guesser, device.sn)).resolves.toMatchObject({ deviceId: device.id });
    clock.set(NOW);
  });

  it("lets the register overrule what a gateway claimed a serial number to be", async () => {
    const owner = await createOwner();
    const squatter = await createOwner();
    const claimed = await createDevice(engines.db, { type: "OPT", plantId: squatter.plant.id });
    const same = await createDevice(engines.db, { type: "OPT", plantId: squatter.plant.id });
    const entry = (sn: string, type: "DCON" | "OPT") => ({ sn, type, model: "M", registrationCode: CODE });
    await devices.register(owner.actor, { rows: [entry(claimed.sn, "DCON"), entry(same.sn, "OPT")] });
    expect(await linkOf(claimed.id)).toBeUndefined();
    expect((await linkOf(same.id))?.plant_id).toBe(squatter.plant.id);
    await add(owner, claimed.sn);
    expect((await linkOf(claimed.id))?.plant_id).toBe(owner.plant.id);
  });

  it("deletes wrong codes after a day", async () => {
    const sn = makeSn();
    await expect(add(await createOwner(), sn)).rejects.toMatchObject({ code: "A0240" });
    const count = async () =>
      (await sql`select from device_add_failures where sn = ${sn}`.execute(engines.db)).rows.length;
    clock.advance(23 * 3_600_000);
    await devices.sweep();
    expect(await count()).toBe(1);
    clock.advance(2 * 3_600_000);
    await devices.sweep();
    expect(await count()).toBe(0);
    clock.set(NOW);
  });

  it("lets the holder of the code take over a unit adopted by a gateway, and audits it for both plants", async () => {
    const first = await createOwner();
    const second = await createOwner();
    const unit = await createDevice(engines.db, {
      type: "OPT",
      registrationCodeHash: codeHash,
      plantId: first.plant.id,
    });
    await sql`update devices set adopted_at = now() where id = ${unit.id}`.execute(engines.db);
    // Nothing leaves a plant that is shut down, not even by its holder.
    const { id: plantId } = first.plant;
    const release = await shutPlantDown(engines.db, { plantId, holderId: first.plant.ownerId });
    await expect(add(second, unit.sn)).rejects.toMatchObject({ code: "A0312" });
    expect((await linkOf(unit.id))?.plant_id).toBe(plantId);
    await release();
    await add(second, unit.sn);
    expect((await linkOf(unit.id))?.plant_id).toBe(second.plant.id);
    const { rows } = await sql<{ type: string; plant_id: string }>`
      select type, plant_id from audit where object_id = ${unit.id} order by type`.execute(engines.db);
    expect(rows).toEqual([
      { type: "device.add", plant_id: second.plant.id },
      { type: "device.takenOver", plant_id: first.plant.id },
    ]);
  });

  it("never starts a link before the end of the device's previous one", async () => {
    const first = await createOwner();
    const second = await createOwner();
    const device = await createDevice(engines.db, { type: "DCON", registrationCodeHash: codeHash });
    await add(first, device.sn);
    await sql`update device_links set to_at = '2026-06-10T00:00:00Z' where device_id = ${device.id}`.execute(
      engines.db,
    );
    await expect(add(second, device.sn, { installedAt: "2026-06-09T00:00:00Z" })).rejects.toMatchObject({
      code: "A0400",
    });
    await add(second, device.sn);
    expect((await linkOf(device.id))?.from_at.toISOString()).toBe("2026-06-10T00:00:00.000Z");
  });

  it("reports every row of a register call whose serial number exists, and writes none of them [R5.8]", async () => {
    const owner = await createOwner();
    const taken = await createDevice(engines.db, { type: "OPT", registrationCodeHash: codeHash });
    const fresh = makeSn();
    const row = (sn: string) => ({ sn, type: "OPT" as const, model: "MX", registrationCode: CODE });
    await expect(devices.register(owner.actor, { rows: [row(fresh), row(taken.sn)] })).rejects.toMatchObject({
      code: "A0150",
      details: { fields: [{ path: "rows.1.sn" }] },
    });
    await expect(devices.register(owner.actor, { rows: [row(fresh), row(fresh)] })).rejects.toMatchObject({
      details: { fields: [{ path: "rows.1.sn" }] },
    });
    await expect(devices.register(owner.actor, { rows: [row(fresh)] })).resolves.toEqual({ registered: 1 });
    const { rows } = await sql<{ registration_code_hash: Buffer }>`
      select registration_code_hash from devices where sn = ${fresh}`.execute(engines.db);
    expect(rows[0]?.registration_code_hash).toEqual(codeHash);
  });

  it("derives communication and status from gateway, sample age, unit status and open alarms [R3.11]", async () => {
    const owner = await createOwner({ latitude: 48, longitude: 11 });
    const gateway = await createDevice(engines.db, { type: "DCON", plantId: owner.plant.id });
    await sql`update gateways set is_online = true, last_heard_at = ${new Date(NOW - 60_000)}, report_interval_s = 300
      where device_id = ${gateway.id}`.execute(engines.db);
    const unit = (slotLabel: string) =>
      createDevice(engines.db, { type: "OPT", plantId: owner.plant.id, parentId: gateway.id, slotLabel });
    const [normal, faulty, stale, down, warned] = [
      await unit("A2"),
      await unit("A10"),
      await unit("A3"),
      await unit("A4"),
      await unit("A5"),
    ];
    const report = (ids: string[], at: number) =>
      writeLatest(engines.db, ids, { at: new Date(at), values: { pw: 312.5, vi: 38.1 } });
    await report([normal.id, faulty.id, down.id, warned.id], NOW - 300_000);
    await report([stale.id], NOW - 1_000_000);
    await sql`update device_states set unit_status = 7 where device_id = ${faulty.id}`.execute(engines.db);
    await sql`update device_states set down_at = ${new Date(NOW)} where device_id = ${down.id}`.execute(
      engines.db,
    );
    await sql`insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
      values (${owner.plant.id}, ${warned.id}, 'device', '7', 'warning', now(), now())`.execute(engines.db);

    const { rows, total } = await devices.list(
      owner.actor.scope,
      { ...page, stationId: owner.plant.id },
      "en",
    );
    expect(total).toBe(6);
    expect(rows.map((row) => [row.slotLabel, row.communicationStatus, row.status, row.isAsleep])).toEqual([
      ["", "online", "normal", false],
      ["A2", "online", "normal", false],
      ["A3", "offline", "offline", false],
      ["A4", "offline", "offline", false],
      ["A5", "online", "warning", false],
      ["A10", "online", "fault", false],
    ]);
    expect(rows[1]).toMatchObject({ powerW: 312.5, inputVoltageV: 38.1, outputVoltageV: null, level: 3 });

    const offline = await devices.list(
      owner.actor.scope,
      {
        ...page,
        stationId: owner.plant.id,
        status: "offline",
      },
      "en",
    );
    expect(offline.rows.map((row) => row.slotLabel)).toEqual(["A3", "A4"]);

    clock.set(Date.parse("2026-06-21T23:30:00Z"));
    const night = await devices.list(
      owner.actor.scope,
      { ...page, stationId: owner.plant.id, type: "OPT" },
      "en",
    );
    const sleeping = night.rows.filter((row) => row.status === "offline" && row.isAsleep);
    expect(sleeping.map((row) => row.slotLabel)).toEqual(["A2", "A3", "A4", "A5"]);
    clock.set(NOW);
  });

  it("shows the open fault of a unit that sleeps, at night and at dusk, and by day its silence", async () => {
    const owner = await createOwner({ latitude: 48, longitude: 11 });
    const gateway = await createDevice(engines.db, { type: "DCON", plantId: owner.plant.id });
    const unit = (slotLabel: string) =>
      createDevice(engines.db, { type: "OPT", plantId: owner.plant.id, parentId: gateway.id, slotLabel });
    const [faulty, alarmed, warned, plain] = [
      await unit("A1"),
      await unit("A2"),
      await unit("A3"),
      await unit("A4"),
    ];
    const ids = [faulty, alarmed, warned, plain].map(({ id }) => id);
    await writeLatest(engines.db, ids, { at: new Date(NOW - 4_000_000), values: { pw: 0 } });
    await sql`update device_states set unit_status = 7 where device_id = ${faulty.id}`.execute(engines.db);
    for (const [device, severity] of [
      [alarmed, "fault"],
      [warned, "warning"],
    ] as const)
      await sql`insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
        values (${owner.plant.id}, ${device.id}, 'device', '12', ${severity}, now(), now())`.execute(
        engines.db,
      );
    const list = async (filter: object = {}) => {
      const query = { ...page, stationId: owner.plant.id, ...filter };
      const { rows } = await devices.list(owner.actor.scope, query, "en");
      return rows
        .filter(({ type }) => type === "OPT")
        .map((row) => [row.slotLabel, row.communicationStatus, row.status, row.isAsleep].join(" "));
    };
    const silent = ["A1", "A2", "A3", "A4"].map((slot) => `${slot} offline offline false`);
    const [faults, asleep] = [
      ["A1 offline fault false", "A2 offline fault false"],
      ["A3 offline offline true", "A4 offline offline true"],
    ];
    // By day, and with the sun at 8°.
    for (const at of [NOW, Date.parse("2026-06-21T18:15:00Z")]) {
      clock.set(at);
      expect(await list()).toEqual(silent);
      expect(await list({ status: "offline" })).toEqual(silent);
      expect(await list({ status: "asleep" })).toEqual([]);
    }
    // With the sun at 1°, when units have fallen silent, and at night.
    for (const at of ["2026-06-21T19:05:00Z", "2026-06-21T23:30:00Z"]) {
      clock.set(Date.parse(at));
      expect(await list()).toEqual([...faults, ...asleep]);
      expect(await list({ status: "fault" })).toEqual(faults);
      expect(await list({ status: "online" })).toEqual(faults);
      expect(await list({ status: "offline" })).toEqual([]);
      expect(await list({ status: "asleep" })).toEqual(asleep);
      expect((await list({ sort: "status", order: "asc" })).slice(0, 2).sort()).toEqual(asleep);
    }
    clock.set(NOW);
  });

  it.each(MEASURED_VALUES)(
    "lists and sorts by $field, the latest value of $point",
    async ({ field, point }) => {
      const owner = await createOwner();
      for (const [slotLabel, value] of [
        ["A1", 3],
        ["A2", 1],
        ["A3", 2],
      ] as const) {
        const unit = await createDevice(engines.db, { type: "OPT", plantId: owner.plant.id, slotLabel });
        await writeLatest(engines.db, [unit.id], { at: new Date(NOW), values: { [point]: value } });
      }
      const query = { ...page, stationId: owner.plant.id, sort: field, order: "desc" } as const;
      const { rows } = await devices.list(owner.actor.scope, query, "en");
      expect(rows.map((row) => [row.slotLabel, row[field]])).toEqual([
        ["A1", 3],
        ["A3", 2],
        ["A2", 1],
      ]);
    },
  );

  it("lists, finds and shows rejected reports only of devices in scope [R6.6]", async () => {
    const owner = await createOwner();
    const stranger = await createOwner();
    const gateway = await createDevice(engines.db, { type: "DCON", plantId: owner.plant.id });
    await sql`insert into rejected_reports (gateway_id, received_at, topic, reason, body)
      values (${gateway.id}, now(), 'up/data', 'malformed', ${Buffer.from("{")})`.execute(engines.db);
    await sql`insert into rejected_report_counts (gateway_id, reason, total, last_at)
      values (${gateway.id}, 'malformed', 41, now())`.execute(engines.db);
    const query = { deviceId: gateway.id, page: 1, pageSize: 20, order: "asc" } as const;
    expect(await devices.rejected(owner.actor.scope, query)).toMatchObject({
      total: 1,
      rows: [{ reason: "malformed", body: "{" }],
      counts: [{ reason: "malformed", total: 41 }],
    });
    expect(await devices.rejected(stranger.actor.scope, query)).toMatchObject({ total: 0, counts: [] });
    await expect(devices.get(stranger.actor.scope, gateway.id, "en")).rejects.toMatchObject({
      code: "A0404",
    });
    const foreign = await devices.list(stranger.actor.scope, { ...page, stationId: owner.plant.id }, "en");
    expect(foreign).toEqual({ rows: [], total: 0, isTotalCapped: false });
  });

  it("pages and orders devices, and still counts them beyond the last page", async () => {
    const owner = await createOwner();
    for (const label of ["B1", "A1", "A11"]) {
      await createDevice(engines.db, { type: "OPT", plantId: owner.plant.id, slotLabel: label });
    }
    const at = (number: number, order: "asc" | "desc") =>
      devices.list(
        owner.actor.scope,
        {
          stationId: owner.plant.id,
          page: number,
          pageSize: 2,
          sort: "slotLabel",
          order,
        },
        "en",
      );
    expect((await at(1, "asc")).rows.map((row) => row.slotLabel)).toEqual(["A1", "A11"]);
    expect((await at(1, "desc")).rows.map((row) => row.slotLabel)).toEqual(["B1", "A11"]);
    expect(await at(9, "asc")).toEqual({ rows: [], total: 3, isTotalCapped: false });
  });

  it("plans a list for each reading, since a plan for any values is far slower for a large fleet", async () => {
    const owner = await createOwner();
    await createDevice(engines.db, { type: "DCON", plantId: owner.plant.id });
    const filter = { stationId: owner.plant.id };
    const listPrepared = () =>
      engines.db.connection().execute(async (connection) => {
        for (const status of [undefined, "offline"] as const)
          for (let reading = 0; reading < 6; reading += 1)
            await listDevices(connection, owner.actor.scope, {
              now: new Date(NOW),
              filter: { ...filter, status },
              page: { sort: "sn", order: "asc", offset: 0, limit: 2 },
              language: "en",
            });
        const { rows } = await sql<{ statement: string }>`
          select statement from pg_prepared_statements`.execute(connection);
        // Of the connection, which others have used before: only a list of devices has this column.
        return rows.filter(({ statement }) => statement.includes("as is_sleep_time"));
      });
    expect(await listPrepared()).toEqual([]);
  });

  it("names the company of a plant; that of the operator in the caller's language", async () => {
    const owner = await createOwner();
    const { rows: companies } = await sql<{ id: string }>`
      select id from companies where upstream_id is null`.execute(engines.db);
    await sql`update plants set company_id = ${companies[0]?.id} where id = ${owner.plant.id}`.execute(
      engines.db,
    );
    const device = await createDevice(engines.db, { type: "OPT", plantId: owner.plant.id, slotLabel: "A1" });
    for (const [language, name] of [
      ["en", "Platform operator"],
      ["zh-cn", "平台运营商"],
    ] as const) {
      expect(await devices.get(owner.actor.scope, device.id, language)).toMatchObject({ companyName: name });
      const choices = await devices.choices(owner.actor.scope, language);
      expect(choices.companies.map(({ companyName }) => companyName)).toEqual([name]);
    }
  });
});
