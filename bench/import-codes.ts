import { createHash } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import {
  createAccount,
  createCompany,
  createDevice,
  createPlant,
  createSession,
} from "../apps/server/test/fixtures.ts";
import type { ServerDatabase } from "../apps/server/test/server-database.ts";
import type { BenchRow } from "./report.ts";
import { median } from "./report.ts";
import type { BenchServer } from "./server.ts";

// Refusals of devices that a caller cannot add, one kind after the other in each round: their times must not show if a
// serial number is registered, bound to a plant of others, or reserved for another company.

const CODE = "MFRGGZDFMZTWQ2LK";
const WRONG_CODE = "AAAAAAAAAAAAAAAA";
const codeHash = createHash("sha256").update(CODE).digest();

const kinds = {
  "unknown serial number": { sn: "C-UNKNOWN", registrationCode: CODE },
  "wrong code": { sn: "C-FREE", registrationCode: WRONG_CODE },
  "plant of others, correct code": { sn: "C-FOREIGN", registrationCode: CODE },
  "plant of others, wrong code": { sn: "C-FOREIGN", registrationCode: WRONG_CODE },
  "reserved for others, correct code": { sn: "C-RESERVED", registrationCode: CODE },
};

/** The devices of the kinds, and a caller with a plant. */
async function openStage({ db }: ServerDatabase) {
  const caller = await createAccount(db, { roleCode: "installer-administrator" });
  const { id: stationId } = await createPlant(db, { ownerId: caller.id });
  const others = await createPlant(db);
  const options = { type: "OPT", registrationCodeHash: codeHash } as const;
  await createDevice(db, { ...options, sn: "C-FREE" });
  await createDevice(db, { ...options, sn: "C-FOREIGN", plantId: others.id });
  const reserved = await createDevice(db, { ...options, sn: "C-RESERVED" });
  const { id: companyId } = await createCompany(db);
  await sql`update devices set company_id = ${companyId} where id = ${reserved.id}`.execute(db);
  return { accountId: caller.id, stationId, ...(await createSession(db, { accountId: caller.id })) };
}

/** Medians of the refusals of each kind in ms, and what the largest one is of the smallest. */
export async function measureCodes(
  { http }: BenchServer,
  database: ServerDatabase,
  tries: number,
): Promise<BenchRow[]> {
  const { accountId, stationId, authorization } = await openStage(database);
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization, "content-type": "application/json" };
  const tryDevice = async (device: object): Promise<{ took: number; body: string }> => {
    const startedAt = performance.now();
    const sent = request(`${http}/api/workData/device/add`, { agent, method: "POST", headers });
    sent.end(JSON.stringify({ stationId, ...device }));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const body = await text(response);
    return { took: performance.now() - startedAt, body };
  };
  const durations = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
  const order = Object.entries(kinds);
  const responses = new Set<string>();
  for (let round = 0; round <= tries; round += 1) {
    // Below the limits of wrong codes.
    await sql`delete from device_add_failures where account_id = ${accountId}`.execute(database.db);
    // Each is the first one in turn: later ones of a round find more failures.
    for (let place = 0; place < order.length; place += 1) {
      const [kind, device] = order[(round + place) % order.length] as (typeof order)[number];
      const { took, body } = await tryDevice(device);
      responses.add(body);
      if (round > 0) durations.get(kind)?.push(took);
    }
  }
  agent.destroy();
  if (responses.size !== 1) throw new Error(`the refusals differ: ${[...responses].join()}`);
  const medians = [...durations].map(([kind, took]) => ({ kind, ms: median(took) }));
  const values = medians.map(({ ms }) => ms);
  return [
    ...medians.map(({ kind, ms }) => ({ what: `refused: ${kind}, median`, value: ms, unit: "ms" })),
    {
      what: "refusals: slowest median to fastest",
      value: Math.max(...values) / Math.min(...values),
      unit: "×",
      goal: "≤ 1.1",
    },
  ];
}
