import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifyRecord } from "@heliograph/contract/signed-record";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { until } from "../../../../test/link.ts";
import {
  openSafetyPlant,
  openSafetyStage,
  samples,
  shutDownPlant,
  untilState,
} from "../../../../test/safety-stage.ts";
import { appendLedger, findBrokenRow } from "./ledger.repository.ts";
import { checkLedgers } from "./ledger-check.service.ts";
import { writeRecordDocument } from "./record-document.ts";
import { lockSafety } from "./safety.repository.ts";

const modelsFolder = mkdtempSync(join(tmpdir(), "models-"));
writeFileSync(
  join(modelsFolder, "mx-9.json"),
  JSON.stringify({ type: "OPT", model: "MX-9", maxOpenOutputV: 2, points: {} }),
);
const stage = await openSafetyStage({ modelsFolder });
const { engines, server } = stage;
const { db } = engines;
const { open, dark, leaking } = samples;
const shutDown = (unitCount?: number) => shutDownPlant(stage, unitCount);

test("the ledger has presses, deliveries, answers and proofs in a chain that shows a changed row", async () => {
  const { plant, command } = await shutDown(1);
  await plant.reply(command, [[1, 0]]);
  await plant.report([open]);
  await untilState(plant, "shut-down");
  const read = async () =>
    (
      await server.call("GET", "/workData/powerStation/operation/ledger", {
        authorization: plant.authorization,
        query: { stationId: plant.plant.id, order: "asc" },
      })
    ).envelope.data;
  const { rows, brokenAt } = await read();
  expect(brokenAt).toBeNull();
  expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual([
    "stop",
    "delivered",
    "replied",
    "proven",
    "state",
  ]);
  const { deadlineAt } = (await plant.get()).operation;
  expect(rows[0].detail).toMatchObject({ deadline: deadlineAt });
  expect(rows[3].detail.units).toMatchObject([{ sn: `${plant.gateway.sn}-U1`, s: 1, inputV: 45 }]);
  expect(rows[4].detail).toMatchObject({ from: "shutting-down", to: "shut-down", proven: 1, units: 1 });
  const change = (column: string, number: number, value: unknown) =>
    sql`update safety_ledger set ${sql.raw(column)} = ${value}
      where plant_id = ${plant.plant.id} and number = ${number}`.execute(db);
  await change("detail", 4, "{}");
  expect((await read()).brokenAt).toBe(4);
  await change("detail", 4, JSON.stringify(rows[3].detail));
  await sql`delete from safety_ledger where plant_id = ${plant.plant.id} and number = 5`.execute(db);
  expect((await read()).brokenAt).toBe(5);
});

test("gives the record of a shutdown as a signed file that a changed byte breaks, and as a PDF, to its operators only", async () => {
  const { plant, accepted } = await shutDown(2);
  await plant.report([open, open]);
  await untilState(plant, "shut-down");
  const { operationId } = accepted.data;
  const read = (path: string, query: object, authorization = plant.authorization) =>
    server.call("GET", `/workData/powerStation/operation/${path}`, {
      authorization,
      query: { stationId: plant.plant.id, ...query },
    });
  const { envelope } = await read("records", {});
  expect(envelope.data.rows).toEqual([
    expect.objectContaining({
      operationId,
      kind: "shutdown",
      units: 2,
      proven: 2,
      safeAfterS: expect.any(Number),
    }),
  ]);
  const record = await read("record", { operationId, format: "json", language: "en" });
  const text = record.body;
  const file = JSON.parse(text);
  expect(file.content).toMatchObject({
    kind: "record",
    state: "shut-down",
    operation: { operationId, proven: 2 },
  });
  expect(file.content.units).toHaveLength(2);
  expect(file.content.ledger.rows.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(["stop", "proven", "state"]),
  );
  expect(await verifyRecord(text)).toMatchObject({ isValid: true, publicKey: envelope.data.publicKey });
  expect(await verifyRecord(text.replace('"proven": 2', '"proven": 3'))).toMatchObject({
    reason: "signature",
  });
  const ledger = await read("ledgerFile", {});
  expect(await verifyRecord(ledger.body)).toMatchObject({ isValid: true });
  const pdf = await read("record", { operationId, format: "pdf", language: "zh-cn" });
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  const onPaper = (kind: "shutdown" | "reset") => {
    const { content } = file;
    const { subtitle, facts } = writeRecordDocument(
      { ...file, content: { ...content, operation: { ...content.operation, kind } } },
      "en",
    );
    return { subtitle, ended: Object.fromEntries(facts).Ended };
  };
  expect(onPaper("shutdown")).toEqual({ subtitle: "Record of a rapid shutdown", ended: "Still in effect" });
  expect(onPaper("reset")).toEqual({ subtitle: "Record of a reset", ended: undefined });
  const other = await openSafetyPlant(stage, { unitCount: 1 });
  const query = { stationId: other.plant.id, operationId, format: "json", language: "en" };
  expect((await read("record", query, other.authorization)).statusCode).toBe(404);
});

