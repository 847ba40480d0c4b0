import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { MODULE_VALUES } from "../module-reports.ts";
import { encodeLines } from "./encode.ts";
import { createHttpConnection, encodePost } from "./http-connection.ts";
import type { PeerProgram } from "./peer.ts";
import { findFreePort, isInstalled, measureFolder, readPackageVersion, startProgram } from "./program.ts";
import type { StoredTotals } from "./totals.ts";

const PROGRAM = "influxd";
const DEBIAN_PACKAGE = "influxdb";
const DATABASE = "bench";
const POLL_MS = 250;
// Only ends a wait for a cache that is never written.
const TIMEOUT_MS = 5 * 60_000;

/**
 * Its own settings, without statistics about itself, request log and limits of series. After 5 s without a sample it
 * writes its cache to the disk, instead of after ten minutes, so that this work is measured.
 */
const createConfig = (folder: string, port: number, backupPort: number): string => `
reporting-disabled = true
bind-address = "127.0.0.1:${backupPort}"
[meta]
  dir = "${join(folder, "meta")}"
[data]
  dir = "${join(folder, "data")}"
  wal-dir = "${join(folder, "wal")}"
  cache-snapshot-write-cold-duration = "5s"
  max-series-per-database = 0
  max-values-per-tag = 0
[monitor]
  store-enabled = false
[http]
  bind-address = "127.0.0.1:${port}"
  log-enabled = false
`;

interface QueryResult {
  results: { error?: string; series?: { columns: string[]; values: number[][] }[] }[];
}

async function query(url: string, text: string): Promise<Map<string, number>> {
  const search = new URLSearchParams({ db: DATABASE, q: text, epoch: "ms" });
  const response = await fetch(`${url}/query?${search}`, { method: "POST" });
  if (!response.ok) throw new Error(`InfluxDB: ${await response.text()}`);
  const { results } = (await response.json()) as QueryResult;
  if (results[0]?.error) throw new Error(`InfluxDB: ${results[0].error}`);
  const series = results[0]?.series?.[0];
  return new Map(series?.columns.map((column, index) => [column, series.values[0]?.[index] ?? 0]));
}

export const influxDb: PeerProgram = {
  name: "InfluxDB",
  debianPackage: DEBIAN_PACKAGE,
  acknowledges: "204 after its log was synced",
  countConnections: (gateways) => gateways,
  isInstalled: () => isInstalled(PROGRAM),
  async start(folder) {
    const [port, backupPort] = [await findFreePort(), await findFreePort()];
    const url = `http://127.0.0.1:${port}`;
    const wal = join(folder, "wal");
    const configPath = join(folder, "influxdb.conf");
    await mkdir(wal);
    await writeFile(configPath, createConfig(folder, port, backupPort));
    const args = ["-config", configPath];
    const running = await startProgram({ program: PROGRAM, args, folder, readyUrl: `${url}/ping` });
    try {
      await query(url, `create database ${DATABASE}`);
      return {
        ...running,
        version: readPackageVersion(DEBIAN_PACKAGE),
        encode: (samples) => encodePost(`/write?db=${DATABASE}&precision=ms`, encodeLines(samples)),
        open: async () => createHttpConnection(port),
        // Its log is empty once the cache is written.
        async finish() {
          const endsAt = performance.now() + TIMEOUT_MS;
          while (measureFolder(wal) > 0) {
            if (performance.now() > endsAt) throw new Error("InfluxDB does not write its cache");
            await wait(POLL_MS);
          }
        },
        async readTotals() {
          const fields = MODULE_VALUES.map(
            (name) => `count(${name}) as ${name}_count, sum(${name}) as ${name}_sum`,
          );
          const figures = await query(url, `select ${fields.join(", ")} from module`);
          const totals: StoredTotals = {};
          for (const name of MODULE_VALUES)
            totals[name] = {
              count: figures.get(`${name}_count`) ?? 0,
              sum: figures.get(`${name}_sum`) ?? 0,
            };
          return totals;
        },
        readBytes: async () => measureFolder(join(folder, "data", DATABASE)) + measureFolder(wal),
      };
    } catch (error) {
      await running.stop();
      throw error;
    }
  },
};
