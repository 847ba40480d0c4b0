import { connect as connectTcp } from "node:net";
import fc from "fast-check";
import { sql } from "kysely";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCertificate } from "../../../../../test/certificate.ts";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import type { TestGateway, TestLink } from "../../../../../test/link.ts";
import {
  connectGateway,
  createBirth,
  createData,
  createGateway,
  startTestLink,
  until,
} from "../../../../../test/link.ts";
import { createVirtualClock } from "../../../../infra/clock.ts";
import { systemScope } from "../../../base/access/scope.ts";
import { createClaims } from "../adoption/claims.ts";

let engines: TestEngines;
let link: TestLink;
const clock = createVirtualClock(Date.now());

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  link = await startTestLink({ ...engines, clock });
});
afterAll(async () => {
  await link.stop();
  await engines.close();
});

const claimAs = (gateway: TestGateway, password: string) =>
  connectGateway(
    link,
    { sn: gateway.sn, secret: password },
    { username: `claim.${gateway.sn}`, subscribes: false },
  );

/** Signs in with the code and takes the secret. */
async function claim(gateway: TestGateway): Promise<string> {
  const client = await claimAs(gateway, gateway.code);
  await client.mqtt.subscribeAsync(`hg/1/${gateway.sn}/claim/down`, { qos: 1 });
  await client.send("claimUp", { v: 1 });
  const { secret } = await client.next("claimDown");
  await client.end();
  return secret;
}

const isRefused = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "let in",
    (error: Error & { code?: number }) => error.code ?? error.message,
  );
const REFUSED = 4;

