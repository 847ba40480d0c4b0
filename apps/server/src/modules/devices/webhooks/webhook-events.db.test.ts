import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createGrant } from "../../../../test/fixtures.ts";
import { signatureOf, startReceiver } from "../../../../test/webhook-receiver.ts";
import type { WebhookStage } from "../../../../test/webhooks.ts";
import { openWebhookStage } from "../../../../test/webhooks.ts";

const HOUR_MS = 3_600_000;

let stage: WebhookStage;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  stage = await openWebhookStage();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await sql`delete from webhooks`.execute(stage.db);
  await receiver.close();
});
afterAll(async () => await stage.close());

const listTypes = () =>
  receiver.received.flatMap(({ body }) =>
    body.data.events.map(({ type, alarm }) => `${type} ${alarm.faultCode}`),
  );

async function createSender(settings: Record<string, unknown> = {}) {
  const caller = await stage.createCaller();
  const plant = await stage.createPlant(caller.account.id);
  return { ...caller, ...plant, ...(await caller.add({ url: receiver.url, ...settings })) };
}

test("sends what began, ended and was cleared, each change once, with the documented body", async () => {
  const { plant, device, raise, end } = await createSender();
  await raise("1");
  await raise("1");
  await stage.work();
  await raise("1");
  await stage.work();
  await end("1");
  await stage.work();
  const { rows } = await sql<{ id: string }>`select id from alarms where plant_id = ${plant.id}`.execute(
    stage.db,
  );
  const alarmId = rows[0]?.id as string;
  await sql`insert into alarm_events (alarm_id, at, kind) values (${alarmId}, now(), 'cleared')`.execute(
    stage.db,
  );
  await stage.work();
  expect(listTypes()).toEqual(["alarm.raised 1", "alarm.ended 1", "alarm.cleared 1"]);
  const [first] = receiver.received;
  expect(first?.headers["content-type"]).toBe("application/json");
  expect(first?.body).toMatchObject({ type: "alarm.events", version: 1 });
  expect(first?.body.data.events[0]).toMatchObject({
    alarm: { alarmId, kind: "device", faultCode: "1", severity: "fault", endedAt: null },
    plant: { stationId: plant.id, stationName: plant.name, timeZone: "UTC" },
    device: { deviceId: device.id, sn: device.sn, deviceType: "OPT", slotLabel: "C15-4" },
  });
  expect(first?.body.data.events[0]?.alarm.url).toMatch(new RegExp(`^http.*/#/alarms/${alarmId}$`));
});

test("sends only the wanted severities, kinds of events and plants, and nothing to strangers", async () => {
  const { account, raise, end } = await createSender({ minSeverity: "fault", events: ["ended"] });
  const stranger = await stage.createCaller();
  await stranger.add({ url: receiver.url });
  const other = await stage.createPlant(account.id);
  const chosen = await stage.createCaller();
  const own = await stage.createPlant(chosen.account.id);
  await chosen.add({ url: receiver.url, plants: "chosen", stationIds: [own.plant.id] });
  const second = await stage.createPlant(chosen.account.id);
  await raise("2", "warning");
  await raise("3");
  await stage.work();
  expect(listTypes()).toEqual([]);
  await end("2", "warning");
  await end("3");
  await other.raise("4", "warning");
  await own.raise("5");
  await second.raise("6");
  await stage.work();
  expect(listTypes().sort()).toEqual(["alarm.ended 3", "alarm.raised 5"]);
});

