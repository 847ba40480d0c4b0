import type { DataOf } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { makeDevice, makeDeviceSettings, makePlant, noEvidence } from "../../../test/ui/samples.ts";
import { queryClient } from "../../shared/api/queries.ts";

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
  evidence: noEvidence,
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
  evidence: { age: "recent", recent: 1, oldestAt: at, recentForMs: 600_000, offlineGateways: [] },
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

const show = (data: UnitSwitch, prepareMore?: (server: FakeServer) => void) =>
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
      prepareMore?.(server);
    },
  });

const NOT_LIVE = "Live updates of the shutdown are interrupted";
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

test("says afterwards why a unit was opened: its author, once, and not of a drill", async () => {
  const unnamed = { ...opened, operation: { ...operation, reason: "" } };
  const server = await show(unnamed);
  const add = button("Add reason");
  await add.click();
  const dialog = page.getByRole("dialog", { name: /^Why was .+ opened\?$/ });
  await dialog.getByLabelText("Reason").fill("Broken glass");
  server.reply(endpoints.safety.addReason, () => {
    server.reply(endpoints.unitSwitch.get, opened);
    return null;
  });
  await dialog.getByRole("button", { name: "Add reason" }).click();
  await expect.element(card.getByText(/^Opened by Ada at .* · Broken glass$/)).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.safety.addReason)[0]?.body).toEqual({
    ...{ stationId: plant.stationId, operationId: operation.operationId, reason: "Broken glass" },
  });
  for (const change of [{ isMine: false }, { isDrill: true }]) {
    const other = { ...unnamed.operation, ...change, byName: "Ben" };
    server.reply(endpoints.unitSwitch.get, { ...unnamed, operation: other });
    await queryClient.invalidateQueries();
    await expect.element(card.getByText(/^Opened by Ben/)).toBeVisible();
    await expect.element(add).not.toBeInTheDocument();
  }
});

test("what was measured earlier is not called open now, and its gateway that is offline is named", async () => {
  const offlineGateways = [{ sn: "GW-1", units: 1 }];
  const evidence: UnitSwitch["evidence"] = { ...opened.evidence, age: "old", recent: 0, recentForMs: null };
  await show({ ...opened, evidence: { ...evidence, offlineGateways } });
  const headline = card.getByText(/^Measured open at .*09:00$/);
  await expect.element(headline).toHaveAttribute("data-variant", "alarm");
  await expect
    .element(card.getByText(/It says nothing about now: treat the modules as live\.$/))
    .toBeVisible();
  await expect.element(card.getByText("Gateway GW-1 is offline: 1 unit")).toBeVisible();
});

test("an open unit is called so only as long as the server said, also when nothing more arrives", async () => {
  const server = await show({ ...opened, evidence: { ...opened.evidence, recentForMs: 3_000 } });
  await expect.element(card.getByText("Measured open", { exact: true })).toBeVisible();
  server.setOffline(true);
  await expect.element(card.getByText(/^Measured open at .*09:00$/)).toBeVisible();
  // A report that came meanwhile is read with the next response.
  server.setOffline(false);
  server.reply(endpoints.unitSwitch.get, opened);
  await queryClient.refetchQueries();
  await expect.element(card.getByText("Measured open", { exact: true })).toBeVisible();
});

test("the card follows the shutdowns of its plant", async () => {
  const live = await show(opened);
  await expect.element(card.getByText("Measured open", { exact: true })).toBeVisible();
  const timedOut: UnitSwitch = { ...opened, state: "open-timed-out", evidence: noEvidence };
  live.reply(endpoints.unitSwitch.get, timedOut);
  live.push({ type: "safety", stationId: plant.stationId });
  const headline = card.getByText("Not proven open: device timed out");
  await expect.element(headline).toBeVisible();
  await expect.element(card.getByText(NOT_LIVE)).not.toBeInTheDocument();
});

test("the card reads its state again and again while shutdowns are not pushed, and says so", async () => {
  const timedOut: UnitSwitch = { ...opened, state: "open-timed-out", evidence: noEvidence };
  const server = await show(timedOut, (prepared) => prepared.refuseTopics("safety:"));
  await expect.element(card.getByText(NOT_LIVE)).toBeVisible();
  server.reply(endpoints.unitSwitch.get, opened);
  await expect.element(card.getByText("Measured open", { exact: true })).toBeVisible();
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