test("judges each unit by the limit of its device model, which the signed record names", async () => {
  const { plant, accepted } = await shutDown(2);
  await sql`update devices set model = 'MX-9' where sn = ${`${plant.gateway.sn}-U2`}`.execute(db);
  await plant.report([leaking, leaking]);
  const { units } = await until(
    () => plant.get(),
    ({ counts }) => counts.proven === 1,
  );
  expect(units).toMatchObject([{ state: "closed" }, { state: "open", outputV: 1.5 }]);
  const { body } = await server.call("GET", "/workData/powerStation/operation/record", {
    authorization: plant.authorization,
    query: {
      ...{ stationId: plant.plant.id, format: "json", language: "en" },
      operationId: accepted.data.operationId,
    },
  });
  const file = JSON.parse(body);
  expect(file.content.units).toMatchObject([{ maxOpenOutputV: 1 }, { maxOpenOutputV: 2 }]);
  expect(writeRecordDocument(file, "en").notes?.slice(0, 2)).toEqual([
    expect.stringContaining("at most 1 / 2 V at the output"),
    "The limit at the output depends on the device model: MX-600 1 V · MX-9 2 V.",
  ]);
});

test("a ledger that grows while it is verified is not called broken", async () => {
  const { id: plantId } = await createPlant(db);
  let isDone = false;
  const append = async () => {
    for (let count = 0; count < 200; count++)
      await db.transaction().execute(async (trx) => {
        const at = new Date(server.clock.now());
        const safety = await lockSafety(trx, plantId, at);
        if (!safety) throw new Error("the plant is gone");
        await appendLedger(trx, safety, [{ operationId: null, kind: "mark", detail: { note: "" } }], at);
      });
    isDone = true;
  };
  const verify = async () => {
    while (!isDone) expect(await findBrokenRow(db, plantId)).toBeNull();
  };
  await Promise.all([append(), verify()]);
  expect(await findBrokenRow(db, plantId)).toBeNull();
  await sql`delete from safety_ledger where plant_id = ${plantId} and number = 200`.execute(db);
  expect(await findBrokenRow(db, plantId)).toBe(200);
  await sql`delete from safety_ledger where plant_id = ${plantId}`.execute(db);
  expect(await findBrokenRow(db, plantId)).toBe(1);
});

test("names the first entry of a ledger that was changed in the database", async () => {
  const { plant } = await shutDown(1);
  await plant.report([open]);
  await untilState(plant, "shut-down");
  const { id } = plant.plant;
  const findLedger = async () => (await checkLedgers(db)).plants.find(({ plantId }) => plantId === id);
  expect(await findLedger()).toMatchObject({ brokenAt: null });
  await sql`update safety_ledger set address = '203.0.113.9' where plant_id = ${id} and number = 1`.execute(
    db,
  );
  expect(await findLedger()).toMatchObject({ brokenAt: 1 });
});

