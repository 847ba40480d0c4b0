import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startClickHouseHttpServer } from "./clickhouse-http-server.ts";
import type { MachinePostgres } from "./machine-postgres.ts";
import { hasMachinePostgres, startMachinePostgres } from "./machine-postgres.ts";
import type { NatsServer } from "./nats-server.ts";
import { hasNatsServer, startNatsServer } from "./nats-server.ts";
import type { ServerProcess } from "./server-process.ts";
import { startServerProcess } from "./server-process.ts";

/** Whether the machine has PostgreSQL and NATS; ClickHouse is the embedded engine behind its HTTP protocol. */
export const canStartCluster = hasMachinePostgres && hasNatsServer;

/** A process of one role, with its address; a jobs process has none. */
export interface ClusterProcess extends ServerProcess {
  address: string;
  dataFolder: string;
}

export type Role = "api" | "link" | "jobs";

export interface Cluster extends Record<Role, ClusterProcess[]> {
  databaseUrl: string;
  postgres: MachinePostgres;
  clickhouseUrl: string;
  nats: NatsServer[];
  /** Ends a process by this signal and starts it again at its address, in its place; resolves when it is ready, and rejects once the cluster is stopped. */
  restart(role: Role, index: number, signal: NodeJS.Signals): Promise<void>;
  /** Ends the processes in order, then the engines; returns the exit codes of the processes that were not killed before. */
  stop(): Promise<(number | null)[]>;
}

/**
 * One installation in several processes on the loopback address: a number of each role, and a NATS cluster. Processes stop
 * without handing over their connections first, unless the settings say otherwise.
 */
export async function startCluster(
  count: Record<Role | "nats", number>,
  settings: Record<string, string> = {},
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-cluster-"));
  // Tried again: what a killed process leaves behind may still write.
  const undo: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 10 })];
  let isStopped = false;
  const stopEngines = async () => {
    for (const action of undo.splice(0).toReversed()) await action();
  };
  try {
    const postgres = await startMachinePostgres();
    undo.push(postgres.stop);
    const clickhouse = await startClickHouseHttpServer();
    undo.push(clickhouse.stop);
    const nats: NatsServer[] = [];
    while (nats.length < count.nats) {
      const node = await startNatsServer(nats[0] && { joins: nats[0] });
      undo.push(node.stop);
      nats.push(node);
    }
    const clickhouseUrl = `${clickhouse.url}/heliograph`;
    const shared = {
      DATABASE_URL: postgres.url,
      CLICKHOUSE_URL: clickhouseUrl,
      NATS_URL: nats.map(({ url }) => url).join(","),
      PORT: "0",
      MQTT_PORT: "0",
      DRAIN_SECONDS: "0",
      ...settings,
    };

    async function startOne(role: Role, index: number, address?: string): Promise<ClusterProcess> {
      if (isStopped) throw new Error("the cluster is stopped");
      const dataFolder = join(folder, `${role}-${index + 1}`);
      const port = address ? { PORT: new URL(address).port, MQTT_PORT: new URL(address).port } : {};
      const env = { ...shared, ...port, HELIOGRAPH_ROLES: role, HELIOGRAPH_DATA: dataFolder };
      const server = startServerProcess({ env });
      undo.push(async () => {
        server.kill("SIGKILL");
        await server.ended;
      });
      const { http, mqtt } = await server.ready;
      return { ...server, address: http ?? mqtt ?? "", dataFolder };
    }

    // The first one creates the tables and the ROOT account.
    const first = await startOne("jobs", 0);
    const startAll = (role: Role, from = 0) =>
      Promise.all(Array.from({ length: count[role] - from }, (_, index) => startOne(role, from + index)));
    const jobs = [first, ...(await startAll("jobs", 1))];
    const [link, api] = [await startAll("link"), await startAll("api")];
    const processes = { api, link, jobs };
    return {
      databaseUrl: postgres.url,
      postgres,
      clickhouseUrl,
      nats,
      ...processes,
      async restart(role, index, signal) {
        const before = processes[role][index];
        if (!before) throw new Error(`there is no process ${role} ${index}`);
        before.kill(signal);
        await before.ended;
        processes[role][index] = await startOne(role, index, before.address || undefined);
      },
      async stop() {
        isStopped = true;
        const ends = [];
        for (const server of [...api, ...link, ...jobs]) {
          server.kill("SIGTERM");
          ends.push(await server.ended);
        }
        await stopEngines();
        return ends.filter(({ signal }) => signal !== "SIGKILL").map(({ code }) => code);
      },
    };
  } catch (error) {
    await stopEngines();
    throw error;
  }
}
