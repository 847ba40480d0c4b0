import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createSigningKey } from "../../apps/server/src/modules/devices/firmware/firmware-signing.service.ts";
import type { Cluster } from "../../apps/server/test/cluster.ts";
import { canStartCluster, startCluster } from "../../apps/server/test/cluster.ts";
import { startTcpBalancer } from "../../apps/server/test/tcp-balancer.ts";
import type { Place } from "./server.ts";

const portOf = ({ address }: { address: string }) => Number(new URL(address).port);

/** The product as two `api`, two `link` and one `jobs` process; every connection goes to another one in turn. */
export async function startClusterPlace(): Promise<{ place: Place; stop(): Promise<void> }> {
  if (!canStartCluster) throw new Error("PostgreSQL and nats-server are needed for a cluster");
  let cluster: Cluster | undefined;
  const http = await startTcpBalancer(() => cluster?.api.map(portOf) ?? []);
  const mqtt = await startTcpBalancer(() => cluster?.link.map(portOf) ?? []);
  const stop = async () => {
    await cluster?.stop();
    await Promise.all([http.stop(), mqtt.stop()]);
  };
  try {
    const address = `http://localhost:${http.port}`;
    const firmwareKey = createSigningKey();
    const settings = { PUBLIC_URL: address, FIRMWARE_KEYS: `Specs=${firmwareKey.publicKey}` };
    cluster = await startCluster({ api: 2, link: 2, jobs: 1, nats: 3 }, settings);
    const data = cluster.jobs[0]?.dataFolder ?? "";
    const root: Place["root"] = JSON.parse(await readFile(join(data, "root-account.json"), "utf8"));
    const place: Place = {
      ...{ data, root, database: cluster.databaseUrl, firmwareKey: firmwareKey.privateKey },
      http: address,
      mqtt: `mqtt://127.0.0.1:${mqtt.port}`,
    };
    return { place, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
