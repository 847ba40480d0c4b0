import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { createAccount, createDevice } from "../../../../test/fixtures.ts";
import { isFullRun } from "../../../../test/full-run.ts";
import { openTestStage } from "../../../../test/stage.ts";
import type { TestUnit } from "../../../../test/upgrades.ts";
import { createImage, createUnits, optimizer } from "../../../../test/upgrades.ts";
import { createLogger } from "../../../infra/logger.ts";
import type { Actor } from "../../base/access/scope.ts";
import type { CommandService } from "../commands/commands.service.ts";
import { createUpgradeSteps } from "./upgrade-steps.ts";

// An own database: a step drives every campaign.
const { engines, server } = await openTestStage({ isOwnDatabase: true });
const { db } = engines;
const { clock } = server;
const { upgrades, commands, fleetBrake, identity, metering } = server.services;
const noon = Date.parse("2026-06-01T12:00:00Z");
const logger = createLogger({ logLevel: "silent" });

const { step } = createUpgradeSteps({ db, clock, logger, commands, identity, metering });
const whole = {
  firstWave: 5_000,
  waveSize: 5_000,
  maxFailures: 5_000,
  windowFromHour: null,
  windowToHour: null,
  checksYield: false,
};

async function createOwner(): Promise<{ actor: Actor; id: string }> {
  const { id } = await createAccount(db, { roleCode: "installer-administrator" });
  const scope = await identity.findAccountScope(id);
  if (!scope) throw new Error("the account has no scope");
  return { id, actor: { scope, address: "", language: "en" } };
}

// A step drives every campaign: those of earlier tests have ended.
afterEach(async () => {
  await sql`update upgrade_campaigns set state = 'done' where state in ('running', 'paused')`.execute(db);
});

let images = 0;
/** A firmware of a version of its own for the optimizers. */
const createVersion = async () => {
  images += 1;
  return { version: `4.0.${images}`, ...(await createImage(db, `OPT_MX-600_HW1.2_V4.0.${images}.bin`)) };
};

async function start(units: readonly TestUnit[], options: object = {}) {
  clock.set(noon);
  const { actor, id: ownerId } = await createOwner();
  // A gateway has at most 500 units.
  const places = [];
  for (let from = 0; from < units.length; from += 500)
    places.push(await createUnits(db, { ownerId, units: units.slice(from, from + 500) }));
  // PostgreSQL has no statistics of rows that were inserted a moment ago.
  if (places.length > 1) await sql`analyze devices, device_links, births`.execute(db);
  const place = { ...places[0]!, deviceIds: places.flatMap(({ deviceIds }) => deviceIds) };
  const image = await createVersion();
  const { deviceIds } = place;
  const add = () =>
    upgrades.add(actor, { type: "OPT", deviceIds, firmwareId: image.id, ...whole, ...options });
  if (places.length > 5) {
    await expect(add()).rejects.toMatchObject({ code: "A0440" });
    const second = await createOwner();
    await fleetBrake.decide(second.actor, { accountId: ownerId, isConfirmed: true });
  }
  const { campaignId } = await add();
  return { ...place, ...image, ownerId, actor, campaignId };
}

type Started = Awaited<ReturnType<typeof start>>;

const listDevices = async ({ campaignId }: Pick<Started, "campaignId">) =>
  (
    await sql<{
      deviceId: string;
      state: string;
      reason: string | null;
      jobId: string;
      unit: number;
      gatewayId: string;
    }>`
      select ud.device_id as "deviceId", ud.state, ud.reason, ud.job_id as "jobId", ud.unit, j.gateway_id as "gatewayId"
      from upgrade_devices ud left join upgrade_jobs j on j.id = ud.job_id
      where ud.campaign_id = ${campaignId} order by ud.wave, ud.unit`.execute(db)
  ).rows;

const listStates = async (started: Pick<Started, "campaignId">) =>
  (await listDevices(started)).map(({ state, reason }) => [state, reason]);

