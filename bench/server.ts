import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startServerProcess } from "../apps/server/test/server-process.ts";

export interface BenchServer {
  readonly http: string;
  readonly mqtt: string;
  readonly pid: number;
  rootAccount(): Promise<{ account: string; password: string }>;
  stop(): Promise<void>;
}

/** The real server, empty, on free ports; resolves when it is ready. */
export async function startBenchServer(dataFolder: string): Promise<BenchServer> {
  const server = startServerProcess({ env: { HELIOGRAPH_DATA: dataFolder, PORT: "0", MQTT_PORT: "0" } });
  const address = await server.ready;
  return {
    ...address,
    pid: server.pid,
    rootAccount: () => readRootAccount(dataFolder),
    async stop() {
      server.kill("SIGTERM");
      await server.ended;
    },
  };
}

export async function readRootAccount(dataFolder: string): Promise<{ account: string; password: string }> {
  return JSON.parse(await readFile(join(dataFolder, "root-account.json"), "utf8"));
}
