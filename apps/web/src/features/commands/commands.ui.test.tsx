import type { Command, CommandResult } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { makeCommandResult, makeSentCommand } from "../../../test/ui/command-samples.ts";
import { openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { makeDevice, makeDeviceSettings, makePlant } from "../../../test/ui/samples.ts";

const plant = makePlant({ name: "Roof", timeZone: "UTC" });
const device = makeDevice({ stationId: plant.stationId, stationName: "Roof", sn: "MC-1", type: "MCON" });

const makeCommand = (change: Partial<Command> = {}) =>
  makeSentCommand({ targetId: device.deviceId, targetSn: "MC-1", ...change });
const makeResult = (change: Partial<CommandResult> = {}) =>
  makeCommandResult({ deviceId: device.deviceId, sn: "MC-1", slotLabel: "A1", ...change });

/** The server with these commands; the newest is the one whose results are read. */
function serve(server: FakeServer, start: readonly Command[], results: readonly CommandResult[] = []): void {
  let rows = [...start];
  const reply = (query: { op?: string; state?: string }) => {
    const found = rows
      .filter(({ op }) => query.op === undefined || op === query.op)
      .filter(({ state }) => query.state === undefined || state === query.state);
    return { rows: found, total: found.length };
  };
  server.reply(endpoints.command.listOfPlant, ({ query }) => reply(query));
  server.reply(endpoints.command.listOfDevice, ({ query }) => reply(query));
  server.reply(endpoints.command.get, ({ query }) => {
    const row = rows.find(({ commandId }) => commandId === query.commandId) as Command;
    return { ...row, results: [...results] };
  });
  server.reply(endpoints.command.cancel, ({ body }) => {
    rows = rows.map((row) => (row.commandId === body.commandId ? { ...row, state: "cancelled" } : row));
    return null;
  });
}

const row = (index: number) => page.getByRole("table").getByRole("row").nth(index);

test("lists a plant's commands with who, when, what, state and results, and shows each device's own", async () => {
  const lost = makeCommand({ state: "unconfirmed", doneCount: 1, resultCount: 2, targetSn: null });
  await openConsole({
    at: `/station/${plant.stationId}/commands`,
    plants: [plant],
    prepare: (server) =>
      serve(
        server,
        [lost, makeCommand({ op: "scan", state: "failed", code: "E_BUSY", requested: {} })],
        [makeResult(), makeResult({ unit: 2, sn: "MC-2", state: "unconfirmed", readBack: null, at: null })],
      ),
  });
  for (const text of ["Set parameters", "2 devices", "Heartbeat interval: 3", "Ada Lin", "Not confirmed"])
    await expect.element(row(1).getByText(text, { exact: true })).toBeVisible();
  await expect.element(row(1).getByText("1 of 2 confirmed")).toBeVisible();
  await expect.element(row(2).getByText("The device is busy. Try again later.")).toBeVisible();
  await row(1).getByText("Set parameters").click();
  const drawer = page.getByRole("dialog", { name: "Set parameters" });
  await expect.element(drawer.getByText(/no result came back/)).toBeVisible();
  const results = drawer.getByRole("region", { name: "Results by device" });
  await expect
    .element(results.getByRole("row", { name: /MC-1.*Confirmed.*Heartbeat interval: 3/ }))
    .toBeVisible();
  await expect.element(results.getByRole("row", { name: /MC-2.*Not confirmed/ })).toBeVisible();
});

test("a command that was not sent yet is cancelled, and the list filters by status", async () => {
  const server = await openConsole({
    at: `/station/${plant.stationId}/commands`,
    plants: [plant],
    prepare: (made) =>
      serve(made, [
        makeCommand({ state: "queued", deliveredAt: null, repliedAt: null, deliveries: 0 }),
        makeCommand(),
      ]),
  });
  await row(1).getByText("Set parameters").click();
  const drawer = page.getByRole("dialog", { name: "Set parameters" });
  await drawer.getByRole("button", { name: "Cancel command" }).click();
  await expect.element(drawer.getByText("It was not sent; nothing was changed.")).toBeVisible();
  await expect.element(drawer.getByRole("button", { name: "Cancel command" })).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.command.cancel)).toHaveLength(1);
  await drawer.getByRole("button", { name: "Close" }).click();
  await page.getByRole("combobox", { name: "Status" }).selectOptions("Done");
  await expect.element(row(1).getByText("Done", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("table").getByText("Cancelled")).not.toBeInTheDocument();
});

test("the page of a device has its commands", async () => {
  const server = await openConsole({
    at: `/device/${device.deviceId}?tab=commands`,
    plants: [plant],
    prepare(made) {
      serve(made, [makeCommand()]);
      made.reply(endpoints.device.get, device);
      made.reply(endpoints.device.data, { rows: [], implausibleWh: 0 });
      made.reply(endpoints.devicePage.settings, makeDeviceSettings(device.deviceId));
    },
  });
  await expect.element(row(1).getByText("Set parameters")).toBeVisible();
  expect(server.listCalls(endpoints.command.listOfDevice)[0]?.query).toMatchObject({
    deviceId: device.deviceId,
  });
});