const report = (one: { gatewayId: string; jobId: string; unit: number }, rest: object) =>
  upgrades.receiveProgress(one.gatewayId, { job: one.jobId, unit: one.unit, ...rest } as never);

const listCommands = async (gatewayId: string) =>
  (
    await sql<{ op: string; targets: number[]; args: { job: string } }>`
      select op, targets, args from commands where gateway_id = ${gatewayId} order by created_at, queue_no`.execute(
      db,
    )
  ).rows;

test("sends one job to the gateway of the devices and follows each to its end [R1.6]", async () => {
  const started = await start([optimizer, optimizer, optimizer]);
  await step();
  await step();
  const devices = await listDevices(started);
  expect(await listCommands(started.gatewayId)).toMatchObject([
    {
      op: "ota.start",
      targets: [1, 2, 3],
      args: { job: devices[0]?.jobId, version: started.version, type: "OPT" },
    },
  ]);
  const [first, second, third] = devices;
  await report(first!, { state: "rebooting" });
  expect((await listStates(started))[0]).toEqual(["rebooting", null]);
  await report(first!, { state: "confirmed", version: started.version });
  await report(second!, { state: "confirmed", version: "3.0.0" });
  await report(third!, { state: "failed", reason: "E_LOCKED" });
  await report(third!, { state: "confirmed", version: started.version });
  expect(await listStates(started)).toEqual([
    ["confirmed", null],
    ["failed", "otherVersion"],
    ["failed", "E_LOCKED"],
  ]);
  const { rows: logged } = await sql<{ actor: string; original: unknown; new: object }>`
    select actor_id as actor, original, new from audit
    where type = 'device.upgrade' and object_id = ${second!.deviceId}`.execute(db);
  expect(logged).toMatchObject([
    {
      actor: started.ownerId,
      original: { softwareVersion: expect.any(String) },
      new: { softwareVersion: started.version, state: "failed", reason: "otherVersion" },
    },
  ]);
  await step();
  expect(await upgrades.get(started.actor.scope, started.campaignId)).toMatchObject({
    state: "done",
    confirmed: 1,
    failed: 2,
  });
});

test("begins the next wave when every device of the last one has ended", async () => {
  const started = await start([optimizer, optimizer, optimizer], { firstWave: 1, waveSize: 2 });
  await step();
  expect((await listStates(started)).map(([state]) => state)).toEqual(["offered", "queued", "queued"]);
  await report((await listDevices(started))[0]!, { state: "confirmed", version: started.version });
  await step();
  await step();
  expect((await listStates(started)).map(([state]) => state)).toEqual(["confirmed", "offered", "offered"]);
});

test("offers nothing outside the window of the plant's own day, nor bytes to who has been offered", async () => {
  const started = await start([optimizer], { windowFromHour: 20, windowToHour: 5 });
  await step();
  expect(await listStates(started)).toEqual([["queued", null]]);
  clock.set(Date.parse("2026-06-01T20:00:00Z"));
  await step();
  const [device] = await listDevices(started);
  expect(device?.state).toBe("offered");
  const request = { job: device!.jobId, offset: 10, length: 50 };
  expect(await upgrades.readChunk(started.gatewayId, request)).toEqual(started.content.subarray(10, 60));
  await upgrades.saveDownloads();
  expect((await listDevices(started))[0]?.state).toBe("downloading");
  clock.set(Date.parse("2026-06-02T05:00:00Z"));
  expect(await upgrades.readChunk(started.gatewayId, request)).toBeUndefined();
});

