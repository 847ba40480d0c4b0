import { resolve } from "node:path";
import { z } from "zod";

/** A setting that stops the start: its message is one sentence for the person who started the server. */
export class ConfigError extends Error {
  readonly variable: string;
  constructor(variable: string, problem: string, example: string) {
    super(`${variable}: ${problem}. Example: ${variable}=${example}`);
    this.name = "ConfigError";
    this.variable = variable;
  }
}

export type Role = "api" | "link" | "jobs";
const allRoles: readonly Role[] = ["api", "link", "jobs"];

interface VariableText {
  about: string;
  example: string;
  /** What holds when the variable is not set, in words for docs/configuration.md. */
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

function text(words: VariableText) {
  return z.string().min(1).optional().register(texts, words);
}

const roleList = z
  .string()
  .transform((value) => value.split(",").map((role) => role.trim()))
  .refine(
    (roles) => roles.every((role) => (allRoles as readonly string[]).includes(role)),
    "may name only api, link and jobs",
  )
  .transform((roles) => new Set(roles as Role[]))
  .optional();

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Every setting of the server, the only place where one is declared; docs/configuration.md is made from it. */
export const environmentSchema = z.object({
  HOST: text({
    about: "Address the HTTP and device ports listen on; 0.0.0.0 for all.",
    example: "0.0.0.0",
    unset: "127.0.0.1",
  }),
  PORT: port({
    about: "HTTP port. When not set and busy, the next free one is taken and said; 0 takes any free one.",
    example: "8080",
    unset: "8080",
  }),
  MQTT_PORT: port({
    about: "Device link (MQTT) port. When not set and busy, the next free one is taken and said.",
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
  PUBLIC_URL: address(["http:", "https:"], {
    about:
      "Address people reach the console at; used for links in mails and in QR codes. Needed for staying signed in and passkeys wherever the console is reached at another address than the server's own, behind a proxy for one.",
    example: "https://solar.example.org",
    unset: "the address of the HTTP port",
  }),
  TRUST_PROXY: text({
    about: "Proxies whose X-Forwarded-For is believed: 1 for any, or a list of addresses and networks.",
    example: "10.0.0.0/8",
    unset: "none is believed",
  }),
  HELIOGRAPH_DATA: text({
    about: "Folder of everything the server keeps.",
    example: "/var/lib/heliograph",
    unset: "./data",
  }),
  HELIOGRAPH_DEMO: flag({
    about: "0 starts empty; 1 makes the demo plants when the engines are embedded and the folder is empty.",
    example: "0",
    unset: "1",
  }),
  HELIOGRAPH_ROLES: roleList.register(texts, {
    about: "Roles this process plays. Not all three: DATABASE_URL, CLICKHOUSE_URL and NATS_URL are needed.",
    example: "api,link,jobs",
    unset: "api,link,jobs",
  }),
  HELIOGRAPH_LOG: z
    .enum(logLevels, `must be one of ${logLevels.join(", ")}`)
    .optional()
    .register(texts, { about: "Least level of a log line on stderr.", example: "info", unset: "warn" }),
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
  NATS_URL: address(["nats:", "tls:"], {
    about: "NATS between processes. Not built yet: a start with it stops.",
    example: "nats://nats.example.org:4222",
    unset: "in process",
  }),
  FILES_URL: address(["s3:", "http:", "https:"], {
    about: "S3-compatible file store. Not built yet: a start with it stops.",
    example: "https://key:secret@s3.example.org/heliograph",
    unset: "the data folder",
  }),
  SECOND_FACTOR_ROLES: text({
    about: "Roles, by code or id, whose accounts need a second factor to sign in; separated by commas.",
    example: "ROOT,platform-administrator",
    unset: "no role needs one",
  }),
  AUDIT_MONTHS: z
    .string()
    .regex(/^\d{1,4}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= 1, "must be at least 1")
    .optional()
    .register(texts, {
      about: "Whole months the log is kept for; older ones are dropped.",
      example: "120",
      unset: "36",
    }),
  SMTP_URL: address(["smtp:", "smtps:"], {
    about: "Mail server; `?from=` names the sender, else it is the user or no-reply at the server's name.",
    example: "smtps://user:secret@mail.example.org?from=solar%40example.org",
    unset: "mails wait in the outbox; `npm run outbox` shows them",
  }),
  SMS_WEBHOOK_URL: address(["http:", "https:"], {
    about: "Address that gets `POST { id, to, text }` for each text message to send.",
    example: "https://user:secret@sms.example.org/send",
    unset: "text messages wait in the outbox; `npm run outbox` shows them",
  }),
});

export interface Config {
  host: string;
  port: number;
  portIsSet: boolean;
  mqttPort: number;
  mqttPortIsSet: boolean;
  mqttTls?: { port: number; certPath: string; keyPath: string };
  publicUrl?: string;
  /** As Fastify takes it: true, false, or addresses and networks. */
  trustProxy: boolean | string[];
  dataFolder: string;
  demo: boolean;
  roles: Set<Role>;
  logLevel: string;
  /** Roles, by code or id, that may not be without a second factor. */
  secondFactorRoles: ReadonlySet<string>;
  databaseUrl?: string;
  clickhouseUrl?: string;
  /** Whole months of the audit that are kept. */
  auditMonths: number;
  smtpUrl?: string;
  smsWebhookUrl?: string;
}

export type Environment = Record<string, string | undefined>;
type Parsed = z.output<typeof environmentSchema>;

/** Name, about, example and unset of every variable, for docs/configuration.md. */
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
  // An empty variable is one that is not set: compose files and CI systems pass them so.
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

function refuseUnbuilt(parsed: Parsed): void {
  if (parsed.NATS_URL)
    throw new ConfigError(
      "NATS_URL",
      "is set, but several processes over NATS are not built yet; leave it empty",
      "",
    );
  if (parsed.FILES_URL)
    throw new ConfigError(
      "FILES_URL",
      "is set, but a file store by address is not built yet; leave it empty",
      "",
    );
}

function readRoles(parsed: Parsed): Set<Role> {
  const roles = parsed.HELIOGRAPH_ROLES ?? new Set(allRoles);
  if (roles.size === allRoles.length) return roles;
  for (const name of ["DATABASE_URL", "CLICKHOUSE_URL", "NATS_URL"] as const) {
    if (parsed[name]) continue;
    throw new ConfigError(
      name,
      `is missing: a process that plays only ${[...roles].join(", ")} shares its databases by address`,
      exampleOf(name),
    );
  }
  return roles;
}

function readTrustProxy(value: string | undefined): boolean | string[] {
  if (value === undefined || value === "0") return false;
  return value === "1" ? true : value.split(",").map((network) => network.trim());
}

/** Throws ConfigError with the variable's name, the problem and an example. */
export function loadConfig(env: Environment = process.env): Config {
  const parsed = parse(env);
  const roles = readRoles(parsed);
  refuseUnbuilt(parsed);
  return {
    host: parsed.HOST ?? "127.0.0.1",
    port: parsed.PORT ?? 8080,
    portIsSet: parsed.PORT !== undefined,
    mqttPort: parsed.MQTT_PORT ?? 1883,
    mqttPortIsSet: parsed.MQTT_PORT !== undefined,
    mqttTls: readMqttTls(parsed),
    publicUrl: parsed.PUBLIC_URL?.replace(/\/+$/, ""),
    trustProxy: readTrustProxy(parsed.TRUST_PROXY),
    dataFolder: resolve(parsed.HELIOGRAPH_DATA ?? "data"),
    demo: parsed.HELIOGRAPH_DEMO ?? true,
    roles,
    logLevel: parsed.HELIOGRAPH_LOG ?? "warn",
    secondFactorRoles: new Set(parsed.SECOND_FACTOR_ROLES?.split(",").map((role) => role.trim())),
    databaseUrl: parsed.DATABASE_URL,
    clickhouseUrl: parsed.CLICKHOUSE_URL,
    auditMonths: parsed.AUDIT_MONTHS ?? 36,
    smtpUrl: parsed.SMTP_URL,
    smsWebhookUrl: parsed.SMS_WEBHOOK_URL,
  };
}

/**
 * What the process itself needs before anything else runs: UTC for every date, and threads enough that slow queries
 * (one each, in the engine's sessions) never keep file writes waiting. libuv reads the number at its first use.
 */
export function prepareProcess(env: Environment = process.env): void {
  env.TZ = "UTC";
  env.UV_THREADPOOL_SIZE ??= "16";
}
