import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { connectGateway, createGateway, until } from "../../../../test/link.ts";
import { openSafetyStage, samples, shutDownPlant, untilState } from "../../../../test/safety-stage.ts";
import { createSwitchBirth } from "../../../../test/switch-birth.ts";

const stage = await openSafetyStage();
const { engines, server, link } = stage;
const { db } = engines;
const { open, closed, outputOnly } = samples;

/** A plant that is measured open, and whose gateway may receive a reset. */
async function openShutDown() {
  const { plant } = await shutDownPlant(stage, 1);
  await plant.report([open]);
  await untilState(plant, "shut-down");
  await plant.untilClockKnown();
  return plant;
}

test("the same press of a reset is one reset, while it runs and after it", async () => {
  const plant = await openShutDown();
  const idempotencyKey = randomUUID();
  const { data } = await plant.reset({ idempotencyKey });
  expect(await plant.reset({ idempotencyKey })).toMatchObject({ code: "0", data });
  await plant.command("close");
  server.clock.advance(1_000);
  await plant.report([closed]);
  await untilState(plant, "normal");
  const { operationId } = data;
  const late = await plant.reset({ idempotencyKey });
  expect(late).toMatchObject({ code: "0", data: { operationId, state: "normal" } });
  const sent = await plant.listSent();
  expect(sent.filter((op) => op === "close")).toEqual(["close"]);
});

test("a unit is closed by a reset when its switch says so, not by the voltage at its output", async () => {
  const plant = await openShutDown();
  await plant.reset();
  await plant.command("close");
  server.clock.advance(1_000);
  await plant.report([outputOnly]);
  server.clock.advance(1_000);
  await plant.report([closed]);
  await untilState(plant, "normal");
  const { envelope } = await server.call("GET", "/workData/powerStation/operation/ledger", {
    authorization: plant.authorization,
    query: { stationId: plant.plant.id, order: "desc" },
  });
  const [ofReset] = envelope.data.rows.filter(({ kind }: { kind: string }) => kind === "proven");
  expect(ofReset.detail.units).toMatchObject([{ s: plant.lastSeq() }]);
});

test("a reset leaves out the gateway whose clock is not known, and says so in the ledger", async () => {
  const plant = await openShutDown();
  const second = await createGateway(db, { isBound: false, plantId: plant.plant.id });
  const client = await connectGateway(link, second);
  await client.send("upBirth", createSwitchBirth(second.sn, 1));
  await until(
    async () => (await plant.get()).gateways,
    (gateways) => gateways.length === 2 && gateways.every(({ isOnline }: { isOnline: boolean }) => isOnline),
  );
  expect(await plant.reset()).toMatchObject({ code: "0" });
  const { rows } = await sql<{ sn: string }>`
    select d.sn from commands c join devices d on d.id = c.gateway_id
    where c.plant_id = ${plant.plant.id} and c.op = 'close'`.execute(db);
  expect(rows).toEqual([{ sn: plant.gateway.sn }]);
  const { envelope } = await server.call("GET", "/workData/powerStation/operation/ledger", {
    authorization: plant.authorization,
    query: { stationId: plant.plant.id, order: "desc" },
  });
  const pressed = envelope.data.rows.find(({ kind }: { kind: string }) => kind === "reset");
  expect(pressed.detail).toMatchObject({ gateways: [plant.gateway.sn], left: [second.sn] });
});
