import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { MAX_KEY_SUBSCRIBERS } from "@heliograph/contract";
import { createMqttBridge } from "@heliograph/contract/mqtt-bridge";
import { sql } from "kysely";
import type { MqttClient } from "mqtt";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import { createCertificate } from "../../../../test/certificate.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createGrant, createPlant, createSession } from "../../../../test/fixtures.ts";
import { hasMosquitto, startMosquitto, startSubscriber } from "../../../../test/mosquitto.ts";
import { loadConfig } from "../../../infra/config.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createPlantMqtt } from "./plant-mqtt.service.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../../../docs/home-assistant.md"), "utf8");
const documentedCommand = page.split("```sh\n")[1]?.split("```")[0] ?? "";
const WAIT = { timeout: 30_000, interval: 100 };

let engines: TestEngines;
let server: TestApp;
let mqtt: ReturnType<typeof createPlantMqtt>;
let port: number;
let start: (environment?: Record<string, string>) => Promise<ReturnType<typeof createPlantMqtt>>;
let readings = 0;

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp(engines);
  const { apiKeys, overview, ownAddress } = server.services;
  start = async (environment = {}) => {
    const started = createPlantMqtt({
      ...{ db: engines.db, bus: server.bus, clock: server.clock, apiKeys, ownAddress },
      config: loadConfig({ PLANT_MQTT_PORT: "0", ...environment }),
      logger: createLogger({ logLevel: "silent" }),
      overview: {
        list: (...parameters) => {
          readings++;
          return overview.list(...parameters);
        },
      },
      // Ten seconds pass in one.
      now: () => performance.now() * 10,
    });
    await started.start();
    return started;
  };
  mqtt = await start();
  port = Number(new URL(mqtt.findUrl() as string).port);
});
afterAll(async () => {
  await mqtt.stop();
  await server.close();
  await engines.close();
});

async function createOwner(roleCode = "owner") {
  const account = await createAccount(engines.db, { roleCode });
  const { authorization } = await createSession(engines.db, {
    accountId: account.id,
    steppedUpAt: new Date(server.clock.now()),
  });
  const post = async (path: string, body: object) =>
    (await server.call("POST", `/user/apiKey/${path}`, { authorization, body })).envelope;
  const body = { name: "Home", permissionIds: ["station:read", "alarm:read"], plants: "all", mqtt: true };
  return {
    ...account,
    addKey: async (change: object = {}) =>
      (await post("add", { ...body, ...change })).data as { apiKeyId: string; key: string },
    tryAdd: async (change: object) => await post("add", { ...body, ...change }),
    revoke: async (apiKeyId: string) => (await post("revoke", { apiKeyId })).code,
  };
}

function subscribe(key: string, topics: readonly string[], options: readonly string[] = []) {
  const credentials = ["-u", "heliograph", "-P", key];
  const subscriber = startSubscriber(port, [
    ...credentials,
    ...topics.flatMap((topic) => ["-t", topic]),
    ...options,
  ]);
  onTestFinished(subscriber.stop);
  return subscriber;
}

async function connect(key: string): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    ...{ protocolVersion: 4, username: "home", password: key, reconnectPeriod: 0 },
  });
  client.on("error", () => undefined);
  onTestFinished(() => void client.end(true));
  return client;
}

const whenClosed = (client: MqttClient) =>
  new Promise<void>((resolve) => void client.once("close", () => resolve()));

const configOf = (plantId: string) => `homeassistant/device/heliograph_${plantId}/config`;

