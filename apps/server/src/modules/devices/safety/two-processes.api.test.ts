import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApp } from "../../../../test/app.ts";
import { settle } from "../../../../test/bus-contract.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { startTestLink, until } from "../../../../test/link.ts";
import { hasNatsServer, startNatsServer } from "../../../../test/nats-server.ts";
import { addOperator, openSafetyPlant, samples, untilState } from "../../../../test/safety-stage.ts";
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
    ...{ engines, server, other, link, linkBus, nats },
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
  const { server, other, linkBus, nats, engines } = stage;
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

  test("of two people at two processes one is the holder, and the other is refused and sees who it is", async () => {
    const plant = await openSafetyPlant(stage, { unitCount: 1 });
    await plant.connect();
    await settle(other.bus, linkBus);
    const operator = await addOperator(stage, plant);
    const people = [
      { id: plant.plant.ownerId, authorization: plant.authorization },
      { id: operator.account.id, authorization: operator.authorization },
    ];
    const press = async (at: number) => {
      const { authorization } = people[at % 2] as (typeof people)[number];
      const { envelope } = await (at % 2 === 0 ? server : other).call(
        "POST",
        "/workData/powerStation/urgentStop",
        { authorization, body: { stationId: plant.plant.id, idempotencyKey: randomUUID() } },
      );
      return envelope.code;
    };
    const codes = await Promise.all(Array.from({ length: 50 }, (_, at) => press(at)));
    const [holder, refused] = codes[0] === "0" ? people : people.toReversed();
    expect(codes).toEqual(codes.map((_, at) => (people[at % 2] === holder ? "0" : "A0312")));
    await plant.command("open");
    expect(await plant.listSent()).toEqual(["fast", "open", "switch.get"]);
    const names = await sql<{ name: string }>`
      select user_name as name from accounts where id = ${holder?.id}`.execute(engines.db);
    for (const process of [server, other]) {
      const { envelope } = await process.call("GET", "/workData/powerStation/operation", {
        authorization: refused?.authorization,
        query: { stationId: plant.plant.id },
      });
      expect(envelope.data).toMatchObject({
        state: "shutting-down",
        operation: { isMine: false, byName: names.rows[0]?.name },
        marks: [],
      });
    }
  });

  test("a press opens a plant, and its reports prove it, while NATS stays unavailable", async () => {
    const plant = await openSafetyPlant(stage, { unitCount: 1 });
    await plant.connect();
    await nats.kill();
    const isConnected = () => [server.bus, other.bus, linkBus].map((bus) => bus.isConnected());
    await until(isConnected, (ends) => ends.every((is) => !is));
    const { envelope } = await other.call("POST", "/workData/powerStation/urgentStop", {
      authorization: plant.authorization,
      body: { stationId: plant.plant.id, idempotencyKey: randomUUID() },
    });
    expect(envelope).toMatchObject({ code: "0", data: { isRecorded: true } });
    const command = await plant.command("open");
    server.clock.advance(100);
    await plant.reply(command, [[1, 0]]);
    await plant.report([samples.open]);
    expect(await untilState(plant, "shut-down")).toMatchObject({ counts: { acknowledged: 1, proven: 1 } });
    expect(isConnected()).toEqual([false, false, false]);
    await nats.start();
    await until(isConnected, (ends) => ends.every((is) => is));
  });
});
