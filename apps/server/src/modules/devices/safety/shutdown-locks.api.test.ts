import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createPlant } from "../../../../test/fixtures.ts";
import { until } from "../../../../test/link.ts";
import { openSafetyPlant, openSafetyStage, samples, untilState } from "../../../../test/safety-stage.ts";

const stage = await openSafetyStage();
const { server, engines } = stage;
const { db } = engines;
const { emergencyStop } = server.services;
await emergencyStop.open();

afterAll(() => emergencyStop.stop());

/** Another transaction that has locked a table for something long; resolves with the way to end it. */
async function lockTable(table: string): Promise<() => Promise<void>> {
  const trx = await db.startTransaction().execute();
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
  return async () => {
    await trx.rollback().execute();
  };
}

test("a shutdown is sent and proven while nothing can be written for mails", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  const accepted = new Date(server.clock.now());
  // The tenth plant within a minute: a mail is due.
  for (let count = 0; count < 9; count++) {
    const { id } = await createPlant(db, { ownerId: plant.plant.ownerId });
    await sql`
      insert into safety_operations (plant_id, kind, author_id, accepted_at, deadline_at)
      values (${id}, 'shutdown', ${plant.plant.ownerId}, ${accepted}, ${accepted})`.execute(db);
  }
  const unlock = await lockTable("outbox");
  try {
    expect(await plant.stop()).toMatchObject({ code: "0", data: { isRecorded: true } });
    const command = await plant.command("open");
    server.clock.advance(100);
    await plant.reply(command, [[1, 0]]);
    await plant.report([samples.open]);
    expect(await untilState(plant, "shut-down")).toMatchObject({ counts: { acknowledged: 1, proven: 1 } });
  } finally {
    await unlock();
  }
});

test("a shutdown is sent from the journal while the operation log is locked, and is one operation afterwards", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  const unlock = await lockTable("audit");
  let operationId: string;
  try {
    const accepted = await plant.stop();
    expect(accepted).toMatchObject({ code: "0", data: { isRecorded: false } });
    ({ operationId } = accepted.data);
    expect(await plant.command("open")).toMatchObject({ args: { hold: operationId } });
  } finally {
    await unlock();
  }
  await until(
    () =>
      emergencyStop.importAll().then(
        () => true,
        () => false,
      ),
    (isDone) => isDone,
  );
  expect((await plant.get()).state).toBe("shutting-down");
  const operations = await sql`select from safety_operations where plant_id = ${plant.plant.id}`.execute(db);
  expect(operations.rows).toHaveLength(1);
  const command = await plant.command("open");
  server.clock.advance(100);
  await plant.reply(command, [[1, 0]]);
  await plant.report([samples.open]);
  await untilState(plant, "shut-down");
});