test("writes the progress of downloads together, without waiting for a device that someone else changes", async () => {
  const jobs: { started: Started; job: string; size: number }[] = [];
  for (const started of [await start([optimizer]), await start([optimizer])]) {
    await step();
    const job = (await listDevices(started))[0]!.jobId;
    jobs.push({ started, job, size: started.content.length });
    await upgrades.readChunk(started.gatewayId, { job, offset: 0, length: started.content.length / 2 });
  }
  const readProgress = async () => {
    const { rows } = await sql<{ state: string; percent: number | null }>`
      select state, percent from upgrade_devices where job_id = any(${jobs.map(({ job }) => job)}::uuid[])
      order by array_position(${jobs.map(({ job }) => job)}::uuid[], job_id)`.execute(db);
    return rows.map(({ state, percent }) => [state, percent]);
  };
  await db.transaction().execute(async (trx) => {
    await sql`select from upgrade_devices where job_id = ${jobs[0]!.job} for update`.execute(trx);
    await upgrades.saveDownloads();
  });
  expect(await readProgress()).toEqual([
    ["offered", null],
    ["downloading", 50],
  ]);
  // The next part writes it, also one that changes nothing in percent.
  await upgrades.readChunk(jobs[0]!.started.gatewayId, {
    job: jobs[0]!.job,
    offset: 0,
    length: jobs[0]!.size / 2,
  });
  await upgrades.saveDownloads();
  expect((await readProgress())[0]).toEqual(["downloading", 50]);
  for (const { started, job, size } of jobs)
    await upgrades.readChunk(started.gatewayId, { job, offset: size / 2, length: size / 2 });
  await upgrades.saveDownloads();
  expect(await readProgress()).toEqual([
    ["downloading", 100],
    ["downloading", 100],
  ]);
});

test("gives bytes of an image only to the gateway of the job, and none while the campaign is paused", async () => {
  const started = await start([optimizer]);
  const other = await start([optimizer]);
  await step();
  const job = (await listDevices(started))[0]!.jobId;
  const read = (gatewayId: string) => upgrades.readChunk(gatewayId, { job, offset: 90, length: 50 });
  expect(await read(other.gatewayId)).toBeUndefined();
  expect(await read(started.gatewayId)).toEqual(started.content.subarray(90));
  await upgrades.pause(started.actor, started.campaignId);
  expect(await read(started.gatewayId)).toBeUndefined();
  await upgrades.resume(started.actor, started.campaignId);
  expect(await read(started.gatewayId)).toEqual(started.content.subarray(90));
  await expect(
    report(
      { gatewayId: other.gatewayId, jobId: job, unit: 1 },
      { state: "confirmed", version: started.version },
    ),
  ).rejects.toThrow("unknown-unit");
});

test("cancelling skips what has not begun to be written, and notifies the gateway; a device that ended otherwise is shown so", async () => {
  const started = await start([optimizer, optimizer]);
  await step();
  const [first, second] = await listDevices(started);
  await report(first!, { state: "applying" });
  await upgrades.cancel(started.actor, started.campaignId);
  await step();
  await step();
  expect((await listCommands(started.gatewayId)).map(({ op }) => op)).toEqual(["ota.start", "ota.cancel"]);
  expect(await listStates(started)).toEqual([
    ["applying", null],
    ["skipped", "cancelled"],
  ]);
  await report(second!, { state: "confirmed", version: started.version });
  expect((await listStates(started))[1]).toEqual(["confirmed", null]);
});

test("offers again what the gateway did not receive or cannot do now, at most three times", async () => {
  const started = await start([optimizer]);
  for (const attempt of [1, 2, 3]) {
    await step();
    expect(await listCommands(started.gatewayId)).toHaveLength(attempt);
    await sql`
      update commands set state = 'refused', code = 'E_BUSY', finished_at = now()
      where gateway_id = ${started.gatewayId}`.execute(db);
    await step();
    clock.advance(61_000);
  }
  expect(await listStates(started)).toEqual([["failed", "E_BUSY"]]);
  const refused = await start([optimizer]);
  await step();
  await sql`
    update commands set state = 'refused', code = 'E_SIGNATURE', finished_at = now()
    where gateway_id = ${refused.gatewayId}`.execute(db);
  await step();
  expect(await listStates(refused)).toEqual([["failed", "E_SIGNATURE"]]);
});