describe.runIf(hasMosquitto)("values by MQTT (needs mosquitto and mosquitto-clients)", () => {
  test("describes each plant of the key to Home Assistant, and sends values that change", async () => {
    const owner = await createOwner();
    const plant = await createPlant(engines.db, { ownerId: owner.id, name: "North roof" });
    const other = await createPlant(engines.db);
    await sql`update accounts set language = 'pt' where id = ${owner.id}`.execute(engines.db);
    const { key } = await owner.addKey();
    const home = subscribe(key, ["homeassistant/+/+/config", "heliograph/#"]);
    await expect.poll(() => home.last(`heliograph/${plant.id}/state`), WAIT).toBeDefined();
    expect(home.received.every(({ isRetained }) => isRetained)).toBe(true);
    expect(home.last("heliograph/connection")).toBe("1");
    expect(home.last(`heliograph/${plant.id}/availability`)).toBe("offline");
    const document = JSON.parse(home.last(configOf(plant.id)) ?? "{}");
    expect(document).toMatchObject({
      device: { name: "North roof", identifiers: [`heliograph_${plant.id}`] },
      origin: { name: "Heliograph" },
      state_topic: `heliograph/${plant.id}/state`,
      components: {
        power: { platform: "sensor", device_class: "power", unit_of_measurement: "W" },
        energy_today: { name: "Energia hoje", state_class: "total_increasing", unit_of_measurement: "kWh" },
        energy_total: { device_class: "energy", state_class: "total_increasing" },
        status: { device_class: "enum", options: expect.arrayContaining(["waiting", "normal"]) },
        open_alarms: { state_class: "measurement" },
      },
    });
    const values = JSON.parse(home.last(`heliograph/${plant.id}/state`) ?? "{}");
    for (const [name, { value_template }] of Object.entries<{ value_template: string }>(document.components))
      expect([value_template, name in values]).toEqual([`{{ value_json.${name} }}`, true]);
    expect(values.status).toBe("waiting");
    expect(JSON.stringify(home.received)).not.toContain(other.id);
    await sql`update plants set name = 'South roof' where id = ${plant.id}`.execute(engines.db);
    await expect.poll(() => home.last(configOf(plant.id)), WAIT).toContain("South roof");
    expect(home.received.at(-1)?.isRetained).toBe(false);
    expect(home.received.filter(({ topic }) => topic === `heliograph/${plant.id}/state`)).toHaveLength(1);
  });

  test("lets in only keys that were created for it, which need the right to view plants", async () => {
    const owner = await createOwner();
    const refused = await owner.tryAdd({ permissionIds: ["alarm:read"] });
    expect([refused.code, refused.data.fields[0].path]).toEqual(["A0400", "mqtt"]);
    const { key } = await owner.addKey({ mqtt: false });
    const reasonOf = async (password: string) => {
      const client = subscribe(password, ["heliograph/#"]);
      await client.ended;
      return client.readLog();
    };
    expect(await reasonOf(key)).toContain("not authorised");
    expect(await reasonOf(`hgk_${"a".repeat(43)}`)).toContain("bad user name or password");
    expect(await reasonOf("secret")).toContain("bad user name or password");
  });

  test("refuses other topics, and disconnects a client that publishes", async () => {
    const owner = await createOwner();
    const { key } = await owner.addKey();
    for (const topic of ["#", "+/#", "$SYS/#", "hg/1/#"]) {
      const client = subscribe(key, [topic]);
      await client.ended;
      expect([topic, client.readLog()]).toEqual([topic, expect.stringContaining("denied")]);
    }
    const witness = subscribe(key, ["homeassistant/#", "heliograph/#"], ["-i", "witness"]);
    await expect.poll(() => witness.last("heliograph/connection"), WAIT).toBe("1");
    const publish = async (topic: string, payload = "forged", by?: MqttClient): Promise<boolean> => {
      const client = by ?? (await connect(key));
      const closed = whenClosed(client).then(() => false);
      return await Promise.race([
        client.publishAsync(topic, payload, { qos: 1, retain: true }).then(() => client.connected),
        closed,
      ]);
    };
    expect(await publish("heliograph/connection")).toBe(false);
    expect(await publish("heliograph/connection", "")).toBe(false);
    expect(await publish(configOf("1"))).toBe(false);
    // Home Assistant says when it starts and which device was deleted there, and stays connected.
    const home = await connect(key);
    expect(await publish("homeassistant/status", "online", home)).toBe(true);
    expect(await publish(configOf("1"), "", home)).toBe(true);
    const later = subscribe(key, ["homeassistant/#", "heliograph/#"]);
    await expect.poll(() => later.last("heliograph/connection"), WAIT).toBe("1");
    expect(JSON.stringify([...witness.received, ...later.received])).not.toContain("forged");
  });

  test("ends the session of a revoked key immediately, and of an account without the right before the next message", async () => {
    const owner = await createOwner();
    const plant = await createPlant(engines.db, { ownerId: owner.id });
    const [revoked, kept] = [await owner.addKey(), await owner.addKey()];
    const client = await connect(revoked.key);
    const second = subscribe(kept.key, ["heliograph/#"]);
    await expect.poll(() => second.last(`heliograph/${plant.id}/state`), WAIT).toBeDefined();
    expect(client.connected).toBe(true);
    const closed = whenClosed(client);
    const revokedAt = performance.now();
    expect(await owner.revoke(revoked.apiKeyId)).toBe("0");
    await closed;
    // By the message of the revocation, not by the reading that follows.
    expect(performance.now() - revokedAt).toBeLessThan(1_000);
    const count = second.received.length;
    await engines.db.transaction().execute(async (trx) => {
      await sql`update accounts set disabled_at = now() where id = ${owner.id}`.execute(trx);
      await sql`update plants set name = 'Unseen' where id = ${plant.id}`.execute(trx);
    });
    await second.ended;
    expect(second.readLog()).toContain("bad user name or password");
    expect(second.received).toHaveLength(count);
  });

  test("leaves out what the plant's settings hide, and removes a plant that the key no longer reads [R6.7]", async () => {
    const plant = await createPlant(engines.db, { name: "Shared" });
    const member = await createOwner();
    await createGrant(engines.db, {
      ...{ plantId: plant.id, accountId: member.id, level: "participant", invitedBy: plant.ownerId },
    });
    await sql`
      update plants set settings = settings || '{"participantSees":["devices"]}' where id = ${plant.id}`.execute(
      engines.db,
    );
    const { key } = await member.addKey();
    const home = subscribe(key, ["homeassistant/#", "heliograph/#"]);
    await expect.poll(() => home.last(configOf(plant.id)), WAIT).toContain("Shared");
    expect(Object.keys(JSON.parse(home.last(configOf(plant.id)) ?? "{}").components)).toEqual([
      "power",
      "status",
    ]);
    await sql`delete from plant_grants where plant_id = ${plant.id} and account_id = ${member.id}`.execute(
      engines.db,
    );
    await expect.poll(() => home.last(configOf(plant.id)), WAIT).toBe("");
    expect(home.last(`heliograph/${plant.id}/state`)).toBe("");
  });

  test("counts no alarms for a key without the right to view them", async () => {
    const owner = await createOwner();
    const plant = await createPlant(engines.db, { ownerId: owner.id });
    const { key } = await owner.addKey({ permissionIds: ["station:read"] });
    const home = subscribe(key, ["homeassistant/#", "heliograph/#"]);
    await expect.poll(() => home.last(`heliograph/${plant.id}/state`), WAIT).toContain('"open_alarms":null');
    expect(home.last(configOf(plant.id))).not.toContain("open_alarms");
  });

  test("limits the connections of a key, and reads nothing without subscribers", async () => {
    const owner = await createOwner();
    const { key } = await owner.addKey();
    const homes = Array.from({ length: MAX_KEY_SUBSCRIBERS }, () => subscribe(key, ["heliograph/#"]));
    for (const home of homes) await expect.poll(() => home.last("heliograph/connection"), WAIT).toBe("1");
    const refused = subscribe(key, ["heliograph/#"]);
    await refused.ended;
    expect(refused.readLog()).toContain("not authorised");
    for (const home of homes) await home.stop();
    await expect
      .poll(
        async () => {
          const before = readings;
          await new Promise((resolve) => setTimeout(resolve, 2_500));
          return readings - before;
        },
        { timeout: 20_000 },
      )
      .toBe(0);
  });

  test("the documented command subscribes over TLS", async () => {
    const owner = await createOwner();
    const plant = await createPlant(engines.db, { ownerId: owner.id });
    const { key } = await owner.addKey();
    const { certPath, keyPath, remove } = createCertificate();
    onTestFinished(remove);
    const secure = await start({
      MQTT_TLS_PORT: "0",
      ...{ MQTT_TLS_CERT: certPath, MQTT_TLS_KEY: keyPath },
    });
    onTestFinished(secure.stop);
    const { protocol, port: securePort } = new URL(secure.findUrl() as string);
    expect(protocol).toBe("mqtts:");
    const command = documentedCommand
      .trim()
      .replace("solar.example.org", "localhost")
      .replace("8884", securePort)
      .replace("--capath /etc/ssl/certs", `--cafile ${certPath}`);
    const environment = { ...process.env, KEY: key };
    const { stdout } = await promisify(execFile)("sh", ["-c", `${command} -C 3 -W 30`], { env: environment });
    expect(stdout).toContain(`heliograph/${plant.id}/state {"power":`);
  });

  test("a Mosquitto bridge with the configuration of the page keeps the plants for Home Assistant", async () => {
    const owner = await createOwner();
    const plant = await createPlant(engines.db, { ownerId: owner.id, name: "Bridged" });
    const { key, apiKeyId } = await owner.addKey({ plants: "chosen", stationIds: [plant.id] });
    const broker = await startMosquitto(createMqttBridge(mqtt.findUrl() as string, key));
    onTestFinished(broker.stop);
    const readRetained = async () => {
      const reader = startSubscriber(broker.port, ["-t", "homeassistant/#", "-t", "heliograph/#", "-W", "2"]);
      await reader.ended;
      return Object.fromEntries(
        reader.received.filter(({ isRetained }) => isRetained).map(({ topic, payload }) => [topic, payload]),
      );
    };
    const expected = {
      [configOf(plant.id)]: expect.stringContaining("Bridged"),
      [`heliograph/${plant.id}/state`]: expect.stringContaining("waiting"),
      [`heliograph/${plant.id}/availability`]: "offline",
      "heliograph/connection": "1",
    };
    await expect.poll(readRetained, { timeout: 40_000 }).toEqual(expected);
    await sql`update plants set name = 'Renamed' where id = ${plant.id}`.execute(engines.db);
    await expect
      .poll(readRetained, { timeout: 40_000 })
      .toEqual({ ...expected, [configOf(plant.id)]: expect.stringContaining("Renamed") });
    expect(await owner.revoke(apiKeyId)).toBe("0");
    await expect.poll(readRetained, { timeout: 40_000 }).toMatchObject({ "heliograph/connection": "0" });
  }, 150_000);
});

