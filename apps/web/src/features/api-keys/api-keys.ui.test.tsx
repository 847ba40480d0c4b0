import type { DataInputOf } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { text } from "../../../test/ui/text.ts";

type Row = DataInputOf<typeof endpoints.apiKey.list>["rows"][number];

const dialog = page.getByRole("dialog");
const key = `hgk_${"a1".repeat(21)}b`;
const at = "2026-05-04T09:00:00.000Z";

const makeKey = (changes: Partial<Row> = {}): Row => ({
  apiKeyId: crypto.randomUUID(),
  name: "Grafana",
  prefix: key.slice(0, 10),
  permissionIds: ["station:read", "alarm:read"],
  plants: "all",
  chosenPlants: [],
  mqtt: false,
  state: "active",
  createdAt: at,
  expiresAt: at,
  lastUsedAt: null,
  ...changes,
});

async function openKeys(rows: Row[], url: string | null = null) {
  return await openConsole({
    at: "/account/api-keys",
    prepare(server) {
      server.reply(endpoints.apiKey.list, () => ({ rows, total: rows.length }));
      server.reply(endpoints.apiKey.mqtt, { url });
    },
  });
}

test("creates a key that reads plants for 90 days by default, and shows it once", async () => {
  const rows: Row[] = [];
  const server = await openKeys(rows);
  server.reply(endpoints.apiKey.add, () => {
    rows.push(makeKey());
    return { apiKeyId: crypto.randomUUID(), name: "Grafana", key };
  });
  await expect.element(page.getByText(text("apiKeys.none"))).toBeVisible();
  await page.getByRole("button", { name: text("apiKeys.add") }).click();
  await expect
    .element(dialog.getByRole("checkbox", { name: text("apiKeys.form.mqtt") }))
    .not.toBeInTheDocument();
  await dialog.getByLabelText(text("apiKeys.form.name")).fill("Grafana");
  await dialog.getByRole("checkbox", { name: text("apiKeys.permission.alarm") }).click();
  await dialog.getByRole("button", { name: text("apiKeys.add") }).click();
  await expect.element(dialog.getByLabelText(text("apiKeys.key"))).toHaveValue(key);
  expect(server.listCalls(endpoints.apiKey.add).map(({ body }) => body)).toMatchObject([
    { name: "Grafana", permissionIds: ["station:read", "alarm:read"], plants: "all", days: 90 },
  ]);
  await dialog.getByRole("button", { name: text("apiKeys.done") }).click();
  await expect
    .element(page.getByRole("row").filter({ hasText: "Grafana" }))
    .toMatchTextContent(/hgk_a1a1a1…/);
});

test("revokes a key only once confirmed, and offers it for no key that has ended", async () => {
  const active = makeKey();
  const chosen = [{ stationId: crypto.randomUUID(), stationName: "North roof" }];
  const server = await openKeys([
    active,
    makeKey({ name: "Old script", state: "revoked", plants: "chosen", chosenPlants: chosen }),
  ]);
  server.reply(endpoints.apiKey.revoke, null);
  const old = page.getByRole("row").filter({ hasText: "Old script" });
  await expect.element(old).toMatchTextContent("North roof");
  await expect.element(old.getByRole("button", { name: text("apiKeys.revoke") })).not.toBeInTheDocument();
  const revoke = page
    .getByRole("row")
    .filter({ hasText: "Grafana" })
    .getByRole("button", {
      name: text("apiKeys.revoke"),
    });
  await revoke.click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(server.listCalls(endpoints.apiKey.revoke)).toEqual([]);
  await revoke.click();
  await dialog.getByRole("button", { name: text("apiKeys.revoke") }).click();
  await expect
    .poll(() => server.listCalls(endpoints.apiKey.revoke).map(({ body }) => body))
    .toEqual([{ apiKeyId: active.apiKeyId }]);
});

test("offers MQTT only where the server has it, off by default, and shows how to connect", async () => {
  const server = await openKeys([], "mqtts://solar.example.org:8884");
  server.reply(endpoints.apiKey.add, { apiKeyId: crypto.randomUUID(), name: "Home", key });
  const card = page.getByRole("region", { name: text("apiKeys.mqtt.title") });
  await expect
    .element(card)
    .toMatchTextContent(/mqtts:\/\/solar\.example\.org:8884.*address solar\.example\.org:8884/s);
  await page.getByRole("button", { name: text("apiKeys.add") }).click();
  const mqtt = dialog.getByRole("checkbox", { name: text("apiKeys.form.mqtt") });
  await expect.element(mqtt).not.toBeChecked();
  await mqtt.click();
  await dialog.getByLabelText(text("apiKeys.form.name")).fill("Home");
  await dialog.getByRole("button", { name: text("apiKeys.add") }).click();
  await expect
    .poll(() => server.listCalls(endpoints.apiKey.add).map(({ body }) => body))
    .toMatchObject([{ name: "Home", mqtt: true }]);
});
