import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openSafetyPlant, openSafetyStage } from "../../../../../test/safety-stage.ts";

const stage = await openSafetyStage();
const { db } = stage.engines;

const BACKLOG = 120;

test("commands of a shutdown pass a long queue of the gateway, which follows in its order", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  await plant.disconnect();
  const [plantId, gatewayId] = [plant.plant.id, plant.gateway.id];
  const ids = Array.from({ length: BACKLOG }, () => randomUUID());
  await sql`
    insert into commands (id, plant_id, gateway_id, op)
    select id, ${plantId}, ${gatewayId}, 'scan' from unnest(${ids}::uuid[]) with ordinality as queue (id, nth)
    order by nth`.execute(db);
  await sql`
    with operation as (
      insert into safety_operations (plant_id, kind, accepted_at, deadline_at) values (${plantId}, 'shutdown', now(), now()) returning id
    )
    insert into commands (plant_id, gateway_id, op, safety_id) select ${plantId}, ${gatewayId}, 'open', id from operation`.execute(
    db,
  );
  const client = await plant.connect();
  const first = await client.next("downCommand");
  expect(first.op).toBe("open");
  const received: string[] = [];
  let lastSeq = first.seq;
  while (received.length < BACKLOG) {
    const { id, op, seq } = await client.next("downCommand");
    expect(seq).toBe(lastSeq + 1);
    lastSeq = seq;
    if (op === "scan") received.push(id);
  }
  expect(received).toEqual(ids);
});
