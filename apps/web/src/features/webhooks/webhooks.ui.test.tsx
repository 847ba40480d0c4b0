import type { DataInputOf, WebhookDelivery } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { text } from "../../../test/ui/text.ts";

type Row = DataInputOf<typeof endpoints.webhook.list>["rows"][number];

const dialog = page.getByRole("dialog");
const secret = "whsec_c2VjcmV0IG9mIGEgdGVzdA==";

const makeWebhook = (changes: Partial<Row> = {}): Row => ({
  webhookId: crypto.randomUUID(),
  name: "Operations centre",
  url: "https://hooks.example.org/alarms",
  plants: "all",
  stationIds: [],
  chosenPlants: [],
  minSeverity: "fault",
  events: ["raised", "ended"],
  state: "on",
  createdAt: "2026-05-01T08:00:00.000Z",
  pendingCount: 0,
  deadCount: 0,
  lastSuccessAt: "2026-05-04T09:00:00.000Z",
  failingSince: null,
  previousSecretUntil: null,
  ...changes,
});

const makeDelivery = (changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  deliveryId: crypto.randomUUID(),
  state: "delivered",
  isTest: false,
  eventCount: 3,
  createdAt: "2026-05-04T09:00:00.000Z",
  attempts: 1,
  lastAttemptAt: "2026-05-04T09:00:01.000Z",
  nextAttemptAt: null,
  status: 204,
  error: null,
  ...changes,
});

async function openWebhooks(rows: Row[], deliveries: WebhookDelivery[] = [], at = "/alarms/webhooks") {
  return await openConsole({
    at,
    prepare(server) {
      server.reply(endpoints.webhook.list, () => ({ rows, total: rows.length }));
      server.reply(endpoints.webhook.deliveries, { rows: deliveries, total: deliveries.length });
      server.reply(endpoints.webhook.redeliver, { total: 1 });
      server.reply(endpoints.webhook.update, null);
    },
  });
}

test("adds a webhook and shows its secret once", async () => {
  const rows: Row[] = [];
  const server = await openWebhooks(rows);
  const added = makeWebhook();
  server.reply(endpoints.webhook.add, () => {
    rows.push(added);
    return { webhookId: added.webhookId, name: added.name, secret };
  });
  await expect.element(page.getByText(text("webhooks.none"))).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: text("frame.apiDocs") }))
    .toHaveAttribute("href", "./api/docs#webhooks");
  await expect.element(page.getByText(text("webhooks.about.retriedText"))).toBeVisible();
  await page.getByRole("button", { name: text("webhooks.add") }).click();
  const save = dialog.getByRole("button", { name: text("webhooks.save"), exact: true });
  await dialog.getByLabelText(text("webhooks.form.name")).fill(added.name);
  await dialog.getByLabelText(text("webhooks.form.url")).fill(added.url);
  await dialog.getByText(text("webhooks.severities.fault")).click();
  await dialog.getByLabelText(text("webhooks.events.cleared")).click();
  await save.click();
  await expect
    .poll(() => server.listCalls(endpoints.webhook.add)[0]?.body)
    .toMatchObject({
      name: added.name,
      url: added.url,
      plants: "all",
      minSeverity: "fault",
      events: ["raised", "ended"],
    });
  await expect.element(dialog.getByLabelText(text("webhooks.secret"))).toHaveValue(secret);
  await dialog.getByRole("button", { name: text("webhooks.secretKept") }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole("row").filter({ hasText: added.name })).toBeVisible();
  expect(document.body.textContent).not.toContain(secret);
});