test("skips a device that changed after it was selected, with its reason", async () => {
  const started = await start([optimizer, optimizer, optimizer, optimizer], {
    windowFromHour: 20,
    windowToHour: 5,
  });
  const [swapped, newer, moved] = started.deviceIds;
  await sql`update devices set hardware_version = '1.3' where id = ${swapped}`.execute(db);
  await sql`update devices set software_version = ${started.version} where id = ${newer}`.execute(db);
  await sql`update device_links set to_at = now() where device_id = ${moved}`.execute(db);
  await step();
  const byId = new Map((await listDevices(started)).map((device) => [device.deviceId, device]));
  expect(started.deviceIds.map((id) => byId.get(id)?.reason)).toEqual([
    "mismatch",
    "notOlder",
    "noAccess",
    null,
  ]);
});

/** Devices of a large upgrade. */
const MANY = isFullRun ? 5_000 : 1_500;

test("pauses at its limit of failures among thousands of devices of which every tenth fails, and offers nothing more", async () => {
  const started = await start(Array(MANY).fill(optimizer), {
    firstWave: 100,
    waveSize: 1_000,
    maxFailures: 12,
  });
  const isRunning = async () =>
    (
      await sql`select from upgrade_campaigns where id = ${started.campaignId} and state = 'running'`.execute(
        db,
      )
    ).rows.length > 0;
  let ended = 0;
  while (await isRunning()) {
    await step();
    const offered = (await listDevices(started)).filter(({ state }) => state === "offered");
    for (const device of offered.slice(0, 100)) {
      ended += 1;
      await report(
        device,
        ended % 10 === 0 ? { state: "failed" } : { state: "confirmed", version: started.version },
      );
      if (!(await isRunning())) break;
    }
  }
  const paused = {
    state: "paused",
    pauseReason: "failures",
    failed: 12,
    confirmed: 108,
    queued: MANY - 1_100,
    total: MANY,
  };
  expect(await upgrades.get(started.actor.scope, started.campaignId)).toMatchObject(paused);
  await step();
  expect(await upgrades.get(started.actor.scope, started.campaignId)).toMatchObject(paused);
  await upgrades.resume(started.actor, started.campaignId);
  expect(await upgrades.get(started.actor.scope, started.campaignId)).toMatchObject({ state: "running" });
});

test("a process that was killed after sending is continued with the same job, which is sent once", async () => {
  const started = await start([optimizer, optimizer]);
  const dying: Pick<CommandService, "send"> = {
    async send(...input) {
      await commands.send(...input);
      throw new Error("killed");
    },
  };
  const killed = createUpgradeSteps({ db, clock, logger, commands: dying, identity, metering });
  await expect(killed.step()).rejects.toThrow("killed");
  await step();
  await step();
  expect(await listCommands(started.gatewayId)).toHaveLength(1);
  expect((await listStates(started)).map(([state]) => state)).toEqual(["offered", "offered"]);
});

const unit = fc.record({
  type: fc.constantFrom("OPT", "RSD", "MCON" as const),
  model: fc.constantFrom("MX-600", "MX-700"),
  hw: fc.constantFrom("1.2", "1.3"),
  sw: fc.constantFrom("3.0.0", "9.0.0", "factory"),
}) as fc.Arbitrary<TestUnit>;

