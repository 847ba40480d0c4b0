import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../../../../test/app.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createDevice, createGrant, createSession } from "../../../../test/fixtures.ts";
import { createConstantSamples, hour, meteringClock, openMeteredPlant } from "../../../../test/metering.ts";

const engines = await openTestEngines();
const { db } = engines;
const server = await createTestApp({ ...engines, startAt: meteringClock.now() });
afterAll(async () => {
  await server.close();
  await engines.close();
});

async function openPlant() {
  const plant = await openMeteredPlant(engines, {
    timeZone: "Europe/Rome",
    gridConnectionDate: "2026-01-15",
  });
  const noon = Date.UTC(2026, 5, 18, 10);
  await plant.report(createConstantSamples(1, noon, noon + hour, 100));
  await plant.job.drain();
  await engines.clickhouse.command(
    "alter table plant_days update backfilled_wh = 40, resets = 2 where plant = {key:UInt32} settings mutations_sync = 1",
    { key: plant.key },
  );
  // A device that was replaced one hour before midnight in Rome, and one outside of the period.
  const old = await createDevice(db, { type: "OPT", plantId: plant.id, slotLabel: "A1" });
  await sql`update device_links set to_at = '2026-06-17T21:00:00Z' where device_id = ${old.id}`.execute(db);
  const linkedFromAt = new Date("2026-06-17T21:00:00Z");
  const next = await createDevice(db, { type: "OPT", plantId: plant.id, linkedFromAt });
  await createDevice(db, { type: "OPT", plantId: plant.id, linkedFromAt: new Date("2026-05-01T00:00:00Z") });
  await sql`insert into corrections (plant_id, plant_day, mode, source_wh, corrected_wh, created_at, cancelled_at)
    values (${plant.id}, '2026-06-18', 'auto', 100, 96, '2026-06-19T00:10:00Z', '2026-06-19T09:00:00Z')`.execute(
    db,
  );
  await sql`insert into tariffs (plant_id, valid_from, method, price, created_at)
    values (${plant.id}, '2026-06-16', 'fixed', 0.3, '2026-06-15T08:00:00Z')`.execute(db);
  const list = async (accountId: string, days = { fromDay: "2026-06-16", toDay: "2026-06-18" }) => {
    const { authorization } = await createSession(db, { accountId });
    const query = { stationId: plant.id, ...days };
    return (await server.call("GET", "/workData/powerStation/figureChanges", { query, authorization }))
      .envelope;
  };
  return { plant, old, next, list };
}

const kindsOf = (envelope: { data: unknown }) =>
  (envelope.data as { rows: { kind: string; day: string }[] }).rows.map(({ kind, day }) => `${day} ${kind}`);

test("lists stored facts about the days of a period, the latest day first", async () => {
  const { plant, old, next, list } = await openPlant();
  const envelope = await list(plant.ownerId);
  expect(kindsOf(envelope)).toEqual([
    expect.stringMatching(/^2026-06-18 /),
    expect.stringMatching(/^2026-06-18 /),
    expect.stringMatching(/^2026-06-18 /),
    expect.stringMatching(/^2026-06-17 device/),
    expect.stringMatching(/^2026-06-17 device/),
    "2026-06-16 tariff",
  ]);
  const { rows } = envelope.data as { rows: object[] };
  expect(rows).toContainEqual(expect.objectContaining({ kind: "late", energyWh: 40 }));
  expect(rows).toContainEqual(expect.objectContaining({ kind: "reset", count: 2 }));
  expect(rows).toContainEqual({
    ...{ kind: "correction", day: "2026-06-18", at: "2026-06-19T00:10:00.000Z", mode: "auto" },
    ...{ beforeWh: 100, energyWh: 96, cancelledAt: "2026-06-19T09:00:00.000Z" },
  });
  expect(rows).toContainEqual(
    expect.objectContaining({ kind: "deviceRemoved", sn: old.sn, slotLabel: "A1" }),
  );
  expect(rows).toContainEqual(expect.objectContaining({ kind: "deviceAdded", sn: next.sn }));
});

