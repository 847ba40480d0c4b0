import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { settle, testBus } from "../../test/bus-contract.ts";
import type { NatsServer } from "../../test/nats-server.ts";
import { hasNatsServer, startNatsServer } from "../../test/nats-server.ts";
import type { Bus } from "./bus.ts";
import { createLogger } from "./logger.ts";
import { createNatsBus } from "./nats-bus.ts";

const logger = createLogger({ logLevel: "silent" });
const flood = join(import.meta.dirname, "../../test/nats-flood.ts");

async function openBus(url: string): Promise<Bus & { lost: () => number }> {
  const bus = await createNatsBus({ urls: [url], logger });
  let lost = 0;
  bus.onLost(() => lost++);
  onTestFinished(() => bus.close());
  return { ...bus, lost: () => lost };
}

/** Waits until a bus has heard that messages were lost. */
const expectLost = (bus: { lost: () => number }) => expect.poll(bus.lost).toBeGreaterThan(0);

describe.runIf(hasNatsServer)("over NATS (needs nats-server)", () => {
  let nats: NatsServer;
  beforeAll(async () => {
    nats = await startNatsServer();
  });
  afterAll(() => nats.stop());

  testBus(async () => {
    const errors: { message: string; subject: string }[] = [];
    const errorLog = createLogger(
      { logLevel: "error" },
      {
        write(line) {
          const { err, subject } = JSON.parse(line) as { err: Error; subject: string };
          errors.push({ message: err.message, subject });
        },
      },
    );
    const [one, other] = await Promise.all(
      [1, 2].map(() => createNatsBus({ urls: [nats.url], logger: errorLog })),
    );
    if (!one || !other) throw new Error("no bus");
    onTestFinished(async () => {
      await one.close();
      await other.close();
    });
    return { one, other, listErrors: () => errors };
  });

  test("says what NATS_URL is wrong when no server answers", async () => {
    await expect(createNatsBus({ urls: ["nats://127.0.0.1:1"], logger })).rejects.toThrow(
      /^NATS_URL: no NATS answers at 127\.0\.0\.1:1: /,
    );
  });

  test("signs in with the user of the first address", async () => {
    const guarded = await startNatsServer({ user: { name: "heliograph", password: "s@cret" } });
    onTestFinished(() => guarded.stop());
    const open = (password: string) => {
      const [first, second] = [new URL(guarded.url), "nats://127.0.0.1:1"];
      first.username = "heliograph";
      first.password = password;
      return createNatsBus({ urls: [first.href, second], logger });
    };
    const bus = await open("s@cret");
    expect(bus.isConnected()).toBe(true);
    await bus.close();
    await expect(open("wrong")).rejects.toThrow("NATS_URL: ");
  });
});

describe.runIf(hasNatsServer)("a NATS server that is gone (needs nats-server)", () => {
  test("own subscribers still receive; all processes hear of the loss when it is back", async () => {
    const nats = await startNatsServer();
    onTestFinished(() => nats.stop());
    const [one, other] = [await openBus(nats.url), await openBus(nats.url)];
    const received: unknown[] = [];
    one.subscribe("a", (message) => received.push(message));
    other.subscribe("a", (message) => received.push(`other ${message}`));
    await settle(one, other);
    await nats.kill();
    await expect.poll(() => one.isConnected() || other.isConnected()).toBe(false);
    one.publish("a", 1);
    await settle(one, one);
    expect(received).toEqual([1]);
    expect(one.lost() + other.lost()).toBe(0);
    await nats.start();
    await Promise.all([expectLost(one), expectLost(other)]);
    await settle(one, other);
    await settle(other, one);
    one.publish("a", 2);
    await settle(one, other);
    // The message of the outage is not delivered late.
    expect(received).toEqual([1, 2, "other 2"]);
  });

  test("a process that stops meanwhile does not hang", async () => {
    const nats = await startNatsServer();
    const bus = await openBus(nats.url);
    await nats.stop();
    await expect.poll(() => bus.isConnected()).toBe(false);
    await bus.close();
  });
});

describe.runIf(hasNatsServer)("a process that reads too slowly (needs nats-server)", () => {
  test("is disconnected by the server, connects again, and all processes hear of the loss", async () => {
    const nats = await startNatsServer({ maxPendingBytes: 2_000_000 });
    onTestFinished(() => nats.stop());
    const [slow, other] = [await openBus(nats.url), await openBus(nats.url)];
    slow.subscribe("big", () => {});
    await settle(other, slow);
    // This process reads nothing until the other program has ended: 64 MiB are more than sockets buffer.
    const server = new URL(nats.url).host;
    const { status, stderr } = spawnSync(process.execPath, [flood, server, "heliograph.live.big", "1000"]);
    expect([status, String(stderr)]).toEqual([0, ""]);
    await Promise.all([expectLost(slow), expectLost(other)]);
    await settle(other, slow);
  });
});

describe.runIf(hasNatsServer)("a cluster of three (needs nats-server)", () => {
  test("goes on without one node: its processes use another one, and all hear of the loss", async () => {
    const first = await startNatsServer();
    const nodes = [first, await startNatsServer({ joins: first }), await startNatsServer({ joins: first })];
    for (const node of nodes) onTestFinished(() => node.stop());
    const buses = await Promise.all(nodes.map(({ url }) => openBus(url)));
    const [one, two, three] = buses as [(typeof buses)[0], (typeof buses)[0], (typeof buses)[0]];
    await settle(one, three);
    await settle(two, one);
    await nodes[0]?.kill();
    await Promise.all(buses.map(expectLost));
    // Only the address of the node that is gone was given: the others are known from the cluster.
    await settle(one, three);
    await settle(three, one);
    await settle(two, one);
    expect(buses.map((bus) => bus.isConnected())).toEqual([true, true, true]);
  });
});
