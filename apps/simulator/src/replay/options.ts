import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { KNOWN_FORMATS } from "./formats/known-formats.ts";
import { ReplayError } from "./replay-error.ts";

export interface ReplayOptions {
  readonly paths: readonly string[];
  readonly isOriginal: boolean;
  readonly httpUrl: string;
  readonly mqttUrl: string;
  readonly account: string;
  readonly password: string;
}

/** Environment of the program. */
export interface Surroundings {
  /** Folder that relative paths start from. */
  readonly folder: string;
  /** The server's data folder. */
  readonly dataFolder: string;
}

export const USAGE = `npm run replay -- <files or folders> [--original] [--url http://…] [--mqtt mqtt://…] [--account …] [--password …]

  --original   keep the recorded times; by default whole days are added so that the last recorded day is yesterday
  --url        the server's address; by default the one that runs on HELIOGRAPH_DATA (./data), else http://127.0.0.1:8080
  --mqtt       the device link's address; by default the running server's, else port 1883 of the same host
  --account    by default the account of the data folder's root-account.json
  --password   its password

Known formats, recognized by their content (plain or gzip):
${KNOWN_FORMATS.map(({ about }) => `  ${about}`).join("\n")}
`;

export function readJson(path: string): Record<string, unknown> {
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  } catch (cause) {
    throw new ReplayError(`${path} cannot be read: ${(cause as Error).message}.`, { cause });
  }
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        original: { type: "boolean", default: false },
        url: { type: "string" },
        mqtt: { type: "string" },
        account: { type: "string" },
        password: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (cause) {
    throw new ReplayError(`${(cause as Error).message}\n\n${USAGE}`, { cause });
  }
}

export function checkUrl(text: string, protocols: readonly string[], name: string): URL {
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
    throw new ReplayError(
      `${name} ${text} is no address that starts with ${protocols.map((p) => `${p}//`).join(" or ")}.`,
    );
  return new URL(text);
}

export function readCredentials(values: { account?: string; password?: string }, dataFolder: string) {
  const file = join(dataFolder, "root-account.json");
  const stored = values.account !== undefined && values.password !== undefined ? {} : readJson(file);
  const account = values.account ?? textOf(stored.account);
  const password = values.password ?? textOf(stored.password);
  if (account === undefined || password === undefined)
    throw new ReplayError(
      `There is no root account in ${file}: set HELIOGRAPH_DATA to the server's data folder, or give --account and --password.`,
    );
  return { account, password };
}

/** Reads the command line; undefined when only help was asked for. Throws ReplayError. */
export function readOptions(args: readonly string[], around: Surroundings): ReplayOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  if (positionals.length === 0) throw new ReplayError(`Name the files or folders to replay.\n\n${USAGE}`);
  const running = values.url === undefined ? readJson(join(around.dataFolder, "server.json")) : {};
  const http = checkUrl(
    values.url ?? textOf(running.address) ?? "http://127.0.0.1:8080",
    ["http:", "https:"],
    "--url",
  );
  const mqtt = values.mqtt ?? textOf(running.mqtt) ?? `mqtt://${http.hostname}:1883`;
  checkUrl(mqtt, ["mqtt:", "mqtts:"], "--mqtt");
  return {
    paths: positionals.map((path) => resolve(around.folder, path)),
    isOriginal: values.original,
    httpUrl: http.href.replace(/\/+$/, ""),
    mqttUrl: mqtt,
    ...readCredentials(values, around.dataFolder),
  };
}
