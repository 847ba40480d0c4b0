import { sql } from "kysely";
import { expect, test } from "vitest";
import { createGateway } from "../../../../../test/link.ts";
import { openOwnDatabase } from "../../../../../test/own-database.ts";
import { refuseWrites } from "../../../../../test/refuse-writes.ts";
import { createInProcessBus } from "../../../../infra/bus.ts";
import { systemClock } from "../../../../infra/clock.ts";
import { createLogger } from "../../../../infra/logger.ts";
import { createOnlineStates } from "./online-states.ts";

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
  await expect(online.set(gateway.id, true)).rejects.toThrow("refused");
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