async function countSecurity(gateway: TestGateway, type: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from audit
    where kind = 'security' and type = ${type} and object_id = ${gateway.id}`.execute(engines.db);
  return rows[0]?.total ?? 0;
}

describe("claiming", () => {
  test("exchanges the registration code for a secret that stays pending until it is used", async () => {
    const gateway = await createGateway(engines.db, { isClaimed: false });
    const first = await claim(gateway);
    const second = await claim(gateway);
    expect(await isRefused(connectGateway(link, { ...gateway, secret: first }))).toBe(REFUSED);
    const client = await connectGateway(link, { ...gateway, secret: second });
    await client.end();
    expect(await isRefused(claimAs(gateway, gateway.code))).toBe(REFUSED);
  });

  test("accepts the code in the form a user types it", async () => {
    const gateway = await createGateway(engines.db, { isClaimed: false });
    const typed = (gateway.code.match(/.{4}/g) as string[]).join("-").toLowerCase();
    await (await claimAs(gateway, typed)).end();
  });

  test("responds identically for an unknown, a wrong, a claimed and a locked gateway", async () => {
    const open = await createGateway(engines.db, { isClaimed: false });
    const taken = await createGateway(engines.db);
    const outcomes = await Promise.all([
      isRefused(claimAs({ ...open, sn: "NOBODY-0001" }, open.code)),
      isRefused(claimAs(open, taken.code)),
      isRefused(claimAs(taken, taken.code)),
      isRefused(connectGateway(link, { sn: "NOBODY-0001", secret: "x" })),
      isRefused(connectGateway(link, { ...taken, secret: open.secret })),
    ]);
    expect(outcomes).toEqual([REFUSED, REFUSED, REFUSED, REFUSED, REFUSED]);
  });

  test("locks a serial number for an hour after five wrong codes", async () => {
    const gateway = await createGateway(engines.db, { isClaimed: false });
    for (let tries = 0; tries < 5; tries++)
      await isRefused(claimAs(gateway, `AAAAAAAAAAAAAAA${"ABCDE"[tries]}`));
    expect(await isRefused(claimAs(gateway, gateway.code))).toBe(REFUSED);
    expect(await countSecurity(gateway, "device.claim-locked")).toBe(1);
    clock.advance(3_600_001);
    expect(await claim(gateway)).toHaveLength(43);
  });

  test("does not let wrong codes of another address lock the right one out", async () => {
    const gateway = await createGateway(engines.db, { isClaimed: false });
    const claims = createClaims({ db: engines.db, clock });
    const sign = (code: string, address: string) => claims.findByCode(gateway.sn, Buffer.from(code), address);
    const wrong = "AAAAAAAAAAAAAAAA";
    for (let tries = 0; tries < 5; tries++) {
      await sign(wrong, "203.0.113.1");
      // Addresses that share 64 bits belong to one customer.
      await sign(wrong, `2001:db8::${tries + 1}`);
    }
    expect(await sign(gateway.code, "203.0.113.1")).toBeUndefined();
    expect(await sign(gateway.code, "2001:db8:0:0:9::9")).toBeUndefined();
    expect(await sign(gateway.code, "198.51.100.1")).toMatchObject({ id: gateway.id });
    expect(await sign(gateway.code, "2001:db8:0:1::1")).toMatchObject({ id: gateway.id });
    expect(await countSecurity(gateway, "device.claim-locked")).toBe(2);
  });

  test("gives five secrets a day and more on the next", async () => {
    const gateway = await createGateway(engines.db, { isClaimed: false });
    for (let tries = 0; tries < 5; tries++) await claim(gateway);
    expect(await isRefused(claimAs(gateway, gateway.code))).toBe(REFUSED);
    clock.advance(24 * 3_600_000);
    await claim(gateway);
  });

  test("revokes the old secret and its sessions when the secret of a reopened claim is first used", async () => {
    const gateway = await createGateway(engines.db);
    const old = await connectGateway(link, gateway, { tag: "tool" });
    await sql`update gateways set reclaim_until = ${new Date(clock.now() + 1000)}
      where device_id = ${gateway.id}`.execute(engines.db);
    const secret = await claim(gateway);
    await (await connectGateway(link, gateway, { tag: "still" })).end();
    const closed = new Promise((resolve) => old.mqtt.once("close", () => resolve(undefined)));
    const client = await connectGateway(link, { ...gateway, secret });
    await closed;
    expect(await isRefused(connectGateway(link, gateway))).toBe(REFUSED);
    await client.end();
  });

  test("allows a claiming connection only its claim topics, and does not replace the gateway's own session", async () => {
    const gateway = await createGateway(engines.db);
    const own = await connectGateway(link, gateway);
    await sql`update gateways set reclaim_until = ${new Date(clock.now() + 1000)}
      where device_id = ${gateway.id}`.execute(engines.db);
    const claiming = await claimAs(gateway, gateway.code);
    const granted = await claiming.mqtt
      .subscribeAsync(`hg/1/${gateway.sn}/down/command`)
      .catch(() => "refused");
    expect(granted).toBe("refused");
    await expect(claiming.send("upData", createData({ s: 1, t: clock.now() }))).rejects.toThrow();
    expect(own.mqtt.connected).toBe(true);
    await own.end();
  });
});

describe("topics", () => {
  test("refuses every filter but a gateway's own down topics", async () => {
    const gateway = await createGateway(engines.db);
    const other = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const filters = ["#", "+/1/#", "$SYS/#", `hg/1/${other.sn}/down/command`, `hg/1/${gateway.sn}/down/+`];
    filters.push(`hg/1/${gateway.sn}/up/data`, `hg/1/${gateway.sn}/claim/down`, "hg/1/+/down/command");
    for (const filter of filters) {
      const value = await client.mqtt
        .subscribeAsync(filter, { qos: 1 })
        .catch((error: Error) => error.message);
      expect([filter, JSON.stringify(value)]).toEqual([filter, expect.not.stringContaining('"qos":1')]);
    }
    expect(client.mqtt.connected).toBe(true);
    await client.end();
  });

  test("closes a connection that publishes to another's topic, down a topic, retained or to $SYS", async () => {
    const gateway = await createGateway(engines.db);
    const other = await createGateway(engines.db);
    const witness = await connectGateway(link, other);
    const tries: [string, { retain?: boolean; qos: 0 | 1 | 2 }][] = [
      [`hg/1/${other.sn}/up/data`, { qos: 1 }],
      [`hg/1/${other.sn}/down/command`, { qos: 1 }],
      [`hg/1/${gateway.sn}/down/command`, { qos: 1 }],
      [`hg/1/${gateway.sn}/up/data`, { qos: 1, retain: true }],
      [`hg/1/${gateway.sn}/up/data`, { qos: 2 }],
      ["$SYS/broker", { qos: 0 }],
      ["hg/1", { qos: 1 }],
    ];
    for (const [topic, options] of tries) {
      const client = await connectGateway(link, gateway, { subscribes: false });
      const closed = new Promise((resolve) => client.mqtt.once("close", () => resolve(undefined)));
      client.mqtt.publish(topic, "{}", options);
      await closed;
    }
    expect(witness.mqtt.connected).toBe(true);
    await witness.end();
  });

  test("refuses a will on another's topic, a session that is kept, no keep-alive, and version 5 with code 1", async () => {
    const gateway = await createGateway(engines.db);
    const will = {
      topic: "hg/1/OTHER-0001/up/state",
      payload: Buffer.from("{}"),
      qos: 1 as const,
      retain: false,
    };
    expect(await isRefused(connectGateway(link, gateway, { will }))).toBe(5);
    expect(await isRefused(connectGateway(link, gateway, { clean: false }))).toBe(2);
    expect(await isRefused(connectGateway(link, gateway, { keepalive: 0 }))).toBe(5);
    expect(await isRefused(connectGateway(link, gateway, { clientId: "OTHER-0001" }))).toBe(2);
    expect(await isRefused(connectGateway(link, gateway, { protocolVersion: 5 }))).toBe(1);
  });

  test.each([
    ["MQIsdp", 3],
    ["MQTT", 3],
    ["MQIsdp", 4],
    ["MQTT", 5],
  ])("refuses protocol %s of level %i with code 1 on the wire, and closes", async (name, level) => {
    const gateway = await createGateway(engines.db);
    const text = (value: string) => [0, value.length, ...Buffer.from(value)];
    const properties = level === 5 ? [0] : [];
    const names = [...text(gateway.sn), ...text(gateway.sn), ...text(gateway.secret)];
    const body = [...text(name), level, 0xc2, 0, 60, ...properties, ...names];
    const received = await new Promise<Buffer>((resolve) => {
      const chunks: Buffer[] = [];
      const socket = connectTcp(link.port, "127.0.0.1", () =>
        socket.write(Uint8Array.from([0x10, (body.length & 127) | 128, body.length >> 7, ...body])),
      );
      socket.on("data", (chunk: Buffer) => chunks.push(chunk));
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(Buffer.concat(chunks)));
    });
    expect([...received]).toEqual([0x20, 2, 0, 1]);
  });

  test.each([0, 1, 2] as const)(
    "grants a subscription of QoS %i at most QoS 1, and delivers sync and commands to it",
    async (qos) => {
      const gateway = await createGateway(engines.db);
      const before = await connectGateway(link, gateway);
      await before.send("upBirth", createBirth(gateway.sn, 2));
      await before.send("upData", createData({ s: 1, t: clock.now() }));
      await before.end();
      const client = await connectGateway(link, gateway, { subscribes: false });
      const delivered = new Map<string, number>();
      client.mqtt.on("message", (topic, _payload, packet) => delivered.set(topic, packet.qos));
      const topics = ["sync", "command"].map((name) => `hg/1/${gateway.sn}/down/${name}`);
      const granted = await client.mqtt.subscribeAsync(topics, { qos });
      expect(granted.map((each) => each.qos)).toEqual(topics.map(() => Math.min(qos, 1)));
      expect(await client.next("downSync")).toMatchObject({ stored: 1 });
      const command = await link.commands.send(systemScope(), {
        plantId: gateway.plant?.id ?? "",
        gatewayId: gateway.id,
        op: "switch.get",
        targets: "all",
        args: {},
        deadlineAt: null,
        address: "",
      });
      expect(await client.next("downCommand")).toMatchObject({ id: command.id });
      expect([...delivered.values()]).toEqual(topics.map(() => Math.min(qos, 1)));
      await client.end();
    },
  );
});

describe("sessions", () => {
  test("counts only the untagged session as online, replaced by a second one without going offline", async () => {
    const gateway = await createGateway(engines.db);
    const isOnline = async () => {
      const { rows } = await sql<{ isOnline: boolean }>`select is_online as "isOnline" from gateways
        where device_id = ${gateway.id}`.execute(engines.db);
      return rows[0]?.isOnline;
    };
    const published: boolean[] = [];
    link.bus.subscribe(`plant.${gateway.plant?.id}.gateway`, (message) => {
      published.push((message as { isOnline: boolean }).isOnline);
    });
    const tool = await connectGateway(link, gateway, { tag: "tool" });
    const first = await connectGateway(link, gateway);
    await until(isOnline, (value) => value === true);
    const second = await connectGateway(link, gateway);
    await until(
      () => first.mqtt.connected,
      (connected) => !connected,
    );
    await second.send("upState", { v: 1, on: 1, session: 4, rev: 1, clock: "ntp" });
    expect(await isOnline()).toBe(true);
    await second.end();
    await until(
      () => published.at(-1),
      (last) => last === false,
    );
    expect(await isOnline()).toBe(false);
    expect(published.filter((isOnline) => !isOnline)).toHaveLength(1);
    await tool.end();
  });

  test("goes offline when the connection breaks without a DISCONNECT", async () => {
    const gateway = await createGateway(engines.db);
    const will = {
      topic: `hg/1/${gateway.sn}/up/state`,
      payload: Buffer.from('{"v":1,"on":0,"session":1,"rev":1,"clock":"ntp"}'),
      qos: 1 as const,
      retain: false,
    };
    const client = await connectGateway(link, gateway, { will });
    const readOnline = async () => {
      const { rows } = await sql<{ is_online: boolean }>`select is_online from gateways
        where device_id = ${gateway.id}`.execute(engines.db);
      return rows[0]?.is_online;
    };
    await until(readOnline, (value) => value === true);
    client.mqtt.stream.destroy();
    await until(readOnline, (value) => value === false);
  });

  test("accepts three tagged sessions beside the gateway and refuses the fourth", async () => {
    const gateway = await createGateway(engines.db);
    const clients = await Promise.all(["a", "b", "c"].map((tag) => connectGateway(link, gateway, { tag })));
    expect(await isRefused(connectGateway(link, gateway, { tag: "d" }))).toBe(2);
    clients.push(await connectGateway(link, gateway));
    for (const client of clients) await client.end();
  });

  test("raises a security alarm when two sessions keep replacing each other", async () => {
    const gateway = await createGateway(engines.db);
    for (let turn = 0; turn < 7; turn++) await connectGateway(link, gateway, { subscribes: false });
    await until(
      () => countSecurity(gateway, "device.session-fight"),
      (total) => total === 1,
    );
  });

  test("responds to a time request", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upTime", { t0: 1234 });
    expect(await client.next("downTime")).toEqual({ t0: 1234, t1: clock.now(), t2: clock.now() });
    await client.end();
  });

  test("sends a gateway at its connection what is stored and which numbers are missing, lost ones excepted", async () => {
    const gateway = await createGateway(engines.db);
    const first = await connectGateway(link, gateway);
    await first.send("upBirth", createBirth(gateway.sn, 2));
    for (const s of [10, 11, 14, 20]) await first.send("upData", createData({ s, t: clock.now() + s }));
    await first.end();
    const second = await connectGateway(link, gateway);
    const want = [
      [15, 19],
      [12, 13],
    ];
    expect(await second.next("downSync")).toEqual({ stored: 11, want, rate: 5 });
    await second.send("upState", { v: 1, on: 1, session: 2, rev: 1, clock: "ntp", lost: [[12, 13]] });
    await second.end();
    const third = await connectGateway(link, gateway);
    expect(await third.next("downSync")).toEqual({ stored: 14, want: [[15, 19]], rate: 5 });
    await third.send("upHistory", createData({ s: 12, t: clock.now() + 12 }));
    const rows = await engines.clickhouse.query(
      "select 1 from samples final where gateway = {key:UInt32} and seq = 12 and is_history = 1",
      { key: gateway.key },
    );
    expect(rows).toHaveLength(2);
    await third.end();
  });
});

describe("lost numbers", () => {
  const countLost = async (gateway: TestGateway) => {
    const [row] = await engines.clickhouse.query<{ total: string }>(
      "select count() as total from reports where gateway = {key:UInt32} and body_hash = 0",
      { key: gateway.key },
    );
    return Number(row?.total);
  };
  const lostState = (lost: [number, number][]) => ({ v: 1, on: 1, session: 2, rev: 1, clock: "ntp", lost });

  test("are stored below the highest number only, and only those that are missing", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    for (const s of [10, 14]) await client.send("upData", createData({ s, t: clock.now() + s }));
    await client.send("upState", lostState([[9, 5000]]));
    await client.send("upState", lostState([[9, 5000]]));
    expect(await countLost(gateway)).toBe(4);
    await client.end();
  });

  test("are at most 10,000 an hour of one gateway, whatever the number of messages and connections", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    await client.send("upData", createData({ s: 1_000_000, t: clock.now() }));
    const lostRange = (at: number) => lostState([[at * 8_000, at * 8_000 + 7_999]]);
    await Promise.all([1, 2, 3].map((at) => client.send("upState", lostRange(at))));
    await client.end();
    const again = await connectGateway(link, gateway);
    await again.send("upState", lostRange(4));
    expect(await countLost(gateway)).toBe(10_000);
    clock.advance(3_600_001);
    await again.send("upState", lostRange(5));
    expect(await countLost(gateway)).toBe(18_000);
    await again.end();
  });
});

describe("a gap in the numbers", () => {
  test("is asked for when live data show it, without waiting for the next connection", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    for (const s of [1, 2, 7]) await client.send("upData", createData({ s, t: clock.now() + s }));
    expect(await client.next("downSync")).toEqual({ stored: 2, want: [[3, 6]], rate: 5 });
    await client.end();
  });
});

describe("hostile connections", () => {
  /** Writes raw bytes and waits until the connection closes; with `isLeaving` the sender closes it. */
  const throwAt = (parts: readonly Uint8Array[], isLeaving = false) =>
    new Promise<void>((resolve) => {
      const socket = connectTcp(link.port, "127.0.0.1", () => {
        for (const part of parts) socket.write(part);
        if (isLeaving) socket.end();
      });
      // Unread bytes would delay the end of the connection.
      socket.resume();
      socket.on("error", () => resolve());
      socket.on("close", () => resolve());
    });

  function connectPacket(gateway: TestGateway): Uint8Array {
    const text = (value: string) => [0, value.length, ...Buffer.from(value)];
    const body = [
      ...text("MQTT"),
      4,
      0xc2,
      0,
      60,
      ...text(gateway.sn),
      ...text(gateway.sn),
      ...text(gateway.secret),
    ];
    return Uint8Array.from([0x10, (body.length & 127) | 128, body.length >> 7, ...body]);
  }

  test("end on a 40 MiB packet, malformed packets and floods, without affecting other connections", async () => {
    const good = await connectGateway(link, await createGateway(engines.db));
    const gateway = await createGateway(engines.db);
    const huge = [0x30, 0x80, 0x80, 0x80, 0x14];
    const mebibyte = new Uint8Array(1024 * 1024);
    await throwAt([Uint8Array.from(huge), mebibyte]);
    await throwAt([connectPacket(gateway), Uint8Array.from(huge), ...Array<Uint8Array>(40).fill(mebibyte)]);
    await throwAt([Uint8Array.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff])]);
    await throwAt([Uint8Array.from([0xf0, 0, 0, 0])]);
    await throwAt([Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n")]);
    await throwAt([connectPacket(gateway), connectPacket(gateway)]);
    await throwAt([
      connectPacket(gateway),
      new Uint8Array(200_000).map((_, at) => (at % 2 === 0 ? 0xc0 : 0)),
    ]);
    for (const bytes of fc.sample(fc.uint8Array({ minLength: 2, maxLength: 3_000 }), {
      numRuns: 60,
      seed: 7,
    })) {
      await throwAt([connectPacket(gateway), bytes], true);
      await throwAt([bytes], true);
    }
    expect(good.mqtt.connected).toBe(true);
    await good.end();
    await (await connectGateway(link, gateway)).end();
  });
});

describe("TLS", () => {
  test("listens with TLS by configuration", async () => {
    const { remove, ...files } = createCertificate();
    const secure = await startTestLink({ ...engines, mqttTls: { port: 0, ...files } });
    const gateway = await createGateway(engines.db);
    const client = await connectAsync(`mqtts://127.0.0.1:${secure.tlsPort}`, {
      protocolVersion: 4,
      clientId: gateway.sn,
      username: gateway.sn,
      password: gateway.secret,
      rejectUnauthorized: false,
    });
    expect(client.connected).toBe(true);
    await client.endAsync(true);
    await secure.stop();
    remove();
  });
});
