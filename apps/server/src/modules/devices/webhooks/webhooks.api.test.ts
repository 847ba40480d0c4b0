import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlant } from "../../../../test/fixtures.ts";
import { signatureOf, startReceiver } from "../../../../test/webhook-receiver.ts";
import type { WebhookStage } from "../../../../test/webhooks.ts";
import { openWebhookStage } from "../../../../test/webhooks.ts";
import { systemScope } from "../../base/access/scope.ts";
import { eraseAccount } from "../../people/identity/erasure.service.ts";

const settings = {
  name: "Operations centre",
  url: "https://8.8.8.8/hook",
  plants: "all",
  stationIds: [] as string[],
  minSeverity: "fault",
  events: ["raised"],
};

let stage: WebhookStage;
beforeAll(async () => {
  stage = await openWebhookStage();
});
afterAll(async () => await stage.close());

test("returns the secret once, and stores it encrypted", async () => {
  const { add, list } = await stage.createCaller();
  const { webhookId, secret } = await add(settings);
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const rows = await list();
  expect(rows).toEqual([
    {
      ...settings,
      webhookId,
      chosenPlants: [],
      state: "on",
      createdAt: new Date(stage.clock.now()).toISOString(),
      pendingCount: 0,
      deadCount: 0,
      lastSuccessAt: null,
      failingSince: null,
      previousSecretUntil: null,
    },
  ]);
  const stored = await sql<{ secret: Buffer }>`select secret from webhooks where id = ${webhookId}`.execute(
    stage.db,
  );
  expect(stored.rows[0]?.secret.toString("latin1")).not.toContain(secret.slice(6));
});

test("refuses addresses in the server's own networks, without https or with a password, and plants of strangers", async () => {
  const { post } = await stage.createCaller();
  const foreign = await createPlant(stage.db);
  const refused = async (changes: object) => {
    const { code, data } = await post("add", { ...settings, ...changes });
    return [code, data.fields.map(({ path }: { path: string }) => path)];
  };
  for (const url of [
    "https://10.0.0.1/hook",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/hook",
    "https://0x7f000001.0.0.1.",
    "http://8.8.8.8/hook",
    "https://user:secret@8.8.8.8/hook",
    "ftp://8.8.8.8/hook",
    "8.8.8.8",
  ])
    expect([url, await refused({ url })]).toEqual([url, ["A0400", ["url"]]]);
  expect(await refused({ plants: "chosen", stationIds: [foreign.id] })).toEqual(["A0400", ["stationIds"]]);
  expect(await refused({ events: [] })).toEqual(["A0400", ["events"]]);
});

test("changes, turns off and on, and deletes; others find nothing", async () => {
  const { account, add, post, list } = await stage.createCaller();
  const { plant } = await stage.createPlant(account.id);
  const { webhookId } = await add(settings);
  const changes = { name: "Night shift", plants: "chosen", stationIds: [plant.id], isOn: false };
  expect(await post("update", { webhookId, ...changes })).toMatchObject({
    code: "0",
    msg: "The webhook has been saved.",
  });
  expect(await list()).toMatchObject([
    { name: "Night shift", state: "off", chosenPlants: [{ stationId: plant.id, stationName: plant.name }] },
  ]);
  const stranger = await stage.createCaller();
  for (const name of ["update", "delete", "replaceSecret", "test", "redeliver"])
    expect([name, (await stranger.post(name, { webhookId })).code]).toEqual([name, "A0404"]);
  expect((await stranger.get("deliveries", { webhookId })).code).toBe("A0404");
  await post("update", { webhookId, isOn: true });
  expect(await list()).toMatchObject([{ state: "on", name: "Night shift" }]);
  expect((await post("delete", { webhookId })).code).toBe("0");
  expect(await list()).toEqual([]);
  const { rows } = await sql`
    select type, new from audit where object_id = ${webhookId} order by at, id`.execute(stage.db);
  expect(rows).toHaveLength(4);
  expect(rows).toEqual(
    expect.arrayContaining([
      {
        type: "webhook.add",
        new: { fields: ["name", "url", "plants", "stationIds", "minSeverity", "events"] },
      },
      { type: "webhook.update", new: { fields: ["name", "plants", "stationIds", "isOn"] } },
      { type: "webhook.update", new: { fields: ["isOn"] } },
      { type: "webhook.delete", new: null },
    ]),
  );
});

test("accepts ten webhooks of an account, also added at the same time", async () => {
  const { post, list } = await stage.createCaller();
  const results = await Promise.all(Array.from({ length: 12 }, () => post("add", settings)));
  expect(results.map(({ code }) => code).sort()).toEqual([...Array(10).fill("0"), "A0440", "A0440"]);
  expect(results.find(({ code }) => code === "A0440")?.msg).toContain("10");
  expect(await list()).toHaveLength(10);
});

test("sends a signed test without events, and returns its outcome but nothing of the response", async () => {
  let status = 200;
  const receiver = await startReceiver(() => status);
  const { add, post, deliveries } = await stage.createCaller();
  const { webhookId, secret } = await add({ url: receiver.url });
  const tested = await post("test", { webhookId });
  expect(tested.data).toMatchObject({ isDelivered: true, status: 200, error: null });
  const [request] = receiver.received;
  expect(request?.body).toMatchObject({ type: "test", version: 1, data: { events: [] } });
  expect(request?.headers["webhook-signature"]).toBe(request && signatureOf(request, secret));
  status = 404;
  const failed = await post("test", { webhookId });
  expect(failed.data).toMatchObject({ isDelivered: false, status: 404, error: "status" });
  expect(JSON.stringify(failed)).not.toContain("text of the receiver");
  await receiver.close();
  expect((await post("test", { webhookId })).data).toMatchObject({ status: null, error: "connection" });
  // A test is not tried again, and no dead letter to deliver.
  await stage.work();
  expect(receiver.received).toHaveLength(2);
  expect(await deliveries(webhookId)).toHaveLength(3);
  expect((await post("redeliver", { webhookId })).data).toEqual({ total: 0 });
});

test("limits the tests of an account in an hour", async () => {
  const receiver = await startReceiver();
  const { add, post } = await stage.createCaller();
  const { webhookId } = await add({ url: receiver.url });
  const results = [];
  for (let nth = 0; nth < 31; nth += 1) results.push((await post("test", { webhookId })).code);
  expect(results).toEqual([...Array(30).fill("0"), "A0501"]);
  await receiver.close();
});

test("deletes the webhooks of an account that is cancelled", async () => {
  const { account, add } = await stage.createCaller();
  await add(settings);
  const actor = { scope: systemScope(), address: "", language: "en" } as const;
  const at = new Date(stage.clock.now());
  await stage.db.transaction().execute((trx) => eraseAccount(trx, actor, { accountId: account.id, at }));
  const { rows } = await sql`select from webhooks where account_id = ${account.id}`.execute(stage.db);
  expect(rows).toEqual([]);
});
