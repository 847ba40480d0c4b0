import { randomUUID } from "node:crypto";
import { formatMessage } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createPlant, ensurePlatform } from "../../../../test/fixtures.ts";
import { until } from "../../../../test/link.ts";
import { addOperator, openSafetyPlant, openSafetyStage } from "../../../../test/safety-stage.ts";
import { writeRecordDocument } from "./record-document.ts";

const stage = await openSafetyStage();
const { server, engines } = stage;
const { db } = engines;

test("every ROOT gets a mail about the tenth plant of an account within a minute, also from the journal", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  const { ownerId } = plant.plant;
  const { companyId } = await ensurePlatform(db);
  const root = await createAccount(db, { companyId, roleCode: "ROOT", password: "reads-alarms" });
  const acceptedAt = new Date(server.clock.now());
  const press = async (plantId: string) => {
    await server.services.safety.importPress({
      ...{ pressId: randomUUID(), plantId, reason: "Fire", idempotencyKey: randomUUID() },
      ...{ presser: { accountId: ownerId, address: "192.0.2.1" }, acceptedAt, rightsAt: acceptedAt },
    });
  };
  const plants = await Promise.all(Array.from({ length: 9 }, () => createPlant(db, { ownerId })));
  // The database was unavailable for much longer than a minute.
  server.clock.advance(10 * 60_000);
  for (const { id } of plants) await press(id);
  const read = async () => {
    const mails = await sql<{ subject: string }>`
      select subject from outbox where recipient = ${root.email}`.execute(db);
    const rows = await sql<{ address: string }>`
      select address from audit where kind = 'security' and type = 'fleetBrake.manyShutdowns' and actor_id = ${ownerId}`.execute(
      db,
    );
    return { subjects: mails.rows.map(({ subject }) => subject), addresses: rows.rows };
  };
  expect(await read()).toEqual({ subjects: [], addresses: [] });
  await press(plant.plant.id);
  const { subjects, addresses } = await until(read, (found) => found.subjects.length > 0);
  expect(subjects[0]).toContain("shuts down many plants");
  expect(addresses).toEqual([{ address: "192.0.2.1" }]);
});

test("an earlier press of the journal that takes the hold has its own address and reason, and the later one keeps its", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  const other = await addOperator(stage, plant);
  const { id: plantId, ownerId } = plant.plant;
  const now = server.clock.now();
  const press = (accountId: string, acceptedAtMs: number, said: { address: string; reason: string }) => ({
    ...{ pressId: randomUUID(), plantId, idempotencyKey: randomUUID(), reason: said.reason },
    ...{ presser: { accountId, address: said.address }, acceptedAt: new Date(acceptedAtMs) },
    rightsAt: new Date(acceptedAtMs - 60_000),
  });
  const late = press(other.account.id, now - 1_000, { address: "192.0.2.2", reason: "Fire next door" });
  const early = press(ownerId, now - 2_000, { address: "192.0.2.1", reason: "Fire in the barn" });
  await server.services.safety.importPress(late);
  await server.services.safety.importPress(early);
  const { body } = await server.call("GET", "/workData/powerStation/operation/record", {
    authorization: plant.authorization,
    query: { stationId: plantId, operationId: late.pressId, format: "json", language: "en" },
  });
  const file = JSON.parse(body);
  const { operation, ledger } = file.content;
  // On paper too: which rights decided it.
  const acceptedOnPaper = (language: "en" | "zh-cn") => {
    const { facts } = writeRecordDocument(file, language);
    const titles = facts.map(([title]) => title);
    return titles.slice(titles.indexOf(formatMessage(language, "safetyRecord.acceptedAt")));
  };
  expect(acceptedOnPaper("en")[1]).toBe("Decided on access rights as of");
  expect(acceptedOnPaper("zh-cn")[1]).toBe("受理所依据权限的时间");
  expect(operation).toMatchObject({
    ...{ address: "192.0.2.1", reason: "Fire in the barn" },
    ...{ acceptedAt: early.acceptedAt.toISOString(), rightsAt: early.rightsAt.toISOString() },
  });
  const said = ledger.rows.flatMap(({ kind, actorId, address, detail }: Record<string, string>) => {
    const { reason, note } = JSON.parse(detail ?? "");
    return actorId === null ? [] : [[kind, actorId, address, reason ?? note]];
  });
  expect(said).toEqual([
    ["stop", other.account.id, "192.0.2.2", "Fire next door"],
    ["stop", ownerId, "192.0.2.1", "Fire in the barn"],
    ["mark", other.account.id, "192.0.2.2", "Fire next door"],
  ]);
  expect((await plant.get()).marks).toMatchObject([{ note: "Fire next door" }]);
});

test("a press of the journal counts though its key is that of a press at another plant, and once where it is its own", async () => {
  const here = await openSafetyPlant(stage, { unitCount: 1 });
  await here.connect();
  const { ownerId } = here.plant;
  const there = await createPlant(db, { ownerId });
  const idempotencyKey = randomUUID();
  const acceptedAt = new Date(server.clock.now());
  const press = async (plantId: string) => {
    await server.services.safety.importPress({
      ...{ pressId: randomUUID(), plantId, reason: "Fire", idempotencyKey },
      ...{ presser: { accountId: ownerId, address: "192.0.2.1" }, acceptedAt, rightsAt: acceptedAt },
    });
  };
  await press(here.plant.id);
  await press(there.id);
  await here.command("open");
  expect(await here.post("releaseHold", { reason: "Inspected" })).toMatchObject({ code: "0" });
  // It was committed before, and only its response was lost.
  await press(here.plant.id);
  expect((await here.get()).state).toBe("released");
  const presses = await sql<{ plantId: string; count: number }>`
    select plant_id as "plantId", count(*)::int as count from audit
    where type in ('safety.stop', 'safety.mark') and plant_id in (${here.plant.id}, ${there.id})
    group by plant_id`.execute(db);
  expect(new Set(presses.rows)).toEqual(
    new Set([
      { plantId: here.plant.id, count: 1 },
      { plantId: there.id, count: 1 },
    ]),
  );
});
