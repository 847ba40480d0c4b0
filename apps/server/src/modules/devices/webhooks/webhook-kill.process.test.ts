import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signatureOf, startReceiver } from "../../../../test/webhook-receiver.ts";
import type { WebhookStage } from "../../../../test/webhooks.ts";
import { openWebhookStage } from "../../../../test/webhooks.ts";

const program = join(import.meta.dirname, "../../../../test/webhook-process.ts");
const LEASE_MS = 60_000;

let stage: WebhookStage;
beforeAll(async () => {
  stage = await openWebhookStage();
});
afterAll(async () => await stage.close());

async function findUrl(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(stage.db);
  return inject("databaseUrl").replace(/\/[^/]+$/, `/${rows[0]?.name}`);
}

test("sends again under the same id what a killed process had sent and not recorded, after its lease", async () => {
  const responses: Array<() => void> = [];
  const receiver = await startReceiver((_, nth) =>
    nth === 1 ? (response) => responses.push(() => response.destroy()) : 204,
  );
  const caller = await stage.createCaller();
  const { raise } = await stage.createPlant(caller.account.id);
  const { webhookId, secret } = await caller.add({ url: receiver.url });
  await raise("1");
  const child = spawn(process.execPath, [program, await findUrl()], { stdio: "inherit" });
  const ended = once(child, "exit");
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(1);
  child.kill("SIGKILL");
  await ended;
  // The receiver has it, and nothing says so.
  expect(await caller.deliveries(webhookId)).toMatchObject([{ state: "pending", attempts: 1, status: null }]);
  stage.clock.set(Date.now());
  await stage.work();
  expect(receiver.received).toHaveLength(1);
  stage.clock.advance(LEASE_MS);
  await stage.work();
  expect(await caller.deliveries(webhookId)).toMatchObject([{ state: "delivered", attempts: 2 }]);
  const [first, second] = receiver.received;
  expect(second?.id).toBe(first?.id);
  expect(second?.body.data).toMatchObject({ events: [{ eventId: first?.body.data.events[0]?.eventId }] });
  expect(second?.headers["webhook-signature"]).toBe(second && signatureOf(second, secret));
  await receiver.close();
});
