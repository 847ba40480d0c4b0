import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createGateway } from "../../../../../test/link.ts";
import { openOwnDatabase } from "../../../../../test/own-database.ts";
import { refuseWrites } from "../../../../../test/refuse-writes.ts";
import { createInProcessBus } from "../../../../infra/bus.ts";
import { systemClock } from "../../../../infra/clock.ts";
import { createLogger } from "../../../../infra/logger.ts";
import { createOnlineStates } from "./online-states.ts";
import { acquireSession } from "./ownership.repository.ts";

test("writes nothing for a session that was replaced", async () => {
  const { db, close } = await openOwnDatabase();
  const gateway = await createGateway(db);
  const online = createOnlineStates({
    db,
    bus: createInProcessBus(),
    clock: systemClock,
    logger: createLogger({ logLevel: "silent" }),
    onPlantChanged: () => undefined,
  });
  const first = await acquireSession(db, gateway.id, randomUUID());
  await online.set({ gatewayId: gateway.id, epoch: first.epoch }, true);
  const later = await acquireSession(db, gateway.id, randomUUID());
  expect(later).toEqual({ epoch: first.epoch + 1, isTakenOver: true, commandSeq: 0 });
  const replaced = { gatewayId: gateway.id, epoch: first.epoch };
  await online.set(replaced, false);
  await online.applyState(replaced, { v: 1, on: 0, session: 7, rev: 1, clock: "ntp" });
  const read = async () =>
    (
      await sql<{ isOnline: boolean; session: number | null }>`
        select is_online as "isOnline", session from gateways where device_id = ${gateway.id}`.execute(db)
    ).rows;
  expect(await read()).toEqual([{ isOnline: true, session: null }]);
  const current = { gatewayId: gateway.id, epoch: later.epoch };
  await online.applyState(current, { v: 1, on: 0, session: 8, rev: 1, clock: "ntp" });
  expect(await read()).toEqual([{ isOnline: false, session: 8 }]);
  await close();
});

test("retries to write online states after a failure", async () => {
  const { db, close } = await openOwnDatabase();
  const gateway = await createGateway(db);
  const changed: string[] = [];
  const online = createOnlineStates({
    db,
    bus: createInProcessBus(),
    clock: systemClock,
    logger: createLogger({ logLevel: "silent" }),
    onPlantChanged: (plantId) => changed.push(plantId),
  });
  await online.start();
  const endRefusal = await refuseWrites(db, "gateways");
  await expect(online.set({ gatewayId: gateway.id, epoch: 0 }, true)).rejects.toThrow("refused");
  await endRefusal();
  const isOnline = async () => {
    const { rows } = await sql`select is_online from gateways where device_id = ${gateway.id}`.execute(db);
    return rows;
  };
  await expect.poll(isOnline, { timeout: 50_000 }).toEqual([{ is_online: true }]);
  await expect.poll(() => changed).toEqual([gateway.plant?.id]);
  await online.stop();
  await close();
});
