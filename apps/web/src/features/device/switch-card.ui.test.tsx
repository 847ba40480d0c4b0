import type { DataOf } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { makeDevice, makeDeviceSettings, makePlant } from "../../../test/ui/samples.ts";

type UnitSwitch = DataOf<typeof endpoints.unitSwitch.get>;

const plant = makePlant({ name: "Roof" });
const unit = makeDevice({
  stationId: plant.stationId,
  stationName: "Roof",
  sn: "OPT-1",
  alias: "",
  type: "OPT",
  timeZone: "UTC",
});
const at = "2026-05-04T09:00:04Z";
const yes = { allowed: true };
const none: UnitSwitch = {
  deviceId: unit.deviceId,
  type: "OPT",
  hasSwitch: true,
  plantState: "normal",
  state: "none",
  operation: null,
  counts: { units: 0, proven: 0, dark: 0 },
  units: [],
  ops: { open: yes, close: yes, release: { allowed: false } },
};
const operation: NonNullable<UnitSwitch["operation"]> = {
  operationId: crypto.randomUUID(),
  kind: "open",
  isDrill: false,
  reason: "Broken glass",
  byName: "Ada",
  isMine: true,
  acceptedAt: at,
  deadlineAt: at,
  deliveredAt: at,
  deliveries: 2,
  acknowledgedAt: at,
  code: null,
};
const opened: UnitSwitch = {
  ...none,
  state: "open",
  operation,
  counts: { units: 1, proven: 1, dark: 0 },
  units: [
    {
      deviceId: unit.deviceId,
      sn: "OPT-1",
      slotLabel: "A1",
      state: "open",
      isDark: false,
      sampleAt: at,
      outputV: 0.4,
      inputV: 45,
    },
  ],
  ops: { open: yes, close: yes, release: yes },
};

const show = (data: UnitSwitch) =>
  openConsole({
    at: `/device/${unit.deviceId}`,
    plants: [plant],
    prepare(server) {
      server.reply(endpoints.device.get, unit);
      server.reply(endpoints.device.data, { rows: [], implausibleWh: 0 });
      server.reply(endpoints.devicePage.settings, makeDeviceSettings(unit.deviceId));
      server.reply(endpoints.unitSwitch.get, data);
      server.reply(endpoints.unitSwitch.open, () => {
        server.reply(endpoints.unitSwitch.get, opened);
        return { operationId: operation.operationId, state: "opening" as const };
      });
      server.reply(endpoints.unitSwitch.close, { operationId: operation.operationId, state: "closing" });
    },
  });

const card = page.getByRole("region", { name: "Switch" });
const button = (name: string) => card.getByRole("button", { name, exact: true });

test("opens a unit after one confirmation, and closes it after its serial number was typed", async () => {
  const server = await show(none);
  await button("Open").click();
  await page.getByRole("dialog").getByRole("button", { name: "Open now" }).click();
  await expect.element(card.getByText("Measured open")).toBeVisible();
  await expect.element(card.getByText("Opened by Ada")).toBeVisible();
  await expect.element(card.getByText("0.4 V at the output, 45.0 V at the input")).toBeVisible();
  expect(server.listCalls(endpoints.unitSwitch.open)[0]?.body).toMatchObject({
    deviceId: unit.deviceId,
    idempotencyKey: expect.any(String),
  });
  await button("Close").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("OPT-2");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect.element(dialog.getByText("Does not match the serial number.")).toBeVisible();
  expect(server.listCalls(endpoints.unitSwitch.close)).toEqual([]);
});

test("a unit that another user has opened cannot be operated, and says why", async () => {
  const denied = { allowed: false, reason: "Operation denied, the device was shut down by someone else" };
  await show({ ...opened, ops: { open: denied, close: denied, release: denied } });
  await expect.element(card.getByText(denied.reason)).toBeVisible();
  await expect.element(button("Send again")).toBeDisabled();
  await expect.element(button("Close")).toBeDisabled();
});

test("an offline unit says that it cannot be shut down", async () => {
  const offline = { allowed: false, reason: "Device offline, unable to shut down" };
  await show({ ...none, ops: { open: offline, close: offline, release: { allowed: false } } });
  await expect.element(card.getByText(offline.reason)).toBeVisible();
  await expect.element(button("Open")).toBeDisabled();
});
