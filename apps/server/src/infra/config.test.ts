import { resolve } from "node:path";
import { expect, test } from "vitest";
import { ConfigError, listVariables, loadConfig } from "./config.ts";

/** What several processes have in common. */
const shared = {
  DATABASE_URL: "postgres://db.example.org/heliograph",
  CLICKHOUSE_URL: "http://clickhouse.example.org:8123/heliograph",
  NATS_URL: "nats://one.example.org",
};

test("requires no setting", () => {
  expect(loadConfig({})).toEqual({
    host: "127.0.0.1",
    port: 8080,
    portIsSet: false,
    mqttPort: 1883,
    mqttPortIsSet: false,
    mqttTls: undefined,
    publicUrl: undefined,
    trustProxy: false,
    dataFolder: resolve("data"),
    demo: true,
    roles: new Set(["api", "link", "jobs"]),
    logLevel: "warn",
    auditMonths: 36,
    secondFactorRoles: new Set(),
    databaseUrl: undefined,
    clickhouseUrl: undefined,
    natsUrls: undefined,
    smtpUrl: undefined,
    smsWebhookUrl: undefined,
    webhookNetworks: [],
    firmwareKeys: [],
    firmwareRateKib: 1024,
    drainS: 0,
  });
});

test("an empty variable counts as not set", () => {
  expect(loadConfig({ PORT: "", HOST: " ", HELIOGRAPH_DEMO: "" })).toEqual(loadConfig({}));
});

test("reads every setting", () => {
  const config = loadConfig({
    HOST: "0.0.0.0",
    PORT: "0",
    MQTT_PORT: "2883",
    MQTT_TLS_PORT: "8883",
    MQTT_TLS_CERT: "/tls/link.crt",
    MQTT_TLS_KEY: "/tls/link.key",
    PUBLIC_URL: "https://solar.example.org/",
    TRUST_PROXY: "10.0.0.0/8, 192.168.1.1",
    HELIOGRAPH_DATA: "/var/lib/heliograph",
    HELIOGRAPH_DEMO: "0",
    DATABASE_URL: "postgres://db.example.org/heliograph",
    CLICKHOUSE_URL: "http://clickhouse.example.org:8123/heliograph",
    NATS_URL: "nats://user:secret@one.example.org, tls://two.example.org:4223",
    SMTP_URL: "smtps://mail.example.org",
    SMS_WEBHOOK_URL: "https://sms.example.org/send",
    WEBHOOK_NETWORKS: "10.20.0.0/16, fd12::/48",
    HELIOGRAPH_LOG: "debug",
  });
  expect(config).toMatchObject({
    host: "0.0.0.0",
    port: 0,
    portIsSet: true,
    mqttPort: 2883,
    mqttPortIsSet: true,
    mqttTls: { port: 8883, certPath: "/tls/link.crt", keyPath: "/tls/link.key" },
    publicUrl: "https://solar.example.org",
    trustProxy: ["10.0.0.0/8", "192.168.1.1"],
    webhookNetworks: ["10.20.0.0/16", "fd12::/48"],
    dataFolder: "/var/lib/heliograph",
    demo: false,
    databaseUrl: "postgres://db.example.org/heliograph",
    clickhouseUrl: "http://clickhouse.example.org:8123/heliograph",
    natsUrls: ["nats://user:secret@one.example.org", "tls://two.example.org:4223"],
    logLevel: "debug",
  });
  // With NATS, gateways can sign in at other processes before this one stops.
  expect(config.drainS).toBe(60);
  expect(loadConfig({ ...shared, DRAIN_SECONDS: "0" }).drainS).toBe(0);
  expect(loadConfig({ TRUST_PROXY: "1" }).trustProxy).toBe(true);
});

