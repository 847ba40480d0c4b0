import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createDevice, createPlant, createSession } from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const { db } = engines;

test("a plant lists pending and rejected reports of its own gateways, newest first, with their counts", async () => {
  const account = await createAccount(db, { roleCode: "owner" });
  const { authorization } = await createSession(db, { accountId: account.id });
  const plant = await createPlant(db, { ownerId: account.id });
  const gateway = await createDevice(db, { type: "DCON", plantId: plant.id });
  const second = await createDevice(db, { type: "DCON", plantId: plant.id });
  const foreign = await createDevice(db, { type: "DCON", plantId: (await createPlant(db)).id });
  const ago = (hours: number) => new Date(server.clock.now() - hours * 3_600_000);
  const reject = async (gatewayId: string, hours: number, reason: string) => {
    await sql`
      insert into rejected_reports (gateway_id, received_at, topic, seq, reason, detail, unit_count, body)
      values (${gatewayId}, ${ago(hours)}, 'v1/x/up/data', 5, ${reason}, 'OP-9', 2, ${Buffer.from("{}")})`.execute(
      db,
    );
    await sql`
      insert into rejected_report_counts (gateway_id, reason, total, last_at)
      values (${gatewayId}, ${reason}, 10, ${ago(hours)})`.execute(db);
  };
  await reject(gateway.id, 30, "malformed");
  await reject(second.id, 2, "other-plant");
  await reject(foreign.id, 1, "future");
  await sql`
    insert into pending_reports (gateway_id, received_at, topic, reason, rev, body)
    values (${gateway.id}, ${ago(40)}, 'up/data', 'unknown-rev', 3, ${Buffer.from([0xff])})`.execute(db);
  const read = async (query: object) =>
    (
      await server.call("GET", "/workData/powerStation/unplacedReports", {
        authorization,
        query: { stationId: plant.id, ...query },
      })
    ).envelope.data;
  const all = await read({});
  expect(all.rows).toMatchObject([
    {
      state: "rejected",
      sn: second.sn,
      reason: "other-plant",
      detail: "OP-9",
      unitCount: 2,
      body: "{}",
      isBinary: false,
    },
    { state: "rejected", sn: gateway.sn, reason: "malformed" },
    { state: "pending", sn: gateway.sn, reason: "unknown-rev", seq: null, body: "/w==", isBinary: true },
  ]);
  expect(all).toMatchObject({ total: 3, recentTotal: 2 });
  expect(all.counts).toEqual([
    { state: "pending", reason: "unknown-rev", total: 1 },
    { state: "rejected", reason: "malformed", total: 10 },
    { state: "rejected", reason: "other-plant", total: 10 },
  ]);
  expect(await read({ page: 2, pageSize: 2 })).toMatchObject({ total: 3, rows: [{ state: "pending" }] });
  // Of a unit that a user has removed, nothing is missing.
  await reject(gateway.id, 3, "removed");
  await sql`
    insert into pending_reports (gateway_id, received_at, topic, reason, rev, body)
    values (${gateway.id}, ${ago(1)}, 'up/data', 'after-removal', 3, ${Buffer.from("{}")})`.execute(db);
  expect(await read({})).toMatchObject({ total: 5, recentTotal: 2 });
});
