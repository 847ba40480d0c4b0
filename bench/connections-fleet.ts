import { setTimeout as wait } from "node:timers/promises";
import type { ServerDatabase } from "../apps/server/test/server-database.ts";
import { loopbackAddressOf } from "./connection-limits.ts";
import type { IdleGateway } from "./idle-gateway.ts";
import { createIdleGateway } from "./idle-gateway.ts";

/** Connects being made at the same time. */
const PARALLEL_CONNECTS = 100;
const POLL_MS = 100;
const KEEP_ALIVE_CHECK_MS = 1_000;
// Only ends a wait for gateways that never come back.
const TIMEOUT_MS = 15 * 60_000;

const secretOf = (sn: string) => `secret of ${sn}`;

/** Gives the gateways of `writeManyPlants` secrets, and shows them as offline. */
async function prepareGateways({ query }: ServerDatabase): Promise<void> {
  await query(`
    update gateways set secret_hash = sha256(convert_to('secret of ' || sn, 'UTF8')), is_online = false,
      last_heard_at = null
    from devices where devices.id = gateways.device_id`);
  await query("vacuum (analyze)");
}

async function readFleet({ query }: ServerDatabase, port: number, count: number): Promise<IdleGateway[]> {
  const rows = await query<{ sn: string; units: string[] }>(`
    select g.sn, array_agg(u.sn order by u.key) as units
    from devices g
    join device_links l on l.parent_id = g.id and l.to_at is null
    join devices u on u.id = l.device_id
    where g.type = 'DCON' group by g.sn, g.key order by g.key limit ${count}`);
  return rows.map(({ sn, units }, index) =>
    createIdleGateway({ port, localAddress: loopbackAddressOf(index), sn, secret: secretOf(sn), units }),
  );
}

/** Gateways of a seeded server, which connect and keep their connections. */
export async function createConnectionFleet(database: ServerDatabase, port: number, count: number) {
  await prepareGateways(database);
  const gateways = await readFleet(database, port, count);
  const timer = setInterval(() => {
    for (const gateway of gateways) gateway.keepAlive();
  }, KEEP_ALIVE_CHECK_MS);

  async function countOnline(): Promise<number> {
    const [row] = await database.query<{ online: number }>(
      "select count(*)::float8 as online from gateways where is_online",
    );
    return row?.online ?? 0;
  }

  /** Resolves when the server shows all of them online. */
  async function waitUntilOnline(): Promise<void> {
    const endsAt = performance.now() + TIMEOUT_MS;
    while (gateways.some((gateway) => !gateway.isReady()) || (await countOnline()) < gateways.length) {
      if (performance.now() > endsAt) throw new Error(`${await countOnline()} gateways are online`);
      await wait(POLL_MS);
    }
  }

  return {
    size: gateways.length,
    /** Connects all of them, a hundred at a time; resolves when all are online. */
    async connect(): Promise<void> {
      const waiting = [...gateways];
      const connectNext = async () => {
        for (let gateway = waiting.shift(); gateway; gateway = waiting.shift()) await gateway.connect();
      };
      await Promise.all(Array.from({ length: PARALLEL_CONNECTS }, connectNext));
      await waitUntilOnline();
    },
    /** Cuts all connections; resolves with the number of failed attempts when all are online again. */
    async reconnect(): Promise<number> {
      const failures = await Promise.all(gateways.map((gateway) => gateway.reconnect()));
      await waitUntilOnline();
      return failures.reduce((sum, count) => sum + count, 0);
    },
    /** Throws when one lost its connection. */
    checkConnected(): void {
      const lost = gateways.filter((gateway) => !gateway.isReady()).length;
      if (lost > 0) throw new Error(`${lost} gateways were disconnected`);
    },
    end(): void {
      clearInterval(timer);
      for (const gateway of gateways) gateway.end();
    },
  };
}

export type ConnectionFleet = Awaited<ReturnType<typeof createConnectionFleet>>;