test("counts units that are not proven at the voltage of a cold module in the sum of their string, on the page and in the signed record", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 4 });
  await plant.connect();
  const { id: plantId } = plant.plant;
  const mcon = await createDevice(db, { type: "MCON", plantId, parentId: plant.gateway.id, slotLabel: "S1" });
  await sql`
    update device_links l set parent_id = ${mcon.id} from devices d
    where d.id = l.device_id and l.plant_id = ${plantId} and d.type = 'OPT' and d.sn not like '%-U4'`.execute(
    db,
  );
  const accepted = await plant.stop();
  await plant.command("open");
  server.clock.advance(100);
  // The second unit is open but dark; the third has not reported.
  await plant.report([open, dark, undefined, open]);
  const data = await until(
    () => plant.get(),
    ({ counts }) => counts.proven === 2 && counts.dark === 1,
  );
  const strings = [
    {
      stringId: mcon.id,
      sn: mcon.sn,
      slotLabel: "S1",
      units: 3,
      proven: 1,
      unlinkedUnits: 1,
      maxV: 150.8,
      level: "above",
    },
    {
      stringId: null,
      sn: null,
      gatewaySn: plant.gateway.sn,
      units: 1,
      proven: 1,
      maxV: 0.4,
      level: "outside",
    },
  ];
  expect(data.strings).toMatchObject(strings);
  const readRecord = async () => {
    const { body } = await server.call("GET", "/workData/powerStation/operation/record", {
      authorization: plant.authorization,
      query: {
        ...{ stationId: plantId, format: "json", language: "en" },
        operationId: accepted.data.operationId,
      },
    });
    return JSON.parse(body).content;
  };
  expect(await readRecord()).toMatchObject({
    strings,
    rules: { maxStringOutsideV: 30, maxStringInsideV: 80, coldModuleFactor: 1.25 },
  });
  server.clock.advance(1_000);
  await plant.report([undefined, open, open]);
  const safe = await until(
    () => plant.get(),
    ({ counts }) => counts.proven === 4,
  );
  const atEnd = [
    { stringId: mcon.id, maxV: 1.6, level: "outside" },
    { maxV: 0.4, level: "outside" },
  ];
  expect(safe.strings).toMatchObject(atEnd);

  // The page shows no evidence of before, and the record keeps the strings of then.
  expect(await plant.post("releaseHold", { reason: "Inspected" })).toMatchObject({ code: "0" });
  expect((await plant.get()).strings).toEqual([]);
  await sql`
    update device_links l set to_at = now() + interval '1 day' from devices d
    where d.id = l.device_id and l.plant_id = ${plantId} and d.type = 'OPT'`.execute(db);
  expect((await readRecord()).strings).toMatchObject(atEnd);
});

test("counts a unit that changes gateway during the hold in the strings of both gateways", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 3 });
  await plant.connect();
  const { id: plantId } = plant.plant;
  const other = await createDevice(db, { type: "DCON", plantId });
  const mcons = [
    await createDevice(db, { type: "MCON", plantId, parentId: plant.gateway.id }),
    await createDevice(db, { type: "MCON", plantId, parentId: other.id }),
  ];
  const setParent = (unit: number, parentId?: string) =>
    sql`
      update device_links l set parent_id = ${parentId} from devices d
      where d.id = l.device_id and l.plant_id = ${plantId} and d.sn = ${`${plant.gateway.sn}-U${unit}`}`.execute(
      db,
    );
  await setParent(1, mcons[0]?.id);
  await setParent(2, mcons[1]?.id);
  expect(await plant.stop()).toMatchObject({ code: "0" });
  // What a birth of the other gateway that lists the unit does.
  await setParent(3, other.id);
  const { strings } = await plant.get();
  expect(strings).toHaveLength(3);
  expect(strings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ stringId: mcons[0]?.id, gatewaySn: plant.gateway.sn, unlinkedUnits: 1 }),
      expect.objectContaining({ stringId: mcons[1]?.id, gatewaySn: other.sn, unlinkedUnits: 1 }),
      expect.objectContaining({ stringId: null, gatewaySn: other.sn, units: 1 }),
    ]),
  );

  // Two SCONs behind one gateway may be the halves of a string.
  const ids = mcons.map(({ id }) => id);
  await sql`update devices set type = 'SCON' where id = any(${ids}::uuid[])`.execute(db);
  await sql`update device_links set parent_id = ${other.id} where device_id = any(${ids}::uuid[])`.execute(
    db,
  );
  const halves = (await plant.get()).strings.filter(
    ({ stringId }: { stringId: unknown }) => stringId !== null,
  );
  expect(halves).toEqual(
    ids.map(() => expect.objectContaining({ unlinkedUnits: 1, otherHalfV: 75, maxV: 225 })),
  );
});
