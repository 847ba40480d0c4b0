import { sql } from "kysely";
import { expect, test } from "vitest";
import { until } from "../../../../test/link.ts";
import { openSafetyStage, shutDownPlant } from "../../../../test/safety-stage.ts";
import { BUSY_MS } from "./delivery-times.service.ts";
import { listWatched } from "./units.repository.ts";

const stage = await openSafetyStage();
const { engines, server } = stage;
const { db } = engines;

test("a gateway that carries a shutdown out is left to it for a minute, unless it has connected anew", async () => {
  const { plant, command } = await shutDownPlant(stage, 1);
  const { id: gatewayId } = plant.gateway;
  const isDueAfter = async (ms: number): Promise<boolean | undefined> => {
    const { rows } = await sql<{ processId: string }>`
      select session_process as "processId" from gateways where device_id = ${gatewayId}`.execute(db);
    const now = new Date(server.clock.now() + ms);
    const watched = await listWatched(db, { processId: rows[0]?.processId ?? "", now, busyMs: BUSY_MS });
    return watched.find((row) => row.gatewayId === gatewayId)?.isDue;
  };
  const readState = async () =>
    (await sql<{ state: string }>`select state from commands where id = ${command.id}`.execute(db)).rows[0];
  expect([await isDueAfter(0), await isDueAfter(BUSY_MS - 1_000)]).toEqual([false, true]);
  await plant.client().send("upAnswer", { id: command.id, state: "accepted" });
  await until(readState, (row) => row?.state === "accepted");
  expect([await isDueAfter(BUSY_MS - 1_000), await isDueAfter(BUSY_MS + 1_000)]).toEqual([false, true]);
  await sql`update safety_gateways set deliveries = 0 where gateway_id = ${gatewayId}`.execute(db);
  expect(await isDueAfter(BUSY_MS - 1_000)).toBe(true);
});
