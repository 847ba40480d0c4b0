import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { makeCommandResult, makeSentCommand } from "../../../test/ui/command-samples.ts";
import { openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { makeDevice, makeDeviceSettings, makePlant } from "../../../test/ui/samples.ts";

const rules = {
  unit: "",
  min: null,
  max: null,
  choices: [],
  minMultiple: null,
  isReadOnly: false,
  texts: {},
};
const numbers = {
  heartbeat: [2, 1, 5, "s"],
  otaInterval: [200, 50, 5000, "ms"],
  repeatAlarm: [30, 1, 1440, "min"],
  mosTimeout: [10, 5, 20, "s"],
  alarmPolling: [60, 1, 3600, "s"],
} as const;

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
  readonly state?: "accepted" | "done" | "unconfirmed" | "failed";
  readonly code?: "E_LOCKED";
  readonly isConfirmed?: boolean;
}

function serve(server: FakeServer, shown: Shown = {}): void {
  const { isOnline = true, mayChange = true, state = "done", code = null, isConfirmed = true } = shown;
  server.reply(endpoints.device.get, mcon);
  server.reply(endpoints.device.data, { rows: [], implausibleWh: 0 });
  server.reply(endpoints.parameters.model, {
    model: "MC-200",
    isGeneric: true,
    fields: ["inputVoltageV"],
    parameterCount: 6,
    capabilities: ["param.get", "param.set"],
  });
  server.reply(endpoints.devicePage.settings, makeDeviceSettings(mcon.deviceId));
  server.reply(endpoints.parameters.get, {
    deviceId: mcon.deviceId,
    type: "MCON",
    isOnline,
    mayChange,
    rows: [
      ...Object.entries(numbers).map(([name, [reported, min, max, unit]]) => ({
        ...rules,
        kind: "number" as const,
        name,
        min,
        max,
        unit,
        minMultiple: name === "mosTimeout" ? { times: 3, parameter: "heartbeat" } : null,
        reported,
        reportedAt: at,
        requested: name === "heartbeat" ? 3 : null,
        requestedAt: name === "heartbeat" ? at : null,
      })),
      {
        ...rules,
        kind: "switch",
        isReadOnly: true,
        name: "relay",
        reported: true,
        reportedAt: at,
        requested: null,
        requestedAt: null,
      },
    ],
    command: { commandId: crypto.randomUUID(), op: "param.set", state, code, isConfirmed, createdAt: at },
  });
  server.reply(endpoints.parameters.set, { commandId: crypto.randomUUID(), state: "queued" });
  server.reply(endpoints.parameters.copy, { commandId: crypto.randomUUID(), state: "queued" });
  server.reply(endpoints.parameters.acquire, { commandId: crypto.randomUUID(), state: "queued" });
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });

