import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Birth, DeviceModel, MessageName, MessageOf, TopicName } from "@heliograph/protocol";
import { checkMessage, downTopicsOf, encodeJson, parseTopic, TOPICS, topicOf } from "@heliograph/protocol";
import { readDeviceModels } from "@heliograph/protocol/models";
import { sql } from "kysely";
import type { IClientOptions, MqttClient } from "mqtt";
import { connect as connectMqtt } from "mqtt";
import type { Bus } from "../src/infra/bus.ts";
import { createInProcessBus } from "../src/infra/bus.ts";
import type { ClickHouse } from "../src/infra/clickhouse/clickhouse.ts";
import type { Clock } from "../src/infra/clock.ts";
import { systemClock } from "../src/infra/clock.ts";
import type { Config } from "../src/infra/config.ts";
import { loadConfig } from "../src/infra/config.ts";
import { createLogger } from "../src/infra/logger.ts";
import type { Metrics } from "../src/infra/metrics.ts";
import type { Db } from "../src/infra/postgres/database.ts";
import type { AlarmService } from "../src/modules/devices/alarms/alarms.service.ts";
import { createAlarmService } from "../src/modules/devices/alarms/alarms.service.ts";
import type { CommandService } from "../src/modules/devices/commands/commands.service.ts";
import { createCommandService } from "../src/modules/devices/commands/commands.service.ts";
import { createParameterService } from "../src/modules/devices/commands/parameters.service.ts";
import { createFirmwareService } from "../src/modules/devices/firmware/firmware.service.ts";
import type { LinkServer } from "../src/modules/devices/link/link.service.ts";
import { createLinkServer } from "../src/modules/devices/link/link.service.ts";
import { createUpgradeService } from "../src/modules/devices/upgrades/upgrades.service.ts";
import { createMeteringService } from "../src/modules/energy/metering/metering.service.ts";
import { createDevice, createPlant } from "./fixtures.ts";

export interface TestLink {
  server: LinkServer;
  port: number;
  tlsPort?: number;
  bus: Bus;
  alarms: AlarmService;
  commands: CommandService;
  changedPlants: Set<string>;
  stop(): Promise<void>;
}

/** A link server on a free port of the loopback address. */
export async function startTestLink(options: {
  db: Db;
  clickhouse: ClickHouse;
  clock?: Clock;
  bus?: Bus;
  mqttTls?: Config["mqttTls"];
  flushAfterMs?: number;
  quietMs?: number;
  /** Data folder of the embedded engines, to check whether a report can be stored. */
  dataFolder?: string;
  metrics?: Metrics;
  models?: readonly DeviceModel[];
  wrapCommands?(commands: CommandService): CommandService;
}): Promise<TestLink> {
  const { db, clickhouse, clock = systemClock, mqttTls } = options;
  const bus = options.bus ?? createInProcessBus();
  const models = options.models ?? readDeviceModels();
  const { wrapCommands = (service: CommandService) => service } = options;
  const commands = wrapCommands(createCommandService({ db, bus, clock, models }));
  const brake = { pass: async () => undefined, check: async () => true };
  const parameters = createParameterService({ db, bus, clock, commands, models, brake });
  const metering = createMeteringService({ db, clickhouse, clock });
  const alarms = createAlarmService({ db, bus, clock, metering });
  const upgrades = createUpgradeService({
    brake,
    db,
    bus,
    clock,
    firmware: createFirmwareService({ db, clock, listKeys: () => [] }),
  });
  const changedPlants = new Set<string>();
  const server = createLinkServer({
    // PostgreSQL is reached by its address; only ClickHouse has its files in the folder.
    config: {
      ...loadConfig({ MQTT_PORT: "0", HELIOGRAPH_DATA: options.dataFolder }),
      databaseUrl: "by address",
      mqttTls,
    },
    processId: randomUUID(),
    db,
    clickhouse,
    bus,
    clock,
    logger: createLogger({ logLevel: "silent" }),
    alarms,
    commands,
    parameters,
    models,
    upgrades,
    onPlantChanged: (plantId) => changedPlants.add(plantId),
    flushAfterMs: options.flushAfterMs ?? 5,
    quietMs: options.quietMs,
    ...(options.metrics && { metrics: options.metrics }),
  });
  const ports = await server.start();
  return { server, ...ports, bus, alarms, commands, changedPlants, stop: () => server.stop() };
}

export interface TestGateway {
  id: string;
  key: number;
  sn: string;
  /** Registration code as printed on the device. */
  code: string;
  /** Password of the signed-in gateway; empty while it is not claimed. */
  secret: string;
  plant?: { id: string; key: number; ownerId: string; companyId: string };
}

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** A gateway in a new plant of its own (or in none), claimed unless `isClaimed` is false. */
export async function createGateway(
  db: Db,
  options: { isClaimed?: boolean; isBound?: boolean; linkedFromAt?: Date; plantId?: string } = {},
): Promise<TestGateway> {
  const code = Array.from(randomBytes(20), (byte) => base32[byte % 32]).join("");
  const isBound = options.isBound ?? true;
  const plant = isBound ? await createPlant(db) : undefined;
  const device = await createDevice(db, {
    type: "DCON",
    registrationCodeHash: sha256(code),
    plantId: options.plantId ?? plant?.id,
    linkedFromAt: options.linkedFromAt,
  });
  const secret = options.isClaimed === false ? "" : randomBytes(32).toString("base64url");
  if (secret) {
    await sql`update gateways set secret_hash = ${sha256(secret)} where device_id = ${device.id}`.execute(db);
  }
  return { ...device, code, secret, plant };
}