test("checks access again before each attempt, and names places only to those who see the layout", async () => {
  const owner = await stage.createCaller();
  const { plant, raise } = await stage.createPlant(owner.account.id);
  const member = await stage.createCaller();
  const { id } = await createGrant(stage.db, {
    plantId: plant.id,
    accountId: member.account.id,
    level: "participant",
    invitedBy: owner.account.id,
  });
  const show = (parts: string[]) =>
    sql`update plants set settings = jsonb_build_object('participantSees', ${JSON.stringify(parts)}::jsonb)
      where id = ${plant.id}`.execute(stage.db);
  await member.add({ url: receiver.url });
  await show(["energy"]);
  await raise("1");
  await stage.work();
  expect(listTypes()).toEqual([]);
  await show(["alarms"]);
  await raise("2");
  await stage.work();
  expect(receiver.received[0]?.body.data.events[0]?.device.slotLabel).toBeNull();
  // Queued for a receiver that is not there, and withdrawn before the next attempt.
  const { url } = receiver;
  await receiver.close();
  await raise("3");
  await stage.work();
  await sql`update plant_grants set state = 'ended', ended_at = now() where id = ${id}`.execute(stage.db);
  receiver = await startReceiver();
  await sql`update webhooks set url = ${receiver.url} where url = ${url}`.execute(stage.db);
  stage.clock.advance(HOUR_MS);
  await stage.work();
  expect(listTypes()).toEqual([]);
  expect((await member.list())[0]).toMatchObject({ pendingCount: 0, deadCount: 0 });
});

test("sends no repeats of grouped alarms, and no history that has ended", async () => {
  const { plant, raise, end } = await createSender();
  const long = stage.clock.now() - 48 * HOUR_MS;
  await raise("1", "fault", long);
  await end("1", "fault", long + HOUR_MS);
  await raise("2");
  await sql`
    update alarms child set parent_alarm_id = parent.id from alarms parent
    where child.plant_id = ${plant.id} and child.fault_code = '2' and parent.plant_id = ${plant.id}
      and parent.fault_code = '1'`.execute(stage.db);
  await stage.work();
  expect(listTypes()).toEqual(["alarm.ended 1"]);
});

test("waits for the end of site work, and sends nothing of what began and ended during it", async () => {
  const { plant, raise, end } = await createSender();
  await raise("1");
  stage.clock.advance(1_000);
  const hours = (count: number) => new Date(stage.clock.now() + count * HOUR_MS);
  await sql`
    insert into site_works (plant_id, from_at, until_at, reason, created_at)
    values (${plant.id}, ${hours(0)}, ${hours(2)}, '', now())`.execute(stage.db);
  await raise("2");
  await raise("3");
  stage.clock.advance(HOUR_MS);
  await end("1");
  await end("3");
  await stage.work();
  expect(listTypes()).toEqual([]);
  stage.clock.advance(HOUR_MS);
  await stage.work();
  expect(listTypes().sort()).toEqual(["alarm.ended 1", "alarm.raised 1", "alarm.raised 2"]);
  expect(receiver.received).toHaveLength(1);
});

test("signs with the secret, and for 24 hours after its replacement with both", async () => {
  const { webhookId, secret, post, raise } = await createSender();
  await raise("1");
  await stage.work();
  const signaturesOf = (nth: number) =>
    String(receiver.received[nth]?.headers["webhook-signature"]).split(" ");
  const expected = (nth: number, secrets: string[]) =>
    secrets.map((one) => signatureOf(receiver.received[nth] as (typeof receiver.received)[number], one));
  expect(signaturesOf(0)).toEqual(expected(0, [secret]));
  const timestamp = Number(receiver.received[0]?.headers["webhook-timestamp"]);
  expect(timestamp).toBe(Math.floor(stage.clock.now() / 1_000));
  const replaced = (await post("replaceSecret", { webhookId })).data.secret;
  expect(replaced).not.toBe(secret);
  await raise("2");
  await stage.work();
  expect(signaturesOf(1)).toEqual(expected(1, [replaced, secret]));
  stage.clock.advance(24 * HOUR_MS);
  await raise("3");
  await stage.work();
  expect(signaturesOf(2)).toEqual(expected(2, [replaced]));
});

test("queues nothing while no webhook is on", async () => {
  const { webhookId, post, raise } = await createSender();
  await post("update", { webhookId, isOn: false });
  await raise("1");
  const { rows } = await sql`select from webhook_event_queue`.execute(stage.db);
  expect(rows).toEqual([]);
});
