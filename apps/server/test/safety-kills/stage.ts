import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCluster } from "../cluster.ts";
import { startMachinePostgres } from "../machine-postgres.ts";
import type { ServerDatabase } from "../server-database.ts";
import { openServerDatabase } from "../server-database.ts";
import type { ServerProcess } from "../server-process.ts";
import { startServerProcess } from "../server-process.ts";
import type { Control } from "./control.ts";
import { createControl, settingsOf } from "./control.ts";
import type { Fault } from "./moments.ts";

/** What is killed: a process, an engine, or the power of a gateway. */
export const TARGETS = {
  "one process": ["server", "postgres", "gateway"],
  "roles apart": ["api", "link", "jobs", "postgres", "nats", "gateway"],
} as const;
export type Topology = keyof typeof TARGETS;
export type Target = (typeof TARGETS)[Topology][number];

interface Processes {
  readonly databaseUrl: string;
  readonly postgres: {
    readonly pid: number;
    kill(signal: NodeJS.Signals): Promise<void>;
    start(): Promise<void>;
  };
  http(): string;
  mqttPort(): number;
  /** Numbers of the processes that die with the target. */
  pidsOf(target: Target): readonly number[];
  /** Starts a killed target again; resolves when it is ready, and rejects once all is stopped. */
  revive(target: Target): Promise<void>;
  /** Ends everything, what is starting included, and removes its folders. */
  stop(): Promise<void>;
}

export interface Stage extends Omit<Processes, "databaseUrl"> {
  readonly topology: Topology;
  readonly control: Control;
  readonly database: ServerDatabase;
}

type Settings = Record<string, string>;

const removeFolder = (folder: string): Promise<void> =>
  // Tried again: what a killed process leaves behind may still write.
  rm(folder, { recursive: true, force: true, maxRetries: 10 });

/** All roles in one process, with a PostgreSQL that can be killed alone. */
async function startOneProcess(settings: Settings): Promise<Processes> {
  const postgres = await startMachinePostgres();
  const dataFolder = await mkdtemp(join(tmpdir(), "heliograph-kills-"));
  let ports = { PORT: "0", MQTT_PORT: "0" };
  let server: ServerProcess | undefined;
  let isStopped = false;

  async function start(): Promise<void> {
    if (isStopped) throw new Error("the installation is stopped");
    const env = { ...settings, ...ports, HELIOGRAPH_DATA: dataFolder, DATABASE_URL: postgres.url };
    // Known before it is ready: it is stopped while it starts, too.
    server = startServerProcess({ env });
    const { http, mqtt } = await server.ready;
    ports = { PORT: new URL(http).port, MQTT_PORT: new URL(mqtt).port };
  }

  async function killServer(): Promise<void> {
    server?.kill("SIGKILL");
    await server?.ended;
  }

  async function stop(): Promise<void> {
    isStopped = true;
    await killServer();
    await postgres.stop();
    await removeFolder(dataFolder);
  }

  await start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    databaseUrl: postgres.url,
    postgres,
    http: () => `http://127.0.0.1:${ports.PORT}`,
    mqttPort: () => Number(ports.MQTT_PORT),
    pidsOf: (target) => (target === "server" && server ? [server.pid] : []),
    async revive() {
      await killServer();
      await start();
    },
    stop,
  };
}

/** A process of each role with NATS between them. */
async function startApart(settings: Settings): Promise<Processes> {
  const cluster = await startCluster({ api: 1, link: 1, jobs: 1, nats: 1 }, settings);
  const isRole = (target: Target) => target === "api" || target === "link" || target === "jobs";
  return {
    databaseUrl: cluster.databaseUrl,
    postgres: cluster.postgres,
    http: () => cluster.api[0]?.address ?? "",
    mqttPort: () => Number(new URL(cluster.link[0]?.address ?? "").port),
    pidsOf(target) {
      if (target === "nats") return cluster.nats.map(({ pid }) => pid);
      return isRole(target) ? cluster[target].map(({ pid }) => pid) : [];
    },
    async revive(target) {
      if (target === "nats") await cluster.nats[0]?.kill().then(() => cluster.nats[0]?.start());
      if (isRole(target)) await cluster.restart(target, 0, "SIGKILL");
    },
    async stop() {
      await cluster.stop();
    },
  };
}

/** An installation whose parts can be killed at a moment of a press; with a fault, one that the check must find. */
export async function openStage(topology: Topology, fault?: Fault): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-kills-"));
  const undo: (() => Promise<unknown>)[] = [() => removeFolder(folder)];
  const stop = async () => {
    for (const action of undo.splice(0).toReversed()) await action();
  };
  try {
    const start = topology === "one process" ? startOneProcess : startApart;
    const processes = await start(settingsOf(folder, fault));
    undo.push(processes.stop);
    const { postgres, pidsOf, revive, databaseUrl } = processes;
    const database = await openServerDatabase({ DATABASE_URL: databaseUrl, HELIOGRAPH_DATA: folder });
    undo.push(database.close);
    return {
      ...processes,
      topology,
      database,
      control: createControl(folder),
      pidsOf: (target) => (target === "postgres" ? [postgres.pid] : pidsOf(target)),
      async revive(target) {
        if (target === "postgres") {
          await postgres.kill("SIGKILL");
          await postgres.start();
        } else if (target !== "gateway") await revive(target);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