export interface TestClient {
  mqtt: MqttClient;
  /** Publishes and waits for the acknowledgement (QoS 1). */
  send(name: TopicName, message: object | Uint8Array): Promise<void>;
  /** The next message on a down topic; those that came already count. */
  next<Name extends MessageName>(name: Name): Promise<MessageOf<Name>>;
  end(): Promise<void>;
}

/** Signs a gateway in; rejects with the broker's refusal. Subscribes to all of its down topics by default. */
export async function connectGateway(
  link: { port: number },
  gateway: { sn: string; secret: string },
  options: IClientOptions & { tag?: string; subscribes?: boolean } = {},
): Promise<TestClient> {
  const { tag, subscribes = true, ...rest } = options;
  const mqtt = connectMqtt({
    host: "127.0.0.1",
    port: link.port,
    protocolVersion: 4,
    clientId: tag === undefined ? gateway.sn : `${gateway.sn}:${tag}`,
    username: gateway.sn,
    password: gateway.secret,
    reconnectPeriod: 0,
    ...rest,
  });
  await new Promise<void>((resolve, reject) => {
    mqtt.once("connect", () => resolve());
    mqtt.once("error", reject);
    mqtt.once("close", () => reject(new Error("the connection was closed")));
  });
  mqtt.on("error", () => undefined);
  const closed = new Promise<never>((_, reject) => {
    mqtt.once("close", () => reject(new Error("the connection was closed")));
  });
  closed.catch(() => undefined);
  const arrived = new Map<TopicName, unknown[]>();
  const waiting = new Map<TopicName, ((message: unknown) => void)[]>();
  mqtt.on("message", (topic, payload) => {
    const name = parseTopic(topic)?.name;
    if (name === undefined || name === "downOta") return;
    const message = checkMessage(name, JSON.parse(payload.toString("utf8")));
    const next = waiting.get(name)?.shift();
    if (next) next(message);
    else arrived.set(name, [...(arrived.get(name) ?? []), message]);
  });
  if (subscribes) await mqtt.subscribeAsync(downTopicsOf(gateway.sn), { qos: 1 });
  return {
    mqtt,
    async send(name, message) {
      const payload = message instanceof Uint8Array ? message : encodeJson(message);
      const sent = mqtt.publishAsync(topicOf[name](gateway.sn), Buffer.from(payload), {
        qos: TOPICS[name].qos,
      });
      await Promise.race([sent, closed]);
    },
    next<Name extends MessageName>(name: Name): Promise<MessageOf<Name>> {
      const first = arrived.get(name)?.shift();
      if (first !== undefined) return Promise.resolve(first as MessageOf<Name>);
      return new Promise((resolve) => {
        waiting.set(name, [...(waiting.get(name) ?? []), resolve as (message: unknown) => void]);
      });
    },
    end: () => mqtt.endAsync(true),
  };
}

const suffix = () => randomBytes(5).toString("hex").toUpperCase();

/** A birth of optimizers with voltage, current and counter in table 3; the gateway's meter in table 1. */
export function createBirth(sn: string, units: number | readonly string[] = 2, rev = 1): Birth {
  const serials =
    typeof units === "number" ? Array.from({ length: units }, (_, at) => `OPT-${suffix()}-${at + 1}`) : units;
  return {
    v: 1,
    session: 1,
    rev,
    t: Date.now(),
    clock: "ntp",
    gateway: { sn, type: "DCON", model: "HG-100", hw: "1.0", sw: "2.0.0", hplc: "3.1" },
    interval: 60,
    cap: [],
    units: serials.map((unitSn, at): Birth["units"][number] => [
      at + 1,
      unitSn,
      "OPT",
      "MX-600",
      "1.2",
      "3.0",
      { parent: 0, pos: `A${at + 1}` },
    ]),
    columns: {
      "1": [
        ["pa", "W", 1],
        ["ea", "Wh", 1],
        ["gi", "W/m2", 1],
      ],
      "3": [
        ["dt", "s", 1],
        ["vi", "V", 0.01],
        ["ii", "A", 0.001],
        ["eh", "Wh", 1],
      ],
    },
  };
}

/** A data message of {@link createBirth}'s table 3: every unit with 40 V, 5 A and this counter. */
export function createData(options: {
  s: number;
  t: number;
  units?: readonly number[];
  counterWh?: number;
  rev?: number;
  dt?: readonly (number | null)[];
}) {
  const units = options.units ?? [1, 2];
  const fill = (value: number | null) => units.map(() => value);
  return {
    v: 1,
    rev: options.rev ?? 1,
    s: options.s,
    t: options.t,
    c: 3,
    d: [
      [...units],
      options.dt ? [...options.dt] : fill(0),
      fill(4000),
      fill(5000),
      fill(options.counterWh ?? 1000),
    ],
  };
}

/** Polls until the value is as wanted; for effects that follow an acknowledgement. */
export async function until<T>(ask: () => Promise<T> | T, isWanted: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await ask();
    if (isWanted(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
