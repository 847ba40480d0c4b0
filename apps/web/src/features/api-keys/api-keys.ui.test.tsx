import type { DataInputOf } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { createMqttBridge, MQTT_BRIDGE_FILE } from "@heliograph/contract/mqtt-bridge";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { watchDownloads } from "../../../test/ui/downloads.ts";
import { text } from "../../../test/ui/text.ts";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { viewerZone } from "../../shared/logs/moments.ts";

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

const added = (name: string): DataInputOf<typeof endpoints.apiKey.add> => ({
  ...{ apiKeyId: crypto.randomUUID(), name, key, expiresAt: at },
  ...{ permissionIds: ["station:read"], mqtt: false },
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
    return added("Grafana");
  });
  await expect.element(page.getByText(text("apiKeys.none"))).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: text("frame.apiDocs") }))
    .toHaveAttribute("href", "./api/docs#start");
  await page.getByRole("button", { name: text("apiKeys.add") }).click();
  await expect
    .element(dialog.getByRole("checkbox", { name: text("apiKeys.form.mqtt") }))
    .not.toBeInTheDocument();
  const expiresAt = Date.now() + 90 * 86_400_000;
  await expect
    .element(dialog)
    .toMatchTextContent(formatDateTime(expiresAt, viewerZone, "en-GB").slice(0, 10));
  await dialog.getByLabelText(text("apiKeys.form.name")).fill("Grafana");
  await dialog.getByRole("checkbox", { name: text("apiKeys.permission.alarm") }).click();
  await dialog.getByRole("button", { name: text("apiKeys.add") }).click();
  await expect.element(dialog.getByLabelText(text("apiKeys.key"), { exact: true })).toHaveValue(key);
  await expect
    .element(dialog.getByRole("region", { name: text("apiKeys.firstCall") }))
    .toMatchTextContent(new RegExp(`Bearer ${key}.*/api/workData/powerStation/list`, "s"));
  await expect.element(dialog.getByRole("button", { name: ".conf" })).not.toBeInTheDocument();
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
  server.reply(endpoints.apiKey.add, { ...added("Home"), mqtt: true });
  const card = page.getByRole("region", { name: text("apiKeys.mqtt.title") });
  await expect
    .element(card)
    .toMatchTextContent(
      /mqtts:\/\/solar\.example\.org:8884.*address solar\.example\.org:8884.*password hgk_your-key/s,
    );
  await page.getByRole("button", { name: text("apiKeys.add") }).click();
  const mqtt = dialog.getByRole("checkbox", { name: text("apiKeys.form.mqtt") });
  await expect.element(mqtt).not.toBeChecked();
  await expect.element(dialog).toMatchTextContent(text("apiKeys.form.mqttHint"));
  await dialog.getByRole("checkbox", { name: text("apiKeys.permission.alarm") }).click();
  await expect.element(dialog).toMatchTextContent(text("apiKeys.form.mqttHintAlarms"));
  await dialog.getByRole("checkbox", { name: text("apiKeys.permission.alarm") }).click();
  await mqtt.click();
  await dialog.getByLabelText(text("apiKeys.form.name")).fill("Home");
  await dialog.getByRole("button", { name: text("apiKeys.add") }).click();
  await expect
    .poll(() => server.listCalls(endpoints.apiKey.add).map(({ body }) => body))
    .toMatchObject([{ name: "Home", mqtt: true }]);
  // With the new key, to copy or as the file of a bridge.
  const bridge = dialog.getByRole("region", { name: text("apiKeys.mqtt.example") });
  await expect.element(bridge).toMatchTextContent(`remote_password ${key}`);
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  onTestFinished(() => copied.mockRestore());
  await bridge.getByRole("button", { name: text("apiKeys.copy") }).click();
  const configuration = createMqttBridge("mqtts://solar.example.org:8884", key);
  expect(copied).toHaveBeenCalledWith(configuration);
  const downloads = watchDownloads();
  await bridge.getByRole("button", { name: MQTT_BRIDGE_FILE }).click();
  await expect.poll(downloads.names).toEqual([MQTT_BRIDGE_FILE]);
  expect(await downloads.blobs()[0]?.text()).toBe(configuration);
});
