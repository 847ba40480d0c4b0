import type { LiveMessage } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { Cluster, ClusterProcess } from "../../test/cluster.ts";
import { canStartCluster, startCluster } from "../../test/cluster.ts";
import { openEventStream } from "../../test/event-stream.ts";
import { createSession } from "../../test/fixtures.ts";
import type { TestClient, TestGateway } from "../../test/link.ts";
import { connectGateway, createBirth, createData, createGateway } from "../../test/link.ts";
import { createLogger } from "../infra/logger.ts";
import type { Db } from "../infra/postgres/database.ts";
import { openPostgresByUrl } from "../infra/postgres/open-postgres.ts";

/** A plant with a gateway, and its owner's session. */
async function createStage(cluster: Cluster) {
  const { db, close } = await openPostgresByUrl(cluster.databaseUrl, createLogger({ logLevel: "silent" }));
  onTestFinished(close);
  const gateway = await createGateway(db);
  const { authorization } = await createSession(db, { accountId: gateway.plant?.ownerId });
  async function call(api: ClusterProcess | undefined, path: string, body: object): Promise<string> {
    const response = await fetch(`${api?.address}/api${path}`, {
      method: "POST",
      headers: {
        authorization,
        "content-type": "application/json",
        "accept-language": "en",
        "time-zone": "UTC",
      },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { code: string }).code;
  }
  return { db, gateway, authorization, call };
}

const connectTo = (link: ClusterProcess | undefined, gateway: TestGateway): Promise<TestClient> =>
  connectGateway({ port: Number(new URL(link?.address ?? "").port) }, gateway);

async function readRow<Row>(db: Db, query: ReturnType<typeof sql<Row>>): Promise<Row | undefined> {
  return (await query.execute(db)).rows[0];
}

test.runIf(canStartCluster)(
  "processes of one role each are one server, also when one of each is killed (needs PostgreSQL and nats-server)",
  async () => {
    const cluster = await startCluster({ api: 2, link: 2, jobs: 2, nats: 1 });
    let isStopped = false;
    onTestFinished(async () => void (isStopped || (await cluster.stop())));
    const { api, link, jobs } = cluster;
    const { db, gateway, authorization, call } = await createStage(cluster);
    const stationId = gateway.plant?.id;

    // A report to one link process reaches the browsers of every API process.
    const streams = await Promise.all(
      api.map(({ address }) =>
        openEventStream(address, { session: { authorization }, topics: `plant:${stationId}` }),
      ),
    );
    for (const stream of streams) expect((await stream.next())?.event).toBe("ready");
    const first = await connectTo(link[0], gateway);
    await first.send("upBirth", createBirth(gateway.sn, 1));
    await first.send("upData", createData({ s: 1, t: Date.now(), units: [1] }));
    for (const stream of streams) {
      let type: string | undefined;
      while (type !== "units") type = ((await stream.next())?.data as LiveMessage | undefined)?.type;
      stream.abort();
    }

    // A command from any API process goes to the link process that has the gateway's session.
    const isOnline = async () =>
      (
        await readRow(
          db,
          sql<{ isOnline: boolean }>`
            select is_online as "isOnline" from gateways where device_id = ${gateway.id}`,
        )
      )?.isOnline;
    await expect.poll(isOnline).toBe(true);
    const command = { deviceId: gateway.id, op: "fast" };
    expect(await call(api[0], "/workData/device/command", command)).toBe("0");
    expect(await first.next("downCommand")).toMatchObject({ op: "fast", seq: 1 });
    await first.send("upData", createData({ s: 2, t: Date.now(), units: [1] }));
    link[0]?.kill("SIGKILL");
    await link[0]?.ended;
    const second = await connectTo(link[1], gateway);
    api[0]?.kill("SIGKILL");
    expect(await call(api[1], "/workData/device/command", command)).toBe("0");
    const received = [await second.next("downCommand"), await second.next("downCommand")];
    expect(received.map(({ seq }) => seq)).toEqual([2, 3]);
    await second.send("upData", createData({ s: 3, t: Date.now(), units: [1] }));
    expect(await isOnline()).toBe(true);

    // Background jobs: one process leads, and another follows.
    const readTerm = async () =>
      (await readRow(db, sql<{ term: string }>`select term::text from job_leader`))?.term;
    expect(await readTerm()).toBe("1");
    jobs[0]?.kill("SIGKILL");
    const file = { format: "csv", fileName: "plants", columns: ["name"] };
    expect(await call(api[1], "/workData/powerStation/export", file)).toBe("0");
    const readState = async () => (await readRow(db, sql<{ state: string }>`select state from jobs`))?.state;
    await expect.poll(readState, { timeout: 120_000 }).toBe("done");
    expect(await readTerm()).toBe("2");

    await second.end();
    isStopped = true;
    expect(await cluster.stop()).toEqual([0, 0, 0]);
  },
);
