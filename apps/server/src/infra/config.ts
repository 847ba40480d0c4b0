import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";

/** A setting that prevents the start; its message is one sentence for the user who started the server. */
export class ConfigError extends Error {
  readonly variable: string;
  constructor(variable: string, problem: string, example: string) {
    super(`${variable}: ${problem}. Example: ${variable}=${example}`);
    this.name = "ConfigError";
    this.variable = variable;
  }
}

export type Role = "api" | "link" | "jobs";
/** How long logs are kept where AUDIT_MONTHS is not set. */
const DEFAULT_AUDIT_MONTHS = 36;

const ALL_ROLES: readonly Role[] = ["api", "link", "jobs"];

interface VariableText {
  about: string;
  example: string;
  /** Description of the default, for docs/configuration.md. */
  unset: string;
}

const texts = z.registry<VariableText>();

function port(text: VariableText) {
  return z
    .string()
    .regex(/^\d{1,5}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value <= 65_535, "must be a port from 0 to 65535")
    .optional()
    .register(texts, text);
}

function wholeNumber(from: number, to: number, text: VariableText) {
  return z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be from ${from} to ${to}`)
    .optional()
    .register(texts, text);
}

function flag(text: VariableText) {
  return z
    .enum(["0", "1"], "must be 0 or 1")
    .transform((value) => value === "1")
    .optional()
    .register(texts, text);
}

function address(protocols: readonly string[], text: VariableText) {
  return z
    .string()
    .refine((value) => URL.canParse(value), "is no address")
    .refine(
      (value) => !URL.canParse(value) || protocols.includes(new URL(value).protocol),
      `must start with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    )
    .optional()
    .register(texts, text);
}

/** Address of an MQTT listener for users: its name and port. */
function mqttAddress(text: VariableText) {
  const holds = (isRight: (url: URL) => boolean) => (value: string) =>
    !URL.canParse(value) || isRight(new URL(value));
  return address(["mqtt:", "mqtts:"], text)
    .unwrap()
    .refine(
      holds(({ username, password }) => username === "" && password === ""),
      "must not have a user name or password: it is shown to every user, who signs in with an API key",
    )
    .refine(
      holds(({ hostname, port: number }) => hostname !== "" && number !== ""),
      "must have a port",
    )
    .refine(
      holds(({ pathname, search, hash }) => /^\/?$/.test(pathname) && search === "" && hash === ""),
      "must end with its port",
    )
    .optional()
    .register(texts, text);
}

