import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createSigningKey } from "../../apps/server/src/modules/devices/firmware/firmware-signing.service.ts";
import type { Place } from "./server.ts";

const folder = join(import.meta.dirname, "../..");
const READY_MS = 180_000;
const STOP_MS = 15_000;

export interface RunningServer {
  place: Place;
  stop(): Promise<void>;
}

/** The product with an empty data folder on free ports, with the demo plants where they are asked for. */
export async function startServer({ hasDemo = false } = {}): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), "heliograph-e2e-"));
  const [port, mqttPort] = [await freePort(), await freePort()];
  const firmwareKey = createSigningKey();
  const server = spawn(process.execPath, ["apps/server/src/main/all.ts"], {
    cwd: folder,
    env: {
      ...process.env,
      TZ: "UTC",
      HELIOGRAPH_DATA: data,
      HELIOGRAPH_DEMO: hasDemo ? "1" : "0",
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      FIRMWARE_KEYS: `Specs=${firmwareKey.publicKey}`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  server.stderr.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));

  const ready = await new Promise<{ http: string; mqtt: string }>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The server is not ready:\n${said.join("")}`)), READY_MS);
    server.once("exit", () => reject(new Error(`The server ended:\n${said.join("")}`)));
    createInterface({ input: server.stdout }).on("line", (line) => {
      said.push(`${line}\n`);
      if (!line.startsWith('{"event":"ready"')) return;
      clearTimeout(timer);
      resolve(JSON.parse(line) as { http: string; mqtt: string });
    });
  });
  const root: Place["root"] = JSON.parse(await readFile(join(data, "root-account.json"), "utf8"));

  return {
    place: { http: ready.http, mqtt: ready.mqtt, data, root, firmwareKey: firmwareKey.privateKey },
    async stop() {
      server.kill("SIGTERM");
      const timer = setTimeout(() => server.kill("SIGKILL"), STOP_MS);
      await exited;
      clearTimeout(timer);
      await rm(data, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