test("leaves out devices and prices that the plant hides from a participant, and refuses days in the wrong order", async () => {
  const { plant, list } = await openPlant();
  const { id } = await createAccount(db);
  await createGrant(db, { plantId: plant.id, accountId: id, level: "participant", invitedBy: plant.ownerId });
  await sql`insert into conversion_factor_changes (plant_id, valid_from, changed_at, before, after)
    select plant_id, valid_from, '2026-06-25T08:00:00Z', 0.96, 0.9 from metering_sets where plant_id = ${plant.id}`.execute(
    db,
  );
  await sql`update plants set settings = '{"participantSees": ["energy"]}' where id = ${plant.id}`.execute(
    db,
  );
  const kinds = kindsOf(await list(id)).map((each) => each.split(" ")[1]);
  expect(kinds.toSorted()).toEqual(["correction", "late", "reset"]);
  const wrong = await list(plant.ownerId, { fromDay: "2026-06-18", toDay: "2026-06-16" });
  expect(wrong).toMatchObject({ code: "A0400" });
});

test("carries prices and factors that were entered later into the days that they changed, and no further", async () => {
  const { plant, list } = await openPlant();
  await sql`update plants set created_at = '2026-01-15T08:00:00Z' where id = ${plant.id}`.execute(db);
  await sql`update tariffs set created_at = '2026-01-15T08:00:00Z'
    where plant_id = ${plant.id} and valid_from < '2026-06-16'`.execute(db);
  // Entered in July for May: it changed the days until the price of 16 June, which was entered the day before it.
  await sql`insert into tariffs (plant_id, valid_from, method, price, created_at)
    values (${plant.id}, '2026-05-01', 'fixed', 0.2, '2026-07-02T08:00:00Z')`.execute(db);
  // The factor of the metering set that counts since 13 June was changed on 20 June, and again on 10 July.
  await sql`insert into metering_sets (plant_id, valid_from, level)
    values (${plant.id}, '2026-06-12T22:00:00Z', 'module')`.execute(db);
  await sql`insert into conversion_factor_changes (plant_id, valid_from, changed_at, before, after) values
    (${plant.id}, '2026-06-12T22:00:00Z', '2026-06-20T08:00:00Z', 0.96, 0.9),
    (${plant.id}, '2026-06-12T22:00:00Z', '2026-07-10T08:00:00Z', 0.9, 0.95)`.execute(db);
  const pricing = async (fromDay: string, toDay: string) => {
    const { rows } = (await list(plant.ownerId, { fromDay, toDay })).data as { rows: { kind: string }[] };
    return rows.filter(({ kind }) => kind === "tariff" || kind === "factor");
  };
  const may = { kind: "tariff", at: "2026-07-02T08:00:00.000Z", fromDay: "2026-05-01" };
  const [first, second] = [
    { kind: "factor", at: "2026-06-20T08:00:00.000Z", before: 0.96, after: 0.9 },
    { kind: "factor", at: "2026-07-10T08:00:00.000Z", before: 0.9, after: 0.95 },
  ];
  expect(await pricing("2026-06-01", "2026-06-12")).toEqual([{ ...may, day: "2026-06-01" }]);
  const june = { kind: "tariff", day: "2026-06-16", at: "2026-06-15T08:00:00.000Z", fromDay: "2026-06-16" };
  expect(await pricing("2026-06-16", "2026-06-30")).toEqual([
    { ...second, day: "2026-06-30" },
    { ...first, day: "2026-06-20" },
    june,
  ]);
  expect(await pricing("2026-06-21", "2026-06-30")).toEqual([{ ...second, day: "2026-06-30" }]);
  expect(await pricing("2026-07-11", "2026-07-31")).toEqual([]);
  expect(await pricing("2026-04-01", "2026-04-30")).toEqual([]);
});

test("leaves out the factor of a level that is measured on the AC side, and of a level that counted at other times", async () => {
  const { plant, list } = await openPlant();
  await sql`insert into metering_sets (plant_id, valid_from, level)
    values (${plant.id}, '2026-06-17T22:00:00Z', 'ac-meter')`.execute(db);
  await sql`insert into conversion_factor_changes (plant_id, valid_from, changed_at, before, after)
    select plant_id, valid_from, '2026-06-25T08:00:00Z', 0.96, case level when 'ac-meter' then 0.8 else 0.9 end
    from metering_sets where plant_id = ${plant.id}`.execute(db);
  const factors = async (fromDay: string, toDay: string) => {
    const { rows } = (await list(plant.ownerId, { fromDay, toDay })).data as { rows: { kind: string }[] };
    return rows.filter(({ kind }) => kind === "factor");
  };
  expect(await factors("2026-06-16", "2026-06-20")).toMatchObject([{ day: "2026-06-17", after: 0.9 }]);
  expect(await factors("2026-06-18", "2026-06-20")).toEqual([]);
});
