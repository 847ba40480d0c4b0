import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Surroundings } from "./replay/options.ts";
import { checkUrl, readCredentials, readJson, textOf } from "./replay/options.ts";
import { ReplayError } from "./replay/replay-error.ts";

export interface SimulateOptions {
  readonly fleetPath: string;
  readonly httpUrl: string;
  readonly mqttUrl: string;
  /** Folder of the states of the fleet's gateways. */
  readonly folder: string;
  readonly speed: number;
  readonly startAt: number | undefined;
  /** File of the public keys whose firmware the gateways accept, one a line. */
  readonly firmwareKeyPath?: string;
  /** Folder of device models beside those of the product. */
  readonly modelsFolder?: string;
  /** Ends with its parent, whose pipe is the standard input. */
  readonly endsWithInput: boolean;
  /** Read when plants must be entered: throws ReplayError without a root account. */
  getCredentials(): { account: string; password: string };
}

export const USAGE = `npm run simulate -- <fleet file> [--url http://…] [--mqtt mqtt://…] [--account …] [--password …] [--from …] [--speed …] [--state …] [--firmware-key …] [--models …]

  --url        the server's address; by default the one that runs on HELIOGRAPH_DATA (./data), else http://127.0.0.1:8080
  --mqtt       the device link's address; by default the running server's, else port 1883 of the same host
  --account    by default the account of the data folder's root-account.json
  --password   its password
  --from       begins at this instant of the past (2026-06-01T04:00:00Z)
  --speed      runs so many times as fast, until it reaches the present; 24 hours back when --from is absent
  --state      folder of the gateways' memories; by default simulator/<fleet> in the data folder
  --firmware-key  file of the public keys whose firmware the gateways accept, one a line; by default they accept none
  --models     folder of device models beside those of the product (docs/device-models.md)

The fleet file is described in docs/simulator.md.
`;

const HOUR_MS = 3_600_000;

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: "string" },
        mqtt: { type: "string" },
        account: { type: "string" },
        password: { type: "string" },
        from: { type: "string" },
        speed: { type: "string", default: "1" },
        state: { type: "string" },
        "firmware-key": { type: "string" },
        models: { type: "string" },
        "end-with-input": { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (cause) {
    throw new ReplayError(`${(cause as Error).message}\n\n${USAGE}`, { cause });
  }
}

function readSpeed(text: string): number {
  const speed = Number(text);
  if (!(speed >= 1 && speed <= 10_000))
    throw new ReplayError(`--speed ${text} is no number from 1 to 10000.`);
  return speed;
}

function readStart(text: string | undefined, speed: number): number | undefined {
  if (text === undefined) return speed > 1 ? Date.now() - 24 * HOUR_MS : undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at) || at > Date.now()) throw new ReplayError(`--from ${text} is no instant of the past.`);
  return at;
}

/** Reads the command line; undefined when only help was asked for. Throws ReplayError. */
export function readSimulateOptions(
  args: readonly string[],
  around: Surroundings,
): SimulateOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new ReplayError(`Name one fleet file.\n\n${USAGE}`);
  const running = values.url === undefined ? readJson(join(around.dataFolder, "server.json")) : {};
  const http = checkUrl(
    values.url ?? textOf(running.address) ?? "http://127.0.0.1:8080",
    ["http:", "https:"],
    "--url",
  );
  const mqttUrl = values.mqtt ?? textOf(running.mqtt) ?? `mqtt://${http.hostname}:1883`;
  checkUrl(mqttUrl, ["mqtt:", "mqtts:"], "--mqtt");
  const speed = readSpeed(values.speed);
  const fleetPath = resolve(around.folder, file);
  const name = basename(fleetPath).replace(/\.json$/, "");
  return {
    fleetPath,
    httpUrl: http.href.replace(/\/+$/, ""),
    mqttUrl,
    folder:
      values.state === undefined
        ? join(around.dataFolder, "simulator", name)
        : resolve(around.folder, values.state),
    speed,
    startAt: readStart(values.from, speed),
    ...(values["firmware-key"] !== undefined && {
      firmwareKeyPath: resolve(around.folder, values["firmware-key"]),
    }),
    ...(values.models !== undefined && { modelsFolder: resolve(around.folder, values.models) }),
    endsWithInput: values["end-with-input"],
    getCredentials: () => readCredentials(values, around.dataFolder),
  };
}