/** One or more addresses with the name of a machine each, comma-separated. */
function addressList(protocols: readonly string[], text: VariableText) {
  const isAddress = (value: string) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol) && new URL(value).hostname !== "";
  return z
    .string()
    .transform((value) => value.split(",").map((one) => one.trim()))
    .refine(
      (values) => values.every(isAddress),
      `must be addresses that start with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    )
    .optional()
    .register(texts, text);
}

function text(words: VariableText) {
  return z.string().min(1).optional().register(texts, words);
}

/** An address and the length of its prefix. */
function isNetwork(text: string): boolean {
  const [address = "", prefix = "", ...rest] = text.split("/");
  const family = isIP(address);
  return (
    family !== 0 &&
    rest.length === 0 &&
    /^\d{1,3}$/.test(prefix) &&
    Number(prefix) <= (family === 4 ? 32 : 128)
  );
}

/** `name=key`, the key as 32 bytes in base64. */
const firmwareKeyPattern = /^([^=,]{1,64})=([A-Za-z0-9+/]{43}=)$/;

const firmwareKeyList = z
  .string()
  .transform((value) => value.split(",").map((key) => key.trim()))
  .refine(
    (keys) => keys.every((key) => firmwareKeyPattern.test(key)),
    "must be a list of name=key, each key 32 bytes in base64",
  )
  .transform((keys) =>
    keys.map((key) => {
      const [, name = "", publicKey = ""] = firmwareKeyPattern.exec(key) ?? [];
      return { name, publicKey };
    }),
  )
  .optional();

const roleList = z
  .string()
  .transform((value) => value.split(",").map((role) => role.trim()))
  .refine(
    (roles) => roles.every((role) => (ALL_ROLES as readonly string[]).includes(role)),
    "may name only api, link and jobs",
  )
  .transform((roles) => new Set(roles as Role[]))
  .optional();

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Every setting of the server; docs/configuration.md is generated from it. */
export const environmentSchema = z.object({
  HOST: text({
    about: "Address the HTTP and device ports listen on; 0.0.0.0 for all.",
    example: "0.0.0.0",
    unset: "127.0.0.1",
  }),
  PORT: port({
    about:
      "HTTP port. When not set and busy, the server uses the next free port and prints it; 0 uses any free port.",
    example: "8080",
    unset: "8080",
  }),
  MQTT_PORT: port({
    about:
      "Device link (MQTT) port. When not set and busy, the server uses the next free port and prints it.",
    example: "1883",
    unset: "1883",
  }),
  MQTT_TLS_PORT: port({
    about: "Second device link port with TLS; needs MQTT_TLS_CERT and MQTT_TLS_KEY.",
    example: "8883",
    unset: "no TLS port",
  }),
  MQTT_TLS_CERT: text({
    about: "File with the certificate chain of the TLS port (PEM).",
    example: "/etc/heliograph/link.crt",
    unset: "none",
  }),
  MQTT_TLS_KEY: text({
    about: "File with the private key of the TLS port (PEM).",
    example: "/etc/heliograph/link.key",
    unset: "none",
  }),
  PLANT_MQTT_PORT: port({
    about:
      "Port where API keys subscribe to values of plants by MQTT, such as Home Assistant (docs/home-assistant.md); with TLS where MQTT_TLS_PORT, MQTT_TLS_CERT and MQTT_TLS_KEY are set.",
    example: "8884",
    unset: "not offered",
  }),
  PLANT_MQTT_URL: mqttAddress({
    about: "Public address of that port, shown to users, where it is behind a proxy or has another name.",
    example: "mqtts://solar.example.org:8884",
    unset: "the name in PUBLIC_URL with PLANT_MQTT_PORT",
  }),
  PUBLIC_URL: address(["http:", "https:"], {
    about:
      "Public address of the console, used for links in mails and in QR codes. Required for staying signed in and for passkeys when users reach the console at another address than the server's own, for example behind a proxy.",
    example: "https://solar.example.org",
    unset: "the address of the HTTP port",
  }),
  TRUST_PROXY: text({
    about: "Proxies whose X-Forwarded-For header is trusted: 1 for any, or a list of addresses and networks.",
    example: "10.0.0.0/8",
    unset: "none",
  }),
  HELIOGRAPH_DATA: text({
    about: "Data folder of the server.",
    example: "/var/lib/heliograph",
    unset: "./data",
  }),
  DEVICE_MODELS: text({
    about:
      "Folder with files of device models (`*.json`) beside those of the product; see docs/device-models.md. The simulator reads it too.",
    example: "/etc/heliograph/models",
    unset: "the product's own models",
  }),
  HELIOGRAPH_DEMO: flag({
    about: "0 starts empty; 1 creates the demo plants when the engines are embedded and the folder is empty.",
    example: "0",
    unset: "1",
  }),
  HELIOGRAPH_ROLES: roleList.register(texts, {
    about: "Roles of this process. Fewer than three require DATABASE_URL, CLICKHOUSE_URL and NATS_URL.",
    example: "api,link,jobs",
    unset: "api,link,jobs",
  }),
  HELIOGRAPH_LOG: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`)
    .optional()
    .register(texts, { about: "Minimum level of log lines on stderr.", example: "info", unset: "warn" }),
  DATABASE_URL: address(["postgres:", "postgresql:"], {
    about: "PostgreSQL 15 or newer.",
    example: "postgres://heliograph:secret@db.example.org:5432/heliograph",
    unset: "embedded PostgreSQL in the data folder",
  }),
  CLICKHOUSE_URL: address(["http:", "https:"], {
    about: "ClickHouse server or cluster (HTTP interface); the path names the database.",
    example: "http://heliograph:secret@clickhouse.example.org:8123/heliograph",
    unset: "embedded ClickHouse in the data folder",
  }),
  NATS_URL: addressList(["nats:", "tls:"], {
    about:
      "NATS between the processes of one installation: a server, or several comma-separated ones of a cluster, with the user or token in the first one. Processes with the same DATABASE_URL need it; it requires DATABASE_URL and CLICKHOUSE_URL.",
    example: "nats://heliograph:secret@nats-1.example.org:4222,nats://nats-2.example.org:4222",
    unset: "in process",
  }),
  SECOND_FACTOR_ROLES: text({
    about: "Comma-separated roles, by code or id, whose accounts need a second factor to sign in.",
    example: "ROOT,platform-administrator",
    unset: "no role",
  }),
  AUDIT_MONTHS: wholeNumber(1, 9_999, {
    about:
      "Retention of the logs in whole months; older months are deleted, and alarms resolved before with their history.",
    example: "120",
    unset: String(DEFAULT_AUDIT_MONTHS),
  }),
  SMTP_URL: address(["smtp:", "smtps:"], {
    about: "Mail server; `?from=` sets the sender (default: the user, or no-reply at the server's name).",
    example: "smtps://user:secret@mail.example.org?from=solar%40example.org",
    unset: "mails wait in the outbox; `npm run outbox` shows them",
  }),
  SMS_WEBHOOK_URL: address(["http:", "https:"], {
    about: "Address that receives `POST { id, to, text }` for each text message.",
    example: "https://user:secret@sms.example.org/send",
    unset: "text messages wait in the outbox; `npm run outbox` shows them",
  }),
  DRAIN_SECONDS: wholeNumber(0, 600, {
    about:
      "Longest time over which SIGTERM closes the connections of gateways one after another, so that they do not all sign in elsewhere at the same time. Before that, the process reports not ready for 5 s. 0 stops immediately, as Ctrl-C does.",
    example: "120",
    unset: "60 with NATS_URL, else 0",
  }),
  METRICS_PORT: port({
    about:
      "Port of `GET /metrics` for Prometheus, in every process; needs METRICS_TOKEN. 0 uses any free port.",
    example: "9464",
    unset: "no metrics",
  }),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional().register(texts, {
    about: "Token that requests for metrics carry (`Authorization: Bearer …`).",
    example: "a-long-random-text",
    unset: "none",
  }),
  FIRMWARE_KEYS: firmwareKeyList.register(texts, {
    about:
      "Comma-separated keys of firmware publishers as `name=key`: Ed25519 public keys in base64, as `npm run firmware:sign -- --new-key` prints them. Only firmware signed by one of them can be published.",
    example: "Example Ltd=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    unset: "none",
  }),
  FIRMWARE_RATE: wholeNumber(16, 1_048_576, {
    about:
      "KiB of firmware images that each process with the device link sends to all its gateways in a second.",
    example: "4096",
    unset: "1024",
  }),
  WEBHOOK_NETWORKS: z
    .string()
    .transform((value) => value.split(",").map((network) => network.trim()))
    .refine((networks) => networks.every(isNetwork), "must be a list of networks")
    .optional()
    .register(texts, {
      about:
        "Comma-separated networks that webhooks may be sent to although they are private, also by http. Everything else must be a public https address.",
      example: "10.20.0.0/16,fd12:3456::/48",
      unset: "none",
    }),
});