test("admits a subscriber beside a thousand silent sockets of its address", async () => {
  const { addKey } = await createOwner();
  const { key } = await addKey();
  const before = await connect(key);
  const sockets = Array.from({ length: 1_000 }, () => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.on("error", () => undefined);
    return socket;
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await expect.poll(() => sockets.filter(({ connecting }) => !connecting).length, WAIT).toBe(1_000);
  // Of the same address.
  const during = await connect(key);
  expect([before.connected, during.connected]).toEqual([true, true]);
});

test("offers no address where the operator has set no port", async () => {
  const owner = await createOwner();
  const { authorization } = await createSession(engines.db, { accountId: owner.id });
  const { envelope } = await server.call("GET", "/user/apiKey/mqtt", { authorization });
  expect([envelope.code, envelope.data]).toEqual(["0", { url: null }]);
  expect(mqtt.findUrl()).toMatch(/^mqtt:\/\/127\.0\.0\.1:\d+$/);
});

test("grants a hundred filters to a connection, also those of one packet", async () => {
  const { addKey } = await createOwner();
  const { key } = await addKey();
  const client = await connectAsync({ ...{ port, host: "127.0.0.1" }, username: "home", password: key });
  const topics = Array.from({ length: 130 }, (_, index) => `heliograph/${index}/#`);
  const granted = await new Promise<readonly { qos: number }[]>((resolve) => {
    client.subscribe(topics, (_error, _granted, packet) =>
      resolve((packet as { granted: number[] }).granted.map((qos) => ({ qos }))),
    );
  });
  expect(granted.filter(({ qos }) => qos === 0)).toHaveLength(100);
  await client.endAsync();
});