test("shows requested beside reported values, reads them from the device and sets them within their ranges [R3.15]", async () => {
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
  await expect.element(dialog.getByText("At least 3 × Heartbeat interval.")).toBeVisible();
  await expect.element(dialog.getByText("Enter a whole number from 1 to 5.")).toBeVisible();
  await heartbeat.fill("3");
  await dialog.getByRole("button", { name: "Set parameters" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.parameters.set)[0]?.body).toMatchObject({
    deviceId: mcon.deviceId,
    idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    values: { heartbeat: 3 },
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

test("values on their way to a slow device are awaited instead of differing", async () => {
  await openConsole({ at: address, plants: [plant], prepare: (made) => serve(made, { state: "accepted" }) });
  const heartbeat = row("Heartbeat interval");
  await expect.element(heartbeat.getByText("Waiting for the device")).toBeVisible();
  expect(heartbeat.getByText("Differs").elements()).toHaveLength(0);
});

test("an offline device says so and takes no command; readers have no buttons", async () => {
  await openConsole({ at: address, plants: [plant], prepare: (made) => serve(made, { isOnline: false }) });
  await expect.element(page.getByText(/The device is offline\. Parameters can be read/)).toBeVisible();
  await expect.element(button("Set parameters")).toBeDisabled();
  await expect.element(button("Read from device")).toBeDisabled();
});

test("each operation of a gateway shows what became of it when it was last sent", async () => {
  const gateway = makeDevice({ stationId: plant.stationId, sn: "DC-1", type: "DCON", timeZone: "UTC" });
  const refused = makeSentCommand({ op: "restart", state: "refused", code: "E_BUSY", createdAt: at });
  await openConsole({
    at: `/device/${gateway.deviceId}?tab=parameters`,
    plants: [plant],
    prepare(made) {
      serve(made);
      made.reply(endpoints.device.get, gateway);
      made.reply(endpoints.command.listOfDevice, ({ query }) =>
        query.op === "restart" ? { rows: [refused], total: 1 } : { rows: [], total: 0 },
      );
    },
  });
  const operations = page.getByRole("region", { name: "Operations" });
  const restart = operations.getByRole("listitem").nth(2);
  await expect.element(restart.getByText("Refused")).toBeVisible();
  await expect.element(restart.getByText("The device is busy. Try again later.")).toBeVisible();
  await expect.element(operations.getByRole("status")).toHaveLength(1);
});

test("copies parameters to at most 10 MCONs of the same gateway, and asks for them when none is chosen [R5.11]", async () => {
  const parentId = crypto.randomUUID();
  const others = Array.from({ length: 11 }, (_, index) =>
    makeDevice({ stationId: plant.stationId, sn: `MC-${index + 10}`, type: "MCON", parentId, slotLabel: "" }),
  );
  const elsewhere = makeDevice({ stationId: plant.stationId, sn: "MC-99", type: "MCON", slotLabel: "" });
  const server = await openConsole({
    at: address,
    plants: [plant],
    prepare(made) {
      serve(made);
      made.reply(endpoints.device.get, { ...mcon, parentId });
      made.reply(endpoints.device.list, {
        rows: [...others, elsewhere, mcon],
        total: 13,
        isTotalCapped: false,
      });
      made.reply(endpoints.command.get, {
        ...makeSentCommand({ op: "param.copy", state: "unconfirmed", resultCount: 2, doneCount: 1 }),
        results: [
          makeCommandResult({ sn: "MC-10" }),
          makeCommandResult({ sn: "MC-11", unit: 2, state: "unconfirmed", readBack: null, at: null }),
        ],
      });
    },
  });
  await button("Copy parameters").click();
  const dialog = page.getByRole("dialog", { name: "Copy the parameters of MC-1" });
  const send = dialog.getByRole("button", { name: "Copy parameters" });
  await send.click();
  await expect.element(dialog.getByText("Select at least one MCON to copy to.")).toBeVisible();
  await dialog.getByRole("combobox").click();
  await expect.element(page.getByTitle("MC-99")).not.toBeInTheDocument();
  for (const { sn } of others) await page.getByTitle(sn, { exact: true }).click();
  // A press beside the list closes it.
  const head = dialog.getByRole("heading");
  await head.click();
  await send.click();
  await expect.element(dialog.getByText("Parameters can be copied to at most 10 MCONs.")).toBeVisible();
  expect(server.listCalls(endpoints.parameters.copy)).toEqual([]);
  await dialog.getByRole("combobox").click();
  await page.getByTitle("MC-20", { exact: true }).last().click();
  await head.click();
  await send.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.parameters.copy)[0]?.body).toMatchObject({
    deviceId: mcon.deviceId,
    toDeviceIds: others.slice(0, 10).map(({ deviceId }) => deviceId),
  });
  const progress = page.getByRole("dialog", { name: "Copy parameters" });
  const resultOf = (sn: string) => progress.getByRole("row", { name: sn });
  await expect.element(resultOf("MC-10").getByText("Confirmed")).toBeVisible();
  await expect.element(resultOf("MC-11").getByText("Not confirmed")).toBeVisible();
});

test("follows a model that the console does not know: its values, names, unit and range", async () => {
  const server = await openConsole({
    at: `/device/${mcon.deviceId}`,
    plants: [plant],
    prepare(made) {
      serve(made);
      made.reply(endpoints.device.get, {
        ...mcon,
        inputVoltageV: null,
        temperatureC: null,
        outputCurrentA: null,
      });
      made.reply(endpoints.parameters.model, {
        model: "MX-9",
        isGeneric: false,
        fields: ["temperatureC"],
        parameterCount: 1,
        capabilities: ["param.set"],
      });
      made.reply(endpoints.parameters.get, {
        deviceId: mcon.deviceId,
        type: "MCON",
        isOnline: true,
        mayChange: true,
        rows: [
          {
            ...rules,
            name: "mppStep",
            kind: "number",
            unit: "mV",
            min: 20,
            max: 90,
            texts: { en: "MPP step", pt: "Passo de MPP" },
            reported: 40,
            reportedAt: at,
            requested: null,
            requestedAt: null,
          },
        ],
        command: null,
      });
    },
  });
  const live = page.getByRole("region", { name: "Latest values" });
  await expect.element(live.getByText("Temperature")).toBeVisible();
  await expect.element(live.getByText("Output current")).not.toBeInTheDocument();
  await page.getByRole("link", { name: "Parameters" }).click();
  await expect.element(row("MPP step").getByText("20–90 mV")).toBeVisible();
  await expect.element(row("MPP step").getByText("40 mV", { exact: true })).toBeVisible();
  await button("Set parameters").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "MPP step" }).fill("91");
  await dialog.getByRole("button", { name: "Set parameters" }).click();
  await expect.element(dialog.getByText("Enter a whole number from 20 to 90.")).toBeVisible();
  expect(server.listCalls(endpoints.parameters.set)).toEqual([]);
});
