import type { PlantThreshold, Threshold } from "@heliograph/contract";
import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { Refusal } from "../../../../test/ui/fake-server.ts";
import { makePlant } from "../../../../test/ui/samples.ts";

const values = {
  isOn: true,
  raiseValue: 75,
  clearValue: 70,
  delayS: 60,
  severity: "alarm",
} as const;
const row: Threshold = { deviceType: "OPT", quantity: "voltage", side: "high", ...values, revision: 3 };
const low: Threshold = { ...row, side: "low", raiseValue: 12, clearValue: 16, isOn: false };
const current: Threshold = { ...row, quantity: "current", raiseValue: 20, clearValue: 18.5 };
const temperature: Threshold = { ...row, quantity: "temperature", raiseValue: 85, clearValue: 80 };
const counted = {
  alarms: 4,
  devices: 2,
  days: 30,
  fromAt: "2026-04-05T12:00:00.000Z",
  stepS: null,
  isCapped: false,
};
const dialog = page.getByRole("dialog");
// Toasts are a status in the dialog too, after the form.
const preview = dialog.getByRole("status").first();
const button = (name: string) => page.getByRole("button", { name, exact: true });

async function openSettings() {
  const server = await openConsole({
    at: "/system/setup/alarms",
    prepare: (fake) => {
      fake.reply(endpoints.alarmThreshold.list, { rows: [row, low, current, temperature] });
      fake.reply(endpoints.alarmThreshold.preview, counted);
      fake.reply(endpoints.alarmThreshold.set, { ...row, raiseValue: 80, revision: 4 });
    },
  });
  await expect.element(button("Edit Optimizer · Voltage · High")).toBeVisible();
  return server;
}

test("lists the limits of voltage, current and temperature by type, and shows how many alarms a changed one would have raised before it is saved [R3.13]", async () => {
  const server = await openSettings();
  await expect.element(page.getByRole("row").filter({ hasText: "20 A" })).toMatchTextContent("18.5 A");
  await expect.element(page.getByRole("row").filter({ hasText: "85 °C" })).toMatchTextContent("80 °C");
  await expect.element(page.getByRole("row").filter({ hasText: "75 V" })).toMatchTextContent("70 V");
  await expect.element(page.getByRole("row").filter({ hasText: "75 V" })).toMatchTextContent("1 min");
  await button("Edit Optimizer · Voltage · High").click();
  await expect.element(preview).toMatchTextContent("Would have raised 4 alarms in the last 30 days.");
  await expect.element(preview).toMatchTextContent("Counted from values measured from 05/04/2026 to");
  server.reply(endpoints.alarmThreshold.preview, { ...counted, alarms: 1670, stepS: 900 });
  await dialog.getByLabelText("Raised beyond").fill("80");
  await expect.element(preview).toMatchTextContent("Would have raised 1,670 alarms in the last 30 days.");
  await expect.element(preview).toMatchTextContent("every 15 minutes");
  await expect.element(preview).toMatchTextContent("On 2 devices.");
  expect(server.listCalls(endpoints.alarmThreshold.preview).at(-1)?.query).toMatchObject({
    deviceType: "OPT",
    raiseValue: 80,
  });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.alarmThreshold.set)[0]?.body).toEqual({ ...row, raiseValue: 80 });
});

test("says when nothing was measured that could have raised an alarm, and the delay in minutes too", async () => {
  const server = await openSettings();
  server.reply(endpoints.alarmThreshold.preview, { ...counted, alarms: 0, devices: 0, fromAt: null });
  await button("Edit Optimizer · Voltage · High").click();
  await expect
    .element(preview)
    .toMatchTextContent("No values of such devices were measured in the last 30 days.");
  await expect.element(preview).not.toMatchTextContent("alarms");
  await dialog.getByRole("checkbox", { name: "Enabled" }).click();
  await expect.element(preview).toMatchTextContent("no alarms are raised until it is enabled");
  await dialog.getByLabelText("Delay").fill("90");
  await expect.element(dialog.getByText("s = 1 min 30 sec")).toBeVisible();
});

test("shows what the server refuses beside the field, no preview of such values, and what someone else has saved", async () => {
  const server = await openSettings();
  const message = "Must be less than 75.";
  server.reply(endpoints.alarmThreshold.set, () => {
    throw new Refusal("A0400", message, { fields: [{ path: "clearValue", message }] });
  });
  await button("Edit Optimizer · Voltage · High").click();
  await dialog.getByLabelText("Cleared at").fill("75");
  await expect.element(preview).toMatchTextContent("must be less than the one at which it is raised.");
  await dialog.getByLabelText("Delay").fill("");
  await dialog.getByLabelText("Cleared at").fill("70");
  await expect.element(preview).toMatchTextContent("Enter all values");
  await dialog.getByLabelText("Delay").fill("60");
  await dialog.getByLabelText("Cleared at").fill("75");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText(message)).toBeVisible();
  server.refuse(endpoints.alarmThreshold.set, "A0440", messages.en["code.A0440"]);
  await dialog.getByLabelText("Cleared at").fill("74");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText("Someone else has changed this in the meantime.")).toBeVisible();

  server.reply(endpoints.alarmThreshold.list, { rows: [{ ...row, raiseValue: 78, revision: 4 }, low] });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect.element(page.getByRole("row").filter({ hasText: "78 V" })).toBeVisible();
});

const plant = makePlant({ name: "Hill" });
const byDefault: PlantThreshold = { ...row, isOwn: false, revision: 0, default: values };
const own: PlantThreshold = {
  ...byDefault,
  side: "low",
  raiseValue: 12,
  clearValue: 16,
  isOwn: true,
  revision: 7,
};

const openPlant = (mayChange: boolean) =>
  openConsole({
    at: `/station/${plant.stationId}/thresholds`,
    plants: [plant],
    prepare: (fake) => {
      const rows = [byDefault, own, { ...byDefault, deviceType: "RSD" as const }];
      fake.reply(endpoints.alarmThreshold.listOfPlant, { rows, deviceTypes: ["OPT"], mayChange });
      fake.reply(endpoints.alarmThreshold.preview, counted);
      fake.reply(endpoints.alarmThreshold.setOfPlant, { ...byDefault, isOwn: true, revision: 8 });
      fake.reply(endpoints.alarmThreshold.resetOfPlant, { ...byDefault, side: "low" });
    },
  });

test("a plant has its own limits for the device types it has, and can use the default again", async () => {
  const server = await openPlant(true);
  const rows = page.getByRole("table").getByRole("row");
  await expect.element(rows).toHaveLength(3);
  await expect.element(rows.filter({ hasText: "12 V" })).toMatchTextContent("This plant");
  await button("Use the default of Optimizer · Voltage · Low").click();
  await expect
    .poll(() => server.listCalls(endpoints.alarmThreshold.resetOfPlant)[0]?.body)
    .toEqual({
      stationId: plant.stationId,
      deviceType: "OPT",
      quantity: "voltage",
      side: "low",
      revision: 7,
    });
  await button("Edit Optimizer · Voltage · High").click();
  await dialog.getByLabelText("Delay").fill("90");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.alarmThreshold.setOfPlant)[0]?.body).toMatchObject({
    stationId: plant.stationId,
    delayS: 90,
    revision: 0,
  });
});

test("shows limits without buttons to those who may not change them", async () => {
  await openPlant(false);
  await expect.element(page.getByRole("row").filter({ hasText: "75 V" })).toBeVisible();
  await expect.element(button("Edit Optimizer · Voltage · High")).not.toBeInTheDocument();
});