export interface Config {
  host: string;
  port: number;
  portIsSet: boolean;
  mqttPort: number;
  mqttPortIsSet: boolean;
  mqttTls?: { port: number; certPath: string; keyPath: string };
  /** Where API keys subscribe to values of plants; undefined where that is not offered. */
  plantMqtt?: { port: number; url?: string };
  publicUrl?: string;
  /** As Fastify expects it: true, false, or addresses and networks. */
  trustProxy: boolean | string[];
  dataFolder: string;
  /** Folder of device models beside those of the product. */
  deviceModelsFolder?: string;
  demo: boolean;
  roles: Set<Role>;
  logLevel: string;
  /** Roles, by code or id, that require a second factor. */
  secondFactorRoles: ReadonlySet<string>;
  databaseUrl?: string;
  clickhouseUrl?: string;
  /** Addresses of NATS; undefined when this process is the only one. */
  natsUrls?: readonly string[];
  /** Retention of the audit log in whole months. */
  auditMonths: number;
  smtpUrl?: string;
  smsWebhookUrl?: string;
  /** Networks as `10.20.0.0/16` that webhooks may be sent to although they are private. */
  webhookNetworks: readonly string[];
  /** KiB of firmware images a second. */
  firmwareRateKib: number;
  /** Longest time to close the connections of gateways when the process stops, s; 0 where no other process takes them. */
  drainS: number;
  /** Set where the process is monitored. */
  metrics?: { port: number; token: string };
  /** Public keys of firmware publishers, 32 bytes in base64 each. */
  firmwareKeys: readonly { readonly name: string; readonly publicKey: string }[];
}

