import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApp } from "../../../../test/app.ts";
import { settle } from "../../../../test/bus-contract.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { startTestLink } from "../../../../test/link.ts";
import { hasNatsServer, startNatsServer } from "../../../../test/nats-server.ts";
import { openSafetyPlant } from "../../../../test/safety-stage.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createNatsBus } from "../../../infra/nats-bus.ts";

// The same minute for all.
const startAt = Date.now();

/** Two API processes and a device link with a connection to NATS each. */
async function openStage() {
  const engines = await openTestEngines({ isOwnDatabase: true });
  const nats = await startNatsServer();
  const openBus = () => createNatsBus({ urls: [nats.url], logger: createLogger({ logLevel: "silent" }) });
  const [server, other] = await Promise.all(
    [1, 2].map(async () => await createTestApp({ ...engines, bus: await openBus(), startAt })),
  );
  if (!server || !other) throw new Error("two processes are started");
  const linkBus = await openBus();
  const link = await startTestLink({ ...engines, bus: linkBus, clock: server.clock });
  return {
    ...{ engines, server, other, link, linkBus },
    async close() {
      await link.stop();
      await linkBus.close();
      await server.close();
      await other.close();
      await nats.stop();
      await engines.close();
    },
  };
}

describe.runIf(hasNatsServer)("two API processes (needs nats-server)", async () => {
  const stage = await openStage();
  const { server, other, linkBus, engines } = stage;
  afterAll(() => stage.close());

  test("50 presses at both make one command", async () => {
    const plant = await openSafetyPlant(stage, { unitCount: 1 });
    await plant.connect();
    await settle(other.bus, linkBus);
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        (at % 2 === 0 ? server : other).call("POST", "/workData/powerStation/urgentStop", {
          authorization: plant.authorization,
          // The same press at both processes, and further ones.
          body: { stationId: plant.plant.id, idempotencyKey: at % 4 < 2 ? key : randomUUID() },
        }),
      ),
    );
    expect(new Set(responses.map(({ envelope }) => envelope.code))).toEqual(new Set(["0"]));
    expect(new Set(responses.map(({ envelope }) => envelope.data.operationId)).size).toBe(1);
    await plant.command("open");
    expect(await plant.listSent()).toEqual(["fast", "open", "switch.get"]);
    const presses = await sql`
      select from audit where plant_id = ${plant.plant.id} and type = 'safety.stop'`.execute(engines.db);
    expect(presses.rows).toHaveLength(1);
    const operations = await sql`
      select from safety_operations where plant_id = ${plant.plant.id}`.execute(engines.db);
    expect(operations.rows).toHaveLength(1);
  });
});