test("no device is ever sent an image of another type, model or hardware, whatever changes between selection and sending", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ after: unit, inBirth: unit, isSame: fc.boolean() }), {
        minLength: 1,
        maxLength: 12,
      }),
      async (changes) => {
        // What is selected matches; registers and births change afterwards, together or apart.
        const started = await start(changes.map(() => optimizer));
        const changed = changes.map(({ after, inBirth, isSame }) => ({
          after: isSame ? optimizer : after,
          inBirth: isSame ? optimizer : inBirth,
        }));
        for (const [index, { after }] of changed.entries())
          await sql`
            update devices set type = ${after.type}, model = ${after.model}, hardware_version = ${after.hw},
              software_version = ${after.sw} where id = ${started.deviceIds[index]}`.execute(db);
        await sql`
          update births set body = jsonb_set(body, '{units}', (
            select jsonb_agg(jsonb_build_array(u -> 0, u -> 1, c.type, c.model, c.hw, c.sw))
            from jsonb_array_elements(body -> 'units') with ordinality as e (u, n)
            join jsonb_to_recordset(${JSON.stringify(changed.map(({ inBirth }, n) => ({ ...inBirth, n: n + 1 })))}::jsonb)
              as c (n integer, type text, model text, hw text, sw text) on c.n = e.n
          )) where gateway_id = ${started.gatewayId}`.execute(db);
        await step();
        const sent = new Set((await listCommands(started.gatewayId)).flatMap(({ targets }) => targets));
        const isOfFirmware = ({ type, model, hw }: TestUnit) =>
          type === optimizer.type && model === optimizer.model && hw === optimizer.hw;
        for (const [index, { after, inBirth }] of changed.entries()) {
          const isRight = isOfFirmware(after) && isOfFirmware(inBirth) && after.sw !== "9.0.0";
          expect([index + 1, sent.has(index + 1)]).toEqual([index + 1, isRight]);
        }
      },
    ),
    { numRuns: 12 },
  );
});

test("a birth that renumbers the units after the job was made sends nothing under the old numbers", async () => {
  const started = await start([optimizer, optimizer]);
  const renumbering: Pick<CommandService, "send"> = {
    async send(scope, command) {
      await sql`update gateways set birth_rev = 2 where device_id = ${started.gatewayId}`.execute(db);
      return await commands.send(scope, command);
    },
  };
  await createUpgradeSteps({ db, clock, logger, commands: renumbering, identity, metering }).step();
  expect(await listCommands(started.gatewayId)).toEqual([]);
  expect((await listStates(started)).map(([state]) => state)).toEqual(["queued", "queued"]);
});

const DAY_MS = 86_400_000;
const dayOf = (offset: number): number => Date.parse("2026-06-01T00:00:00Z") + offset * DAY_MS;

/** Windows of a clear day, offset from the day of `noon`, of which each unit produced a share. */
async function writeDay({ plantId, deviceIds }: Started, offset: number, shares: readonly number[]) {
  const { rows: keys } = await sql<{ id: string; key: number }>`
    select id, key from devices where id = any(${deviceIds}::uuid[])`.execute(db);
  const { rows: plants } = await sql<{ key: number }>`select key from plants where id = ${plantId}`.execute(
    db,
  );
  const rows = keys.flatMap(({ id, key }) =>
    Array.from({ length: 48 }, (_, window) => ({
      plant: plants[0]?.key,
      window_at: dayOf(offset) + 6 * 3_600_000 + window * 900_000,
      device: key,
      slot: 0,
      origin: "rollup",
      kind: "OPT",
      energy_wh: 75 * (shares[deviceIds.indexOf(id)] ?? 1),
      backfilled_wh: 0,
      estimated_wh: 0,
      implausible_wh: 0,
      resets: 0,
      is_measured: 1,
      sample_count: 3,
      computed_at: dayOf(offset + 1),
    })),
  );
  await engines.clickhouse.insertRows("unit_windows", rows);
}

/** Four units, the first of which is confirmed at noon as the whole first wave. */
async function endFirstWave() {
  const waves = { firstWave: 1, waveSize: 3, checksYield: true };
  const started = await start([optimizer, optimizer, optimizer, optimizer], waves);
  await sql`update plants set time_zone = 'UTC' where id = ${started.plantId}`.execute(db);
  await writeDay(started, -1, [1, 1, 1, 1]);
  await step();
  const upgraded = (await listDevices(started)).find(({ state }) => state === "offered");
  await report(upgraded!, { state: "confirmed", version: started.version });
  await step();
  const sharesOf = (share: number) => started.deviceIds.map((id) => (id === upgraded?.deviceId ? share : 1));
  const at = async (offset: number) => {
    clock.set(dayOf(offset) + 3 * 3_600_000);
    await step();
    await step();
    return await upgrades.get(started.actor.scope, started.campaignId);
  };
  return { started, sharesOf, at };
}