export type Environment = Record<string, string | undefined>;
type Parsed = z.output<typeof environmentSchema>;

/** Lists all variables with their texts, for docs/configuration.md. */
export function listVariables(): Array<VariableText & { name: string }> {
  return Object.entries(environmentSchema.shape).map(([name, schema]) => ({
    name,
    ...(texts.get(schema) as VariableText),
  }));
}

function exampleOf(name: string): string {
  return listVariables().find((variable) => variable.name === name)?.example ?? "";
}

function parse(env: Environment): Parsed {
  // An empty variable counts as not set: compose files and CI systems pass unset variables this way.
  const known = Object.keys(environmentSchema.shape).map((name) => [name, env[name]?.trim() || undefined]);
  const result = environmentSchema.safeParse(Object.fromEntries(known));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0]);
  throw new ConfigError(name, `"${env[name]}" ${issue?.message}`, exampleOf(name));
}

function readMqttTls(parsed: Parsed): Config["mqttTls"] {
  const { MQTT_TLS_PORT, MQTT_TLS_CERT, MQTT_TLS_KEY } = parsed;
  const given = { MQTT_TLS_PORT, MQTT_TLS_CERT, MQTT_TLS_KEY };
  const missing = Object.entries(given).filter(([, value]) => value === undefined);
  if (missing.length === 3) return undefined;
  const lacking = missing[0]?.[0];
  if (lacking)
    throw new ConfigError(
      lacking,
      "is missing: the TLS port needs MQTT_TLS_PORT, MQTT_TLS_CERT and MQTT_TLS_KEY together",
      exampleOf(lacking),
    );
  return {
    port: MQTT_TLS_PORT as number,
    certPath: MQTT_TLS_CERT as string,
    keyPath: MQTT_TLS_KEY as string,
  };
}

function readMetrics({ METRICS_PORT, METRICS_TOKEN }: Parsed): Config["metrics"] {
  if (METRICS_PORT === undefined && METRICS_TOKEN === undefined) return undefined;
  if (METRICS_PORT !== undefined && METRICS_TOKEN !== undefined)
    return { port: METRICS_PORT, token: METRICS_TOKEN };
  const lacking = METRICS_PORT === undefined ? "METRICS_PORT" : "METRICS_TOKEN";
  throw new ConfigError(
    lacking,
    "is missing: metrics need METRICS_PORT and METRICS_TOKEN together",
    exampleOf(lacking),
  );
}

