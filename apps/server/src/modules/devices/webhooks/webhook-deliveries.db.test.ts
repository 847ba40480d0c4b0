import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listMessages } from "../../../../test/outbox.ts";
import { startReceiver } from "../../../../test/webhook-receiver.ts";
import type { WebhookStage } from "../../../../test/webhooks.ts";
import { openWebhookStage } from "../../../../test/webhooks.ts";
import { MAX_ATTEMPTS } from "./retry-schedule.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let stage: WebhookStage;
const closing: Array<() => Promise<void>> = [];
beforeAll(async () => {
  stage = await openWebhookStage();
});
afterEach(async () => {
  // What a test left is not sent while another one runs.
  await sql`delete from webhooks`.execute(stage.db);
  for (const close of closing.splice(0)) await close();
});
afterAll(async () => await stage.close());

async function openReceiver(...respond: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...respond);
  closing.push(receiver.close);
  return receiver;
}

/** A caller with a plant and a webhook to the receiver. */
async function createSender(url: string, settings: Record<string, unknown> = {}) {
  const caller = await stage.createCaller();
  const plant = await stage.createPlant(caller.account.id);
  return { ...caller, ...plant, ...(await caller.add({ url, ...settings })) };
}

async function listEventIds(plantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id::text as id from alarm_events e join alarms a on a.id = e.alarm_id where a.plant_id = ${plantId}`.execute(
    stage.db,
  );
  return rows.map(({ id }) => id).sort();
}

test("loses nothing at a receiver that fails every second request, and repeats only under the same id", async () => {
  const receiver = await openReceiver((_, nth) => {
    if (nth % 2 === 0) return 204;
    // Every second failure comes after the receiver has processed the request.
    return nth % 4 === 1 ? 503 : (response) => response.destroy();
  });
  const { plant, raise, end, webhookId, deliveries } = await createSender(receiver.url);
  for (let round = 0; round < 8; round += 1) {
    await raise(`${round}`);
    if (round % 2 === 1) await end(`${round}`);
    await stage.work();
    stage.clock.advance(10_000);
  }
  for (let round = 0; round < MAX_ATTEMPTS; round += 1) {
    stage.clock.advance(15 * HOUR_MS);
    await stage.work();
  }
  const rows = await deliveries(webhookId);
  expect(rows).toHaveLength(8);
  expect(rows.map(({ state }: { state: string }) => state)).toEqual(Array(8).fill("delivered"));
  expect(rows.some(({ attempts }: { attempts: number }) => attempts > 1)).toBe(true);
  expect(receiver.received.length).toBeGreaterThan(8);
  const textOf = new Map(receiver.received.map(({ id, text }) => [id, text]));
  expect(receiver.received.every(({ id, text }) => textOf.get(id) === text)).toBe(true);
  expect(textOf.size).toBe(8);
  const firstOfEach = [...textOf.values()].flatMap((text) => JSON.parse(text).data.events);
  expect(firstOfEach.map(({ eventId }) => eventId).sort()).toEqual(await listEventIds(plant.id));
});

test("delivers to others while a receiver does not respond, two requests of one webhook at most", async () => {
  const open: Array<() => void> = [];
  const slow = await openReceiver(() => (response) => open.push(() => response.writeHead(200).end()));
  const quick = await openReceiver();
  const blocked = await createSender(slow.url);
  const other = await createSender(quick.url);
  const job = stage.createJob();
  for (const code of ["1", "2", "3"]) {
    await blocked.raise(code);
    await job.step();
  }
  await expect.poll(() => slow.received.length, { timeout: 30_000 }).toBe(2);
  await other.raise("1");
  await job.step();
  await expect.poll(() => quick.received.length, { timeout: 30_000 }).toBe(1);
  expect(slow.received).toHaveLength(2);
  await expect
    .poll(
      () => {
        for (const respond of open.splice(0)) respond();
        return slow.received.length;
      },
      { timeout: 30_000 },
    )
    .toBe(3);
  for (const respond of open.splice(0)) respond();
  await job.work();
  await job.stop();
});

test("does not follow a redirect", async () => {
  const inner = await openReceiver();
  const receiver = await openReceiver(
    () => (response) => response.writeHead(307, { location: inner.url }).end(),
  );
  const { raise, webhookId, deliveries } = await createSender(receiver.url);
  await raise("1");
  await stage.work();
  expect([receiver.received.length, inner.received.length]).toEqual([1, 0]);
  expect(await deliveries(webhookId)).toMatchObject([
    { state: "pending", attempts: 1, status: 307, error: "redirect" },
  ]);
});

test("connects to the address that was checked, and not at all when a name resolves to a private one", async () => {
  const receiver = await openReceiver();
  const { raise, webhookId, deliveries } = await createSender(receiver.url);
  const { port } = new URL(receiver.url);
  await sql`update webhooks set url = ${`http://receiver.example:${port}/hook`} where id = ${webhookId}`.execute(
    stage.db,
  );
  const addresses = ["127.0.0.1", "10.0.0.7"];
  let asked = 0;
  const resolve = async () => {
    const address = addresses[asked] ?? "";
    asked += 1;
    return [{ address, family: 4 }];
  };
  const job = () => stage.createJob({ receivers: { ...stage.deps.receivers, resolve } });
  await raise("1");
  await job().work();
  expect([asked, receiver.received.length]).toEqual([1, 1]);
  expect(receiver.received[0]?.headers.host).toBe(`receiver.example:${port}`);
  stage.clock.advance(1_000);
  await raise("2");
  await job().work();
  expect([asked, receiver.received.length]).toEqual([2, 1]);
  expect((await deliveries(webhookId))[0]).toMatchObject({
    state: "pending",
    status: null,
    error: "address",
  });
});

test("makes a dead letter of what always fails, and delivers it again under the same id when requested", async () => {
  let status = 500;
  const receiver = await openReceiver(() => status);
  const { raise, webhookId, post, deliveries, list } = await createSender(receiver.url);
  await raise("1");
  await stage.work();
  await raise("2");
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    await stage.work();
    stage.clock.advance(15 * HOUR_MS);
    // Kept on, so that this is not about turning it off.
    await sql`update webhooks set failing_since = null where id = ${webhookId}`.execute(stage.db);
  }
  await stage.work();
  const dead = { state: "dead", attempts: MAX_ATTEMPTS, status: 500, error: "status", nextAttemptAt: null };
  expect(await deliveries(webhookId, { state: "dead" })).toMatchObject([dead, dead]);
  expect(await list()).toMatchObject([{ pendingCount: 0, deadCount: 2 }]);
  status = 200;
  const [one] = await deliveries(webhookId);
  const sent = receiver.received.length;
  expect((await post("redeliver", { webhookId, deliveryIds: [one.deliveryId] })).data).toEqual({ total: 1 });
  await stage.work();
  expect(receiver.received.slice(sent).map(({ id }) => id)).toEqual([one.deliveryId]);
  expect((await post("redeliver", { webhookId })).data).toEqual({ total: 1 });
  await stage.work();
  expect(await list()).toMatchObject([{ pendingCount: 0, deadCount: 0 }]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
});

test("sends a waiting delivery now when requested, without losing count of its attempts", async () => {
  let status = 500;
  const receiver = await openReceiver(() => status);
  const { raise, webhookId, post, deliveries } = await createSender(receiver.url);
  await raise("1");
  await stage.work();
  status = 200;
  await stage.work();
  const [waiting] = await deliveries(webhookId);
  expect(waiting).toMatchObject({ state: "pending", attempts: 1 });
  const { deliveryId } = waiting;
  expect((await post("redeliver", { webhookId, deliveryIds: [deliveryId] })).data).toEqual({ total: 1 });
  await stage.work();
  expect(await deliveries(webhookId)).toMatchObject([{ deliveryId, state: "delivered", attempts: 2 }]);
});

test("puts a storm of 10,000 alarms into requests of 100 events, each event once, also with several processes", async () => {
  const receiver = await openReceiver();
  const { plant, raiseMany } = await createSender(receiver.url);
  for (let step = 0; step < 10; step += 1) await raiseMany(1_000);
  await Promise.all([stage.work(), stage.work(), stage.work()]);
  await stage.work();
  expect(receiver.received).toHaveLength(100);
  expect(receiver.received.every(({ body }) => body.data.events.length === 100)).toBe(true);
  expect(receiver.eventIds()).toEqual(await listEventIds(plant.id));
});

test("turns off a webhook that has failed for three days, with a mail to its owner; keeps what was not delivered", async () => {
  const receiver = await openReceiver(() => 500);
  const { account, raise, webhookId, list, deliveries, post } = await createSender(receiver.url);
  await raise("1");
  await stage.work();
  stage.clock.advance(3 * DAY_MS - 1_000);
  await stage.work();
  expect(await list()).toMatchObject([{ state: "on" }]);
  stage.clock.advance(HOUR_MS);
  await stage.work();
  expect(await list()).toMatchObject([{ state: "failed", pendingCount: 0, deadCount: 1 }]);
  expect((await listMessages(stage.db, account.email)).map(({ subject }) => subject)).toEqual([
    "Heliograph: the webhook Operations centre was turned off",
  ]);
  expect((await post("redeliver", { webhookId })).code).toBe("A0440");
  await raise("2");
  await stage.work();
  expect(await deliveries(webhookId)).toHaveLength(1);
  expect((await post("update", { webhookId, isOn: true })).code).toBe("0");
  expect(await list()).toMatchObject([{ state: "on", failingSince: null }]);
});

test("turns off a webhook whose receiver responds 410", async () => {
  const receiver = await openReceiver(() => 410);
  const { account, raise, list } = await createSender(receiver.url);
  await raise("1");
  await stage.work();
  expect(await list()).toMatchObject([{ state: "gone", deadCount: 1 }]);
  expect((await listMessages(stage.db, account.email))[0]?.body).toContain("410");
});

test("gives back what it was sending when it stops, as if it had not been tried", async () => {
  const receiver = await openReceiver(() => () => {});
  const { raise, webhookId, deliveries } = await createSender(receiver.url);
  const job = stage.createJob();
  await raise("1");
  job.start();
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
  await job.stop();
  expect(await deliveries(webhookId)).toMatchObject([{ state: "pending", attempts: 0, error: null }]);
});

test("deletes delivered rows after 30 days and dead letters after 90", async () => {
  let status = 204;
  const receiver = await openReceiver(() => status);
  const { raise, webhookId, deliveries } = await createSender(receiver.url);
  await raise("1");
  await stage.work();
  status = 410;
  await raise("2");
  await stage.work();
  stage.clock.advance(30 * DAY_MS + 1_000);
  await stage.work();
  expect(await deliveries(webhookId)).toMatchObject([{ state: "dead" }]);
  stage.clock.advance(60 * DAY_MS);
  await stage.work();
  expect(await deliveries(webhookId)).toEqual([]);
});
