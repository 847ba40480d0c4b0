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
  await sql`update plants set settings = '{"participantSees": ["energy"]}' where id = ${plant.id}`.execute(
    db,
  );
  const kinds = kindsOf(await list(id)).map((each) => each.split(" ")[1]);
  expect(kinds.toSorted()).toEqual(["correction", "late", "reset"]);
  const wrong = await list(plant.ownerId, { fromDay: "2026-06-18", toDay: "2026-06-16" });
  expect(wrong).toMatchObject({ code: "A0400" });
});
