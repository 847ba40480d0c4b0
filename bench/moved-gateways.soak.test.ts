import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createLogger } from "../apps/server/src/infra/logger.ts";
import { openPostgresByUrl } from "../apps/server/src/infra/postgres/open-postgres.ts";
import { canStartCluster, startCluster } from "../apps/server/test/cluster.ts";
import { createSession } from "../apps/server/test/fixtures.ts";
import type { TestGateway } from "../apps/server/test/link.ts";
import { connectGateway, createBirth, createGateway } from "../apps/server/test/link.ts";
import { readClusterOutcome } from "./cluster-load.ts";
import { createMovingGateway } from "./moving-gateway.ts";

const GATEWAYS = 50;
const UNITS = 4;
const MOVING_MS = 300_000;
const COMMAND_EVERY_MS = 200;
const POLL_MS = 250;
const portOf = (address: string) => Number(new URL(address).port);

test.runIf(canStartCluster)(
  "gateways that move between two link processes at random: each command has one effect at most, each report is stored once (needs PostgreSQL and nats-server)",
  async () => {
    const cluster = await startCluster({ api: 2, link: 2, jobs: 1, nats: 3 });
    onTestFinished(async () => void (await cluster.stop()));
    const { db, close } = await openPostgresByUrl(cluster.databaseUrl, createLogger({ logLevel: "silent" }));
    onTestFinished(close);
    const ports = () => cluster.link.map(({ address }) => portOf(address));
    const gateways = await Promise.all(Array.from({ length: GATEWAYS }, () => createGateway(db)));
    const sessions = new Map<TestGateway, string>();
    for (const gateway of gateways) {
      const client = await connectGateway({ port: ports()[0] as number }, gateway);
      await client.send("upBirth", createBirth(gateway.sn, UNITS));
      await client.end();
      const { authorization } = await createSession(db, { accountId: gateway.plant?.ownerId });
      sessions.set(gateway, authorization);
    }

    const acknowledged = new Set<string>();
    const moving = gateways.map((gateway) =>
      createMovingGateway({
        gateway,
        ports,
        units: Array.from({ length: UNITS }, (_, index) => index + 1),
        onAcknowledged: (seq) => acknowledged.add(`${gateway.key} ${seq}`),
      }),
    );
    const stopping = new AbortController();
    const running = moving.map((each) => each.run(stopping.signal));

    let sent = 0;
    const endsAt = Date.now() + MOVING_MS;
    for (let index = 0; Date.now() < endsAt; index++) {
      const gateway = gateways[index % GATEWAYS] as TestGateway;
      const response = await fetch(`${cluster.api[index % 2]?.address}/api/workData/device/command`, {
        method: "POST",
        headers: {
          authorization: sessions.get(gateway) ?? "",
          "content-type": "application/json",
          "accept-language": "en",
          "time-zone": "UTC",
        },
        body: JSON.stringify({ deviceId: gateway.id, op: "fast" }),
      });
      if (((await response.json()) as { code: string }).code === "0") sent += 1;
      await wait(COMMAND_EVERY_MS);
    }
    stopping.abort();
    await Promise.all(running);
    const countOpen = async () =>
      (
        await sql<{ id: string }>`
          select id from commands where state in ('queued', 'delivered', 'accepted', 'running')`.execute(db)
      ).rows.length;
    while ((await countOpen()) > 0) await wait(POLL_MS);
    for (const each of moving) await each.end();

    const outcome = await readClusterOutcome({
      ...{ cluster, db, gateways, acknowledged },
      senders: moving,
      modules: UNITS,
    });
    const { rows: done } = await sql<{ id: string }>`
      select id from commands where state = 'done'`.execute(db);
    const { rows: conflicts } = await sql<{ type: string }>`
      select type from audit where type = 'device.sequence-conflict'`.execute(db);
    const moves = moving.reduce((sum, each) => sum + each.moves, 0);
    console.log("moved gateways", outcome, { moves, sent, done: done.length });

    expect(outcome).toMatchObject({ missing: 0, doubled: 0, invented: 0, countedTwice: 0, uncounted: 0 });
    const effects = moving.flatMap((each) => [...each.effects.values()]);
    expect(effects.every((count) => count === 1)).toBe(true);
    // Each command that the console calls done had its effect, and both processes together used no number twice.
    const executed = new Set(moving.flatMap((each) => [...each.effects.keys()]));
    expect(done.filter(({ id }) => !executed.has(id))).toEqual([]);
    for (const { commandSeqs } of moving) expect(new Set(commandSeqs).size).toBe(commandSeqs.length);
    expect(conflicts).toEqual([]);
    expect(moves).toBeGreaterThan(GATEWAYS * 5);
    expect(done.length).toBeGreaterThan(GATEWAYS);
  },
);
