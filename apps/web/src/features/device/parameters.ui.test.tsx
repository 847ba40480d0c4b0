import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { makeDevice, makePlant } from "../../../test/ui/samples.ts";

const plant = makePlant({ name: "Roof" });
const mcon = makeDevice({
  stationId: plant.stationId,
  stationName: "Roof",
  sn: "MC-1",
  type: "MCON",
  timeZone: "UTC",
});
const address = `/device/${mcon.deviceId}?tab=parameters`;
const at = "2026-05-04T09:00:04Z";

interface Shown {
  readonly isOnline?: boolean;
  readonly mayChange?: boolean;
  readonly state?: "done" | "unconfirmed" | "failed";
  readonly code?: "E_LOCKED";
  readonly isConfirmed?: boolean;
}

function serve(server: FakeServer, shown: Shown = {}): void {
  const { isOnline = true, mayChange = true, state = "done", code = null, isConfirmed = true } = shown;
  const values = { heartbeat: 2, otaInterval: 200, repeatAlarm: 30, mosTimeout: 10, alarmPolling: 60 };
  server.reply(endpoints.device.get, mcon);
  server.reply(endpoints.devicePage.settings, {
    deviceId: mcon.deviceId,
    alias: "",
    ratedPowerW: null,
    tiltDeg: null,
    azimuthDeg: null,
    polePosition: null,
    isPlaced: true,
    mayEdit: false,
    revision: "0".repeat(32),
  });
  server.reply(endpoints.parameters.get, {
    deviceId: mcon.deviceId,
    type: "MCON",
    isOnline,
    mayChange,
    rows: [
      ...Object.entries(values).map(([name, reported]) => ({
        name,
        reported,
        reportedAt: at,
        requested: name === "heartbeat" ? 3 : null,
        requestedAt: name === "heartbeat" ? at : null,
      })),
      { name: "relay", reported: true, reportedAt: at, requested: null, requestedAt: null },
    ],
    command: { commandId: crypto.randomUUID(), op: "param.set", state, code, isConfirmed, createdAt: at },
  });
  server.reply(endpoints.parameters.set, { commandId: crypto.randomUUID(), state: "queued" });
  server.reply(endpoints.parameters.acquire, { commandId: crypto.randomUUID(), state: "queued" });
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });

test("shows requested beside reported values, reads them from the device and sets them within their ranges", async () => {
  const server = await openConsole({ at: address, plants: [plant], prepare: (made) => serve(made) });
  await expect.element(row("Heartbeat interval").getByText("3 s", { exact: true })).toBeVisible();
  await expect.element(row("Heartbeat interval").getByText("2 s", { exact: true })).toBeVisible();
  await expect.element(row("Heartbeat interval").getByText("Differs")).toBeVisible();
  await expect.element(row("OTA interval").getByText("50–5000 ms")).toBeVisible();
  await expect.element(row("Relay").getByText("Read-only")).toBeVisible();
  await button("Read from device").click();
  await expect.poll(() => server.listCalls(endpoints.parameters.acquire).length).toBe(1);
  await button("Set parameters").click();
  const dialog = page.getByRole("dialog", { name: "Set parameters of MC-1" });
  const heartbeat = dialog.getByRole("textbox", { name: "Heartbeat interval" });
  await heartbeat.fill("6");
  await dialog.getByRole("button", { name: "Set parameters" }).click();
  await expect.element(dialog.getByText("Must be 5 or less.")).toBeVisible();
  await heartbeat.fill("3");
  await dialog.getByRole("button", { name: "Set parameters" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.parameters.set)[0]?.body).toMatchObject({
    deviceId: mcon.deviceId,
    idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    values: { heartbeat: 3, otaInterval: 200, repeatAlarm: 30, mosTimeout: 10, alarmPolling: 60 },
  });
});

test.each([
  ["a reply that was lost", { state: "unconfirmed", isConfirmed: false }, /no result came back/],
  [
    "a gateway that finished without this device",
    { state: "done", isConfirmed: false },
    /no result came back/,
  ],
  ["a refusal", { state: "failed", code: "E_LOCKED", isConfirmed: false }, /locked against this operation/],
] as const)("%s is not shown as done", async (_, shown, sentence) => {
  await openConsole({ at: address, plants: [plant], prepare: (made) => serve(made, shown) });
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(page.getByText("Done", { exact: true })).not.toBeInTheDocument();
});

test("an offline device says so and takes no command; readers have no buttons", async () => {
  await openConsole({ at: address, plants: [plant], prepare: (made) => serve(made, { isOnline: false }) });
  await expect.element(page.getByText(/The device is offline\. Parameters can be read/)).toBeVisible();
  await expect.element(button("Set parameters")).toBeDisabled();
  await expect.element(button("Read from device")).toBeDisabled();
});
