import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { addOperator, openSafetyPlant, openSafetyStage } from "../../../../test/safety-stage.ts";

const stage = await openSafetyStage();
const { server, engines } = stage;
const { db } = engines;
const { emergencyStop, storageNotes } = server.services;
await emergencyStop.open();
storageNotes.start();

afterAll(async () => {
  storageNotes.stop();
  await emergencyStop.stop();
});

/** What PostgreSQL says of a table that cannot grow. */
async function fillTable(table: string): Promise<() => Promise<void>> {
  await sql`
    create function refuse_rows() returns trigger language plpgsql as
    ${sql.lit("begin raise exception 'could not extend file' using errcode = '53100'; end")}`.execute(db);
  await sql`create trigger refuse before insert on ${sql.table(table)} execute function refuse_rows()`.execute(
    db,
  );
  return async () => {
    await sql`drop function refuse_rows cascade`.execute(db);
  };
}

test("everyone who sees the plant sees that a press waits in the journal, until it is in the database", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  const other = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  const operator = await addOperator(stage, plant);
  const nothing = { pressedAt: null, hasWaitingReports: false };
  expect((await operator.get()).storage).toEqual(nothing);
  const changes: unknown[] = [];
  server.bus.subscribe(`plant.${plant.plant.id}.safety`, (message) => changes.push(message));
  const empty = await fillTable("safety_operations");
  const pressedAt = new Date(server.clock.now()).toISOString();
  expect(await plant.stop()).toMatchObject({ data: { isRecorded: false } });
  await expect.poll(() => changes.length).toBe(1);
  expect(await operator.get()).toMatchObject({ state: "normal", storage: { ...nothing, pressedAt } });
  expect((await other.get()).storage).toEqual(nothing);
  // Its process announces it again and again.
  server.clock.advance(10_000);
  await expect(emergencyStop.importAll()).rejects.toThrow("extend");
  await expect.poll(async () => (await operator.get()).storage.pressedAt).toBe(pressedAt);
  await empty();
  await emergencyStop.importAll();
  await expect.poll(async () => (await operator.get()).storage).toEqual(nothing);
  expect((await operator.get()).state).toBe("shutting-down");
});

test("a press of a process that is gone is not shown for ever", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  const press = { pressId: crypto.randomUUID(), plantId: plant.plant.id, acceptedAtMs: server.clock.now() };
  storageNotes.announcePress(press, false);
  await expect.poll(async () => (await plant.get()).storage.pressedAt).not.toBeNull();
  server.clock.advance(6_000);
  expect((await plant.get()).storage.pressedAt).toBeNull();
});