test("shows deliveries and dead letters with their results, and delivers them again, one or all", async () => {
  const webhook = makeWebhook({ deadCount: 2, failingSince: "2026-05-04T08:00:00.000Z" });
  const dead = makeDelivery({ state: "dead", attempts: 9, status: 503, error: "status" });
  const rows = [
    makeDelivery({
      state: "pending",
      nextAttemptAt: "2026-05-04T10:00:00.000Z",
      status: null,
      error: "timeout",
    }),
    dead,
    makeDelivery(),
    makeDelivery({ isTest: true, eventCount: 0, state: "dead", status: 500, error: "status" }),
    makeDelivery({ state: "pending", attempts: 0, status: null }),
  ];
  const server = await openWebhooks([webhook], rows, `/alarms/webhooks/${webhook.webhookId}`);
  const list = page.getByRole("region", { name: text("webhooks.deliveries.title") });
  const row = (name: string) => list.getByRole("row").filter({ hasText: name });
  await expect.element(row(text("webhooks.deliveryState.dead"))).toMatchTextContent("503");
  await expect
    .element(row(text("webhooks.deliveryState.retrying")))
    .toMatchTextContent(text("webhooks.error.timeout"));
  await expect
    .element(row(text("webhooks.deliveryState.failed")))
    .toMatchTextContent(text("webhooks.deliveries.isTest"));
  await expect.element(page.getByText(text("webhooks.state.failing"), { exact: true })).toBeVisible();
  await expect.element(page.getByText(text("webhooks.failingText"))).toBeVisible();
  await list.getByRole("button", { name: `${text("webhooks.deliveries.now")}:` }).click();
  await expect
    .poll(() => server.listCalls(endpoints.webhook.redeliver)[0]?.body)
    .toEqual({ webhookId: webhook.webhookId, deliveryIds: [rows[0]?.deliveryId] });
  // Neither what waits for its first attempt nor a test can be delivered again.
  const again = list.getByRole("button", { name: `${text("webhooks.deliveries.again")}:` });
  expect(again.elements()).toHaveLength(2);
  await again.first().click();
  await expect
    .poll(() => server.listCalls(endpoints.webhook.redeliver)[1]?.body)
    .toEqual({ webhookId: webhook.webhookId, deliveryIds: [dead.deliveryId] });
  await list.getByRole("button", { name: text("webhooks.deliveries.allAgain") }).click();
  await dialog.getByRole("button", { name: text("webhooks.deliveries.again") }).click();
  await expect
    .poll(() => server.listCalls(endpoints.webhook.redeliver)[2]?.body)
    .toEqual({ webhookId: webhook.webhookId });
});

test("sends a test and shows its outcome, turns off after a confirmation, and replaces the secret", async () => {
  const webhook = makeWebhook();
  const server = await openWebhooks([webhook], [], `/alarms/webhooks/${webhook.webhookId}`);
  const { webhookId, name } = webhook;
  server.reply(endpoints.webhook.test, { isDelivered: false, status: 404, error: "status", durationMs: 12 });
  server.reply(endpoints.webhook.replaceSecret, { webhookId, name, secret });
  const press = (key: "test" | "turnOff" | "replace") =>
    page
      .getByRole("button", { name: text(`webhooks.${key}`), exact: true })
      .first()
      .click();
  await press("test");
  await expect
    .element(
      page.getByText(text("webhooks.testFailed", { reason: text("webhooks.error.status", { status: 404 }) })),
    )
    .toBeVisible();
  await press("turnOff");
  expect(server.listCalls(endpoints.webhook.update)).toEqual([]);
  await dialog.getByRole("button", { name: text("webhooks.turnOff") }).click();
  await expect
    .poll(() => server.listCalls(endpoints.webhook.update)[0]?.body)
    .toEqual({ webhookId, isOn: false });
  await press("replace");
  await dialog.getByRole("button", { name: text("webhooks.replace") }).click();
  await expect.element(dialog.getByLabelText(text("webhooks.secret"))).toHaveValue(secret);
});

test.each([1520, 1920])("fits a screen of %i px without scrolling sideways", async (width) => {
  const webhook = makeWebhook({ url: `https://hooks.example.org/${"a".repeat(200)}`, deadCount: 1 });
  await page.viewport(width, 1010);
  await openWebhooks([webhook], [makeDelivery()], `/alarms/webhooks/${webhook.webhookId}`);
  await expect
    .element(page.getByRole("cell", { name: text("webhooks.deliveryState.delivered"), exact: true }))
    .toBeVisible();
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBe(clientWidth);
});
