import type { FullConfig } from "@playwright/test";
import { isOnCluster } from "./support/full-run.ts";
import type { RunningServer } from "./support/run-server.ts";
import { startServer } from "./support/run-server.ts";
import { writePlaces } from "./support/server.ts";

/** Starts the built product once for each worker, so that specs at the same time share nothing but the machine. */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const servers: RunningServer[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    // One after another: a port found free is taken before the next is looked for.
    for (let worker = 0; worker < workers; worker += 1)
      servers.push(await (isOnCluster ? startOnCluster() : startServer()));
  } catch (error) {
    await stop();
    throw error;
  }
  writePlaces(servers.map(({ place }) => place));
  return stop;
}

/** Loaded where it is needed: it brings the ClickHouse engine. */
async function startOnCluster(): Promise<RunningServer> {
  const { startClusterPlace } = await import("./support/cluster.ts");
  return await startClusterPlace();
}