function readRoles(parsed: Parsed): Set<Role> {
  const roles = parsed.HELIOGRAPH_ROLES ?? new Set(ALL_ROLES);
  if (roles.size === ALL_ROLES.length) return roles;
  for (const name of ["DATABASE_URL", "CLICKHOUSE_URL", "NATS_URL"] as const) {
    if (parsed[name]) continue;
    throw new ConfigError(
      name,
      `is missing: a process with only the roles ${[...roles].join(", ")} shares its databases by address`,
      exampleOf(name),
    );
  }
  return roles;
}

/** Processes connected by NATS are of one installation: each with databases of its own would act on messages of others. */
function checkShared(parsed: Parsed): void {
  if (!parsed.NATS_URL) return;
  for (const name of ["DATABASE_URL", "CLICKHOUSE_URL"] as const) {
    if (parsed[name]) continue;
    throw new ConfigError(
      name,
      "is missing: NATS_URL is for several processes, which share their databases by address",
      exampleOf(name),
    );
  }
}

function readTrustProxy(value: string | undefined): boolean | string[] {
  if (value === undefined || value === "0") return false;
  return value === "1" ? true : value.split(",").map((network) => network.trim());
}

/** Throws ConfigError with the variable's name, the problem and an example. */
export function loadConfig(env: Environment = process.env): Config {
  const parsed = parse(env);
  const roles = readRoles(parsed);
  checkShared(parsed);
  return {
    host: parsed.HOST ?? "127.0.0.1",
    port: parsed.PORT ?? 8080,
    portIsSet: parsed.PORT !== undefined,
    mqttPort: parsed.MQTT_PORT ?? 1883,
    mqttPortIsSet: parsed.MQTT_PORT !== undefined,
    mqttTls: readMqttTls(parsed),
    ...(parsed.PLANT_MQTT_PORT !== undefined && {
      plantMqtt: { port: parsed.PLANT_MQTT_PORT, url: parsed.PLANT_MQTT_URL },
    }),
    publicUrl: parsed.PUBLIC_URL?.replace(/\/+$/, ""),
    trustProxy: readTrustProxy(parsed.TRUST_PROXY),
    dataFolder: resolve(parsed.HELIOGRAPH_DATA ?? "data"),
    ...(parsed.DEVICE_MODELS !== undefined && { deviceModelsFolder: resolve(parsed.DEVICE_MODELS) }),
    demo: parsed.HELIOGRAPH_DEMO ?? true,
    roles,
    logLevel: parsed.HELIOGRAPH_LOG ?? "warn",
    secondFactorRoles: new Set(parsed.SECOND_FACTOR_ROLES?.split(",").map((role) => role.trim())),
    databaseUrl: parsed.DATABASE_URL,
    clickhouseUrl: parsed.CLICKHOUSE_URL,
    natsUrls: parsed.NATS_URL,
    auditMonths: parsed.AUDIT_MONTHS ?? DEFAULT_AUDIT_MONTHS,
    smtpUrl: parsed.SMTP_URL,
    smsWebhookUrl: parsed.SMS_WEBHOOK_URL,
    webhookNetworks: parsed.WEBHOOK_NETWORKS ?? [],
    firmwareKeys: parsed.FIRMWARE_KEYS ?? [],
    firmwareRateKib: parsed.FIRMWARE_RATE ?? 1024,
    drainS: parsed.DRAIN_SECONDS ?? (parsed.NATS_URL ? 60 : 0),
    metrics: readMetrics(parsed),
  };
}

/**
 * Sets up the process before anything else runs: UTC for every date, and enough threads that slow queries (one each, in
 * the engine's sessions) never delay file writes. libuv reads the number at its first use.
 */
export function prepareProcess(env: Environment = process.env): void {
  env.TZ = "UTC";
  env.UV_THREADPOOL_SIZE ??= "16";
}