test.each([
  [{ PORT: "http" }, 'PORT: "http" must be a whole number. Example: PORT=8080'],
  [{ PORT: "70000" }, 'PORT: "70000" must be a port from 0 to 65535. Example: PORT=8080'],
  [{ MQTT_PORT: "-1" }, 'MQTT_PORT: "-1" must be a whole number. Example: MQTT_PORT=1883'],
  [
    { PUBLIC_URL: "solar" },
    'PUBLIC_URL: "solar" is no address. Example: PUBLIC_URL=https://solar.example.org',
  ],
  [
    { DATABASE_URL: "mysql://db" },
    'DATABASE_URL: "mysql://db" must start with postgres:// or postgresql://.',
  ],
  [{ WEBHOOK_NETWORKS: "10.0.0.0/33" }, 'WEBHOOK_NETWORKS: "10.0.0.0/33" must be a list of networks.'],
  [{ FIRMWARE_KEYS: "Example=short" }, 'FIRMWARE_KEYS: "Example=short" must be a list of name=key'],
  [{ HELIOGRAPH_DEMO: "yes" }, 'HELIOGRAPH_DEMO: "yes" must be 0 or 1. Example: HELIOGRAPH_DEMO=0'],
  [{ HELIOGRAPH_ROLES: "api,web" }, 'HELIOGRAPH_ROLES: "api,web" may name only api, link and jobs.'],
  [
    { HELIOGRAPH_LOG: "loud" },
    'HELIOGRAPH_LOG: "loud" must be one of fatal, error, warn, info, debug, trace, silent.',
  ],
  [
    { METRICS_PORT: "9464" },
    "METRICS_TOKEN: is missing: metrics need METRICS_PORT and METRICS_TOKEN together",
  ],
  [{ DRAIN_SECONDS: "soon" }, 'DRAIN_SECONDS: "soon" must be a whole number. Example: DRAIN_SECONDS=120'],
  [{ DRAIN_SECONDS: "601" }, 'DRAIN_SECONDS: "601" must be from 0 to 600. Example: DRAIN_SECONDS=120'],
  [{ FIRMWARE_RATE: "1.5" }, 'FIRMWARE_RATE: "1.5" must be a whole number. Example: FIRMWARE_RATE=4096'],
  [{ FIRMWARE_RATE: "15" }, 'FIRMWARE_RATE: "15" must be from 16 to 1048576. Example: FIRMWARE_RATE=4096'],
  [{ AUDIT_MONTHS: "0" }, 'AUDIT_MONTHS: "0" must be from 1 to 9999. Example: AUDIT_MONTHS=120'],
  [
    { NATS_URL: shared.NATS_URL },
    "DATABASE_URL: is missing: NATS_URL is for several processes, which share their databases by address.",
  ],
  [{ NATS_URL: shared.NATS_URL, DATABASE_URL: shared.DATABASE_URL }, "CLICKHOUSE_URL: is missing: NATS_URL"],
  [
    { ...shared, NATS_URL: "nats://" },
    'NATS_URL: "nats://" must be addresses that start with nats:// or tls://.',
  ],
  [{ MQTT_TLS_PORT: "8883" }, "MQTT_TLS_CERT: is missing: the TLS port needs"],
  [
    { NATS_URL: "nats://one.example.org,two.example.org" },
    'NATS_URL: "nats://one.example.org,two.example.org" must be addresses that start with nats:// or tls://. Example:',
  ],
  [
    { PLANT_MQTT_URL: "mqtts://solar.example.org" },
    'PLANT_MQTT_URL: "mqtts://solar.example.org" must have a port. Example: PLANT_MQTT_URL=mqtts://solar.example.org:8884',
  ],
  [
    { PLANT_MQTT_URL: "mqtts://home:secret@solar.example.org:8884" },
    "must not have a user name or password: it is shown to every user, who signs in with an API key. Example:",
  ],
  [{ PLANT_MQTT_URL: "mqtts://solar.example.org:8884/plants" }, "must end with its port. Example:"],
  [{ PLANT_MQTT_URL: "https://solar.example.org:8884" }, "must start with mqtt:// or mqtts://. Example:"],
  [{ PLANT_MQTT_URL: "solar.example.org" }, "is no address. Example:"],
  [
    { HELIOGRAPH_ROLES: "api" },
    "DATABASE_URL: is missing: a process with only the roles api shares its databases",
  ],
  [{ ...shared, HELIOGRAPH_ROLES: "link", NATS_URL: "" }, "NATS_URL: is missing"],
])("refuses %o and names variable, problem and example", (env, message) => {
  expect(() => loadConfig(env)).toThrow(ConfigError);
  expect(() => loadConfig(env)).toThrow(message);
});

test("every variable's example is a valid value", () => {
  for (const { name, example } of listVariables()) {
    if (name.startsWith("MQTT_TLS") || name.startsWith("METRICS_")) continue;
    expect(() => loadConfig({ ...shared, [name]: example }), name).not.toThrow();
  }
});
