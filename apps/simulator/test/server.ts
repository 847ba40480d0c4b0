import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

const program = resolve(import.meta.dirname, "../../server/src/main/all.ts");

export interface TestServer {
  readonly http: string;
  readonly mqtt: string;
  readonly dataFolder: string;
  readonly account: string;
  readonly password: string;
  /** Kills it and keeps its folder. */
  kill(): Promise<void>;
  /** Stops it gracefully and removes its folder. */
  stop(): Promise<void>;
}

type ServerProcess = ChildProcessByStdio<null, Readable, Readable>;

async function waitUntilReady(server: ServerProcess): Promise<{ http: string; mqtt: string }> {
  let errors = "";
  server.stderr.on("data", (chunk: Buffer) => {
    errors += chunk;
  });
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith('{"event":"ready"')) return JSON.parse(line) as { http: string; mqtt: string };
  }
  throw new Error(`the server did not start: ${errors}`);
}

/** The real server as `npm start` runs it, without demo plants: on free ports and an empty folder by default. */
export async function startTestServer(
  place: {
    dataFolder?: string;
    ports?: { http: string; mqtt: string };
    /** Settings beside those. */
    environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<TestServer> {
  const dataFolder = place.dataFolder ?? join(await mkdtemp(join(tmpdir(), "heliograph-replay-")), "data");
  const server = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: place.ports?.http ?? "0",
      MQTT_PORT: place.ports?.mqtt ?? "0",
      HELIOGRAPH_DEMO: "0",
      HELIOGRAPH_DATA: dataFolder,
      ...place.environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((done) => server.once("exit", () => done()));
  const { http, mqtt } = await waitUntilReady(server);
  // Drains the output: a full pipe would block the server.
  server.stdout.resume();
  const root = JSON.parse(await readFile(join(dataFolder, "root-account.json"), "utf8")) as {
    account: string;
    password: string;
  };
  return {
    http,
    mqtt,
    dataFolder,
    ...root,
    async kill() {
      server.kill("SIGKILL");
      await ended;
    },
    async stop() {
      server.kill("SIGTERM");
      await ended;
      await rm(dirname(dataFolder), { recursive: true, force: true });
    },
  };
}
