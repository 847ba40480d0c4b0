import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { TestApp } from "../../test/app.ts";
import { createTestApp } from "../../test/app.ts";
import { settle } from "../../test/bus-contract.ts";
import type { TestEngines } from "../../test/engines.ts";
import { openTestEngines } from "../../test/engines.ts";
import { openEventStream } from "../../test/event-stream.ts";
import { createAccount, createGrant, createPlant, createSession } from "../../test/fixtures.ts";
import type { NatsServer } from "../../test/nats-server.ts";
import { hasNatsServer, startNatsServer } from "../../test/nats-server.ts";
import { createLogger } from "../infra/logger.ts";
import { createNatsBus } from "../infra/nats-bus.ts";
import { createSharedValue } from "../infra/shared-value.ts";

// The same minute for both.
const startAt = Date.now();

interface Process {
  server: TestApp;
  address: string;
}

describe.runIf(hasNatsServer)("two API processes over NATS (needs nats-server)", () => {
  let engines: TestEngines;
  let nats: NatsServer;
  let one: Process;
  let other: Process;
  let plant: Awaited<ReturnType<typeof createPlant>>;
  let owner: Awaited<ReturnType<typeof createSession>>;

  async function startProcess(): Promise<Process> {
    const bus = await createNatsBus({ urls: [nats.url], logger: createLogger({ logLevel: "silent" }) });
    const server = await createTestApp({ ...engines, bus, startAt });
    await server.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = server.app.server.address() as AddressInfo;
    return { server, address: `http://127.0.0.1:${port}` };
  }

  beforeAll(async () => {
    engines = await openTestEngines();
    nats = await startNatsServer();
    [one, other] = [await startProcess(), await startProcess()];
  });

  afterAll(async () => {
    await one.server.close();
    await other.server.close();
    await nats.stop();
    await engines.close();
  });

  beforeEach(async () => {
    plant = await createPlant(engines.db);
    owner = await createSession(engines.db, { accountId: plant.ownerId });
  });

  /** A stream whose subscriptions the other process knows. */
  async function openStream(process: Process, lastEventId?: string, kind = "plant") {
    const topics = `${kind}:${plant.id}`;
    const stream = await openEventStream(process.address, { session: owner, topics, lastEventId });
    onTestFinished(() => stream.abort());
    const first = await stream.next();
    await settle(one.server.bus, other.server.bus);
    return { ...stream, first };
  }

  const createMessage = () => ({
    type: "gateway",
    stationId: plant.id,
    deviceId: "00000000-0000-4000-8000-000000000001",
    isOnline: true,
  });
  const publishGateway = (process: Process) =>
    process.server.bus.publish(`plant.${plant.id}.gateway`, createMessage());

  test("sends what another process publishes, and ends with a session that another one ends", async () => {
    const stream = await openStream(other);
    expect(stream.first?.event).toBe("ready");
    publishGateway(one);
    expect((await stream.next())?.data).toEqual(createMessage());
    const { authorization } = owner;
    await one.server.call("DELETE", "/auth/logout", { authorization });
    expect(await stream.next()).toMatchObject({ event: "end", data: { code: "A0230" } });
  });

  test("ends the streams of a session at all processes when it signs out at one", async () => {
    const streams = [await openStream(one), await openStream(other)];
    await one.server.call("DELETE", "/auth/logout", { authorization: owner.authorization });
    for (const stream of streams)
      expect(await stream.next()).toMatchObject({ event: "end", data: { code: "A0230" } });
    const { statusCode } = await other.server.call("GET", "/user/settings/getUserInfo", owner);
    expect(statusCode).toBe(401);
  });

  test("refuses a right on the next request that was withdrawn at another process", async () => {
    const member = await createAccount(engines.db, {});
    const grant = { accountId: member.id, level: "participant", invitedBy: plant.ownerId } as const;
    const { id: grantId } = await createGrant(engines.db, { plantId: plant.id, ...grant });
    const session = await createSession(engines.db, { accountId: member.id });
    const read = () =>
      other.server.call("GET", "/workData/powerStation/detail", {
        ...session,
        query: { stationId: plant.id },
      });
    expect((await read()).statusCode).toBe(200);
    const end = await one.server.call("POST", "/workData/powerStation/shareEnd", {
      ...owner,
      body: { grantId },
    });
    expect(end.envelope.code).toBe("0");
    expect((await read()).statusCode).toBe(404);
  });

  test("counts the calls of an anonymous session at all processes together", async () => {
    const anonymous = await createSession(engines.db);
    const ask = async ({ server }: Process) =>
      (await server.call("GET", "/user/isAnonymous", anonymous)).envelope.code;
    for (let call = 0; call < 120; call += 1) {
      expect(await ask(one)).toBe("0");
      expect(await ask(other)).toBe("0");
    }
    expect([await ask(one), await ask(other)]).toEqual(["A0501", "A0501"]);
    for (const { server } of [one, other]) server.clock.advance(60_000);
    expect([await ask(one), await ask(other)]).toEqual(["0", "0"]);
  });

  test("counts the failed sign-ins of a caller at all processes together", async () => {
    const account = await createAccount(engines.db, { password: "Blue-roof-77" });
    const signIn = async ({ server }: Process, password: string) => {
      const body = { account: account.email, password, endpoint: "WEB" };
      return (await server.call("POST", "/token/login", { body })).envelope.code;
    };
    for (let failure = 0; failure < 5; failure += 1)
      for (const process of [one, other]) expect(await signIn(process, "Wrong-word-1")).toBe("A0200");
    expect(await signIn(one, "Blue-roof-77")).toBe("A0501");
    expect(await signIn(other, "Blue-roof-77")).toBe("A0501");
  });

  test("only the process where a plant is watched receives its messages", async () => {
    const subscribed = [one, other].map(({ server }) => vi.spyOn(server.bus, "subscribe"));
    onTestFinished(() => {
      for (const spy of subscribed) spy.mockRestore();
    });
    await openStream(other);
    const [atOne, atOther] = subscribed.map(({ mock }) =>
      mock.calls.map(([subject]) => subject).filter((subject) => subject.includes(plant.id)),
    );
    expect(atOne).toEqual([]);
    expect(atOther).not.toEqual([]);
    // Nor does a process have a pattern that all plants match.
    const allPlants = subscribed
      .flatMap(({ mock }) => mock.calls)
      .filter(([subject]) => /^(plant\.)?[*>]/.test(subject));
    expect(allPlants).toEqual([]);
  });

  test("a stream that is resumed at another process reads its pages anew", async () => {
    const first = await openStream(one);
    publishGateway(one);
    const last = await first.next();
    const resumed = await openStream(other, last?.id);
    const topics = [`plant:${plant.id}`];
    expect(resumed.first).toMatchObject({ event: "reset", data: { topics } });
  });

  test("streams and shared values are read anew after messages were lost, also by who resumes from before", async () => {
    const store = { value: "old" };
    const shared = createSharedValue({
      bus: other.server.bus,
      clock: other.server.clock,
      subject: "thing.changed",
      load: async () => store.value,
    });
    expect(await shared.get()).toBe("old");
    const stream = await openStream(other);
    await nats.kill();
    await expect.poll(() => one.server.bus.isConnected() || other.server.bus.isConnected()).toBe(false);
    store.value = "new";
    one.server.bus.publish("thing.changed", {});
    publishGateway(one);
    await nats.start();
    const topics = [`plant:${plant.id}`];
    expect(await stream.next()).toMatchObject({ event: "reset", data: { topics } });
    expect(await shared.get()).toBe("new");
    expect((await openStream(other, stream.first?.id)).first).toMatchObject({ event: "reset" });
    // What comes before the event is not sent: the client reads it when it reads everything anew.
    const publishing = setInterval(() => publishGateway(one), 100);
    onTestFinished(() => clearInterval(publishing));
    let next = await stream.next();
    while (next?.event === "reset") next = await stream.next();
    expect(next?.data).toEqual(createMessage());
  });

  test("a stream of shutdowns ends and is refused while NATS is unavailable, and reads its page anew afterwards", async () => {
    const stream = await openStream(other, undefined, "safety");
    await nats.kill();
    expect(await stream.next()).toMatchObject({ event: "end", data: { code: "B0300" } });
    expect(await stream.next()).toBeUndefined();
    const topics = `safety:${plant.id}`;
    const ask = () => openEventStream(other.address, { session: owner, topics });
    const refused = await ask();
    expect([
      refused.response.status,
      (await refused.response.headers.get("content-type"))?.slice(0, 16),
    ]).toEqual([503, "application/json"]);
    await nats.start();
    await expect.poll(() => one.server.bus.isConnected() && other.server.bus.isConnected()).toBe(true);
    expect((await openStream(other, stream.first?.id, "safety")).first).toMatchObject({
      event: "reset",
      data: { topics: [topics] },
    });
  });
});