test("begins the next wave after a whole day on which upgraded units produced as their peers, not before", async () => {
  const { started, sharesOf, at } = await endFirstWave();
  // The day of the upgrade is not a whole one after it, whatever was produced.
  await writeDay(started, 0, sharesOf(0.2));
  expect(await at(1)).toMatchObject({ wave: 1, state: "running", yieldCheck: null });
  expect((await at(1)).yieldWaitAt).not.toBeNull();
  await writeDay(started, 1, sharesOf(0.98));
  expect(await at(2)).toMatchObject({
    wave: 2,
    state: "running",
    yieldWaitAt: null,
    yieldCheck: { compared: 1, low: 0, sharePercent: 98 },
  });
});

test("pauses when upgraded units produce less than their peers, and goes on once a user resumes", async () => {
  const { started, sharesOf, at } = await endFirstWave();
  await writeDay(started, 1, sharesOf(0.5));
  const paused = { wave: 1, state: "paused", pauseReason: "yield" };
  expect(await at(2)).toMatchObject({ ...paused, yieldCheck: { compared: 1, low: 1, sharePercent: 50 } });
  expect(await at(3)).toMatchObject(paused);
  await upgrades.resume(started.actor, started.campaignId);
  expect(await at(3)).toMatchObject({ wave: 2, state: "running" });
});

test("waits for a bright day, and pauses after a week without one", async () => {
  const { started, at } = await endFirstWave();
  for (const offset of [1, 2, 3]) await writeDay(started, offset, [0, 0, 0, 0]);
  expect(await at(4)).toMatchObject({ wave: 1, state: "running" });
  expect(await at(9)).toMatchObject({ wave: 1, state: "paused", pauseReason: "noYield" });
});

test("skips devices that were opened with their string, and no others of the plant", async () => {
  const started = await start([optimizer, optimizer], { firstWave: 1, waveSize: 1 });
  const [inString] = started.deviceIds;
  const string = await createDevice(db, { type: "SCON", plantId: started.plantId });
  await sql`
    with operation as (
      insert into safety_operations (plant_id, device_id, kind, author_id, accepted_at, deadline_at)
      values (${started.plantId}, ${string.id}, 'shutdown', ${started.ownerId}, now(), now()) returning id
    )
    insert into safety_units (operation_id, device_id) select id, ${inString}::uuid from operation`.execute(
    db,
  );
  await sql`update upgrade_campaigns set wave = 2 where id = ${started.campaignId}`.execute(db);
  await step();
  expect((await listStates(started)).map(([, reason]) => reason)).toEqual(["held", null]);
});

test("skips devices of a plant that is shut down, and sends it no more bytes", async () => {
  const started = await start([optimizer, optimizer], { firstWave: 1, waveSize: 1 });
  await step();
  const { jobId } = (await listDevices(started)).find(({ state }) => state === "offered")!;
  const read = () => upgrades.readChunk(started.gatewayId, { job: jobId, offset: 0, length: 10 });
  expect(await read()).toBeDefined();
  await sql`
    insert into safety_operations (plant_id, kind, author_id, accepted_at, deadline_at)
    values (${started.plantId}, 'shutdown', ${started.ownerId}, now(), now())`.execute(db);
  expect(await read()).toBeUndefined();
  await sql`update upgrade_campaigns set wave = 2 where id = ${started.campaignId}`.execute(db);
  await step();
  expect((await listStates(started)).map(([, reason]) => reason)).toEqual([null, "held"]);
  await sql`update safety_operations set ended_at = now() where plant_id = ${started.plantId}`.execute(db);
  expect(await read()).toBeDefined();
});
