import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import type { FakeServer } from "../../../../test/ui/fake-server.ts";
import { makeDevice, makePlant } from "../../../../test/ui/samples.ts";

const plant = makePlant({ name: "Roof" });
const make = (sn: string, type: "MCON" | "DCON") =>
  makeDevice({ stationId: plant.stationId, stationName: "Roof", sn, type, timeZone: "UTC" });
const mcons = [make("MC-1", "MCON"), make("MC-2", "MCON")];
const gateway = make("DC-1", "DCON");

const interval = {
  name: "reportInterval",
  kind: "number" as const,
  unit: "s",
  min: 5,
  max: 900,
  choices: [],
  minMultiple: null,
  isReadOnly: false,
  texts: {},
  reported: 60,
  reportedAt: "2026-05-04T09:00:04Z",
  requested: null,
  requestedAt: null,
};

function serve(server: FakeServer, all = [...mcons, gateway], row: object = interval): void {
  server.reply(endpoints.device.list, ({ query }) => {
    const rows = all.filter(({ type }) => type === query["type"]);
    return { rows, total: rows.length, isTotalCapped: false };
  });
  server.reply(endpoints.parameters.get, ({ query }) => ({
    deviceId: String(query["deviceId"]),
    type: "MCON" as const,
    isOnline: true,
    mayChange: true,
    rows: [
      { ...interval, ...row },
      { ...interval, ...row, name: "other" },
    ],
    command: null,
  }));
  for (const name of ["acquire", "set", "copy"] as const)
    server.reply(endpoints.parameters[name], { commandId: crypto.randomUUID(), state: "queued" });
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const select = (sn: string) => page.getByRole("checkbox", { name: new RegExp(sn) }).click();
const alert = () => page.getByRole("alert").getByText(/./);

test("asks for the MCON to set, copy or acquire, and sets exactly one [R5.10, R5.12]", async () => {
  const server = await openConsole({
    at: "/system/setup/controller",
    plants: [plant],
    prepare: (made) => serve(made),
  });
  for (const [name, sentence] of [
    ["Read from device", "Select the MCON to acquire parameters from."],
    ["Set parameters", "Select the MCON to set."],
    ["Copy parameters", "Select the MCON to copy from."],
  ] as const) {
    await button(name).click();
    await expect.element(alert()).toHaveTextContent(sentence);
  }
  await select("MC-1");
  await select("MC-2");
  await button("Set parameters").click();
  await expect.element(alert()).toMatchTextContent(/^Select exactly one MCON/);
  await button("Read from device").click();
  await expect.poll(() => server.listCalls(endpoints.parameters.acquire).length).toBe(2);
  await select("MC-2");
  await button("Set parameters").click();
  const dialog = page.getByRole("dialog", { name: "Set parameters of MC-1" });
  await dialog.getByRole("textbox", { name: "Report interval" }).fill("120");
  await dialog.getByRole("button", { name: "Set parameters" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.parameters.set)).toMatchObject([
    { body: { deviceId: mcons[0]?.deviceId, values: { reportInterval: 120 } } },
  ]);
});

test("gateways have their own settings, and nothing selected of MCONs stays selected", async () => {
  await openConsole({
    at: "/system/setup/controller",
    plants: [plant],
    prepare: (made) => serve(made),
  });
  await select("MC-1");
  await page.getByText("Gateway", { exact: true }).first().click();
  await button("Set parameters").click();
  await expect.element(alert()).toHaveTextContent("Select a gateway.");
  await expect.element(button("Copy parameters")).not.toBeInTheDocument();
  await select("DC-1");
  await expect.element(page.getByRole("row", { name: /^Report interval/ }).getByText("60 s")).toBeVisible();
});

test("lists the controllers of one plant", async () => {
  const server = await openConsole({
    at: "/system/setup/controller",
    plants: [plant],
    prepare: (made) => serve(made),
  });
  await page.getByRole("combobox", { name: "Plant" }).click();
  await page.getByTitle(plant.name).last().click();
  await expect
    .poll(() => server.listCalls(endpoints.device.list).at(-1)?.query)
    .toMatchObject({ type: "MCON", stationId: plant.stationId });
});

test("opens on gateways where there is no MCON, and sets a single value of one that was never read [R5.10]", async () => {
  const server = await openConsole({
    at: "/system/setup/controller",
    plants: [plant],
    prepare: (made) => serve(made, [gateway], { reported: null, reportedAt: null }),
  });
  await select("DC-1");
  await button("Set parameters").click();
  const dialog = page.getByRole("dialog", { name: "Set parameters of DC-1" });
  await expect.element(dialog.getByText(/have not been read from the device/)).toBeVisible();
  await dialog.getByRole("button", { name: "Set parameters" }).click();
  await expect.element(dialog.getByText("Change at least one value.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Report interval" }).fill("120");
  await dialog.getByRole("button", { name: "Set parameters" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.parameters.set)[0]?.body).toMatchObject({
    values: { reportInterval: 120 },
  });
  expect(server.listCalls(endpoints.parameters.set)[0]?.body.values).not.toHaveProperty("other");
});
