import type { CommissioningRow } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { Refusal } from "../../../test/ui/fake-server.ts";
import { makePlant } from "../../../test/ui/samples.ts";

const plant = makePlant({ name: "Roof" });
const jobId = crypto.randomUUID();

function makeRow(number: number, change: Partial<CommissioningRow>): CommissioningRow {
  return {
    number,
    state: "found",
    reason: null,
    sn: `OP-100${number}`,
    deviceId: crypto.randomUUID(),
    type: "OPT",
    alias: "",
    place: `A${number}`,
    sharesPlaceWith: null,
    parentSn: "GW-1001",
    isOnline: true,
    signalDbm: -62,
    firstAt: "2026-05-04T08:00:00.000Z",
    inputVoltageV: 38.25,
    outputVoltageV: 37.9,
    powerW: 211,
    temperatureC: 31.5,
    ...change,
  };
}

const nothing = {
  firstAt: null,
  inputVoltageV: null,
  outputVoltageV: null,
  powerW: null,
  temperatureC: null,
};
const rows = [
  makeRow(1, {
    state: "missing",
    reason: "notAdded",
    deviceId: null,
    type: null,
    signalDbm: null,
    ...nothing,
  }),
  makeRow(2, { state: "unknown", place: "A3", sharesPlaceWith: "OP-1003" }),
  makeRow(3, { signalDbm: -91 }),
];

function prepare(server: FakeServer): void {
  server.reply(endpoints.commissioning.get, ({ query }) => ({
    source: "list" as const,
    counts: { expected: 60, found: 58, missing: 2, unknown: 1, weakSignal: 1 },
    rows: rows.filter(({ state }) => query.state === undefined || query.state === state),
    total: 61,
  }));
  server.reply(endpoints.commissioning.expected, { devices: [{ sn: "OP-1001", place: "A1" }] });
  server.reply(endpoints.commissioning.save, null);
  server.reply(endpoints.commissioning.report, { jobId });
  server.reply(endpoints.commissioning.read, { devices: [{ sn: "OP-7001", place: "C1" }] });
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
const row = (name: RegExp) => page.getByRole("row", { name });
const open = async () =>
  await openConsole({ at: `/station/${plant.stationId}/commissioning`, plants: [plant], prepare });

test("the page of a plant's devices leads to expected and found devices, with signal and first values", async () => {
  await openConsole({ at: `/station/${plant.stationId}/devices`, plants: [plant], prepare });
  await page.getByRole("link", { name: "Check expected devices" }).click();
  await expect.element(page.getByRole("heading", { name: "58 of 60 found" })).toBeVisible();
  await expect.element(page.getByText("1 device with a weak signal")).toBeVisible();
  await expect.element(row(/Missing: not added to the plant OP-1001 – A1/)).toBeVisible();
  await expect.element(row(/Found OP-1003 Optimizer A3 GW-1001 -91 .*38\.3 37\.9 211 31\.5/)).toBeVisible();
  await button(/^Unknown/).click();
  await expect.element(row(/Found OP-1003/)).not.toBeInTheDocument();
  await expect.element(row(/Unknown OP-1002 Optimizer A3 Also the location of OP-1003/)).toBeVisible();
  expect(location.hash).toContain("state=unknown");
});

test("the list is edited by line, each wrong line named, and read from a file", async () => {
  const server = await open();
  await button("Edit expected devices").click();
  const serials = page.getByRole("textbox", { name: "Serial numbers" });
  await expect.element(serials).toHaveValue("OP-1001\tA1");
  await serials.fill("OP-1001\nop_2\nOP-1001");
  await button("Save list").click();
  await expect.element(page.getByText("Line 2: “OP_2” is not a serial number.")).toBeVisible();
  await expect.element(page.getByText("Line 3: OP-1001 is listed twice.")).toBeVisible();
  expect(server.listCalls(endpoints.commissioning.save)).toHaveLength(0);
  await page
    .getByLabelText("Read from a file")
    .upload(new File(["SN\nOP-7001\n"], "list.csv", { type: "text/csv" }));
  await expect.element(serials).toHaveValue("OP-7001\tC1");
  await button("Save list").click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.commissioning.save)[0]?.body).toEqual({
    stationId: plant.stationId,
    devices: [{ sn: "OP-7001", place: "C1" }],
  });
});

test("a file that cannot be read says why beside it, and leaves the list as it was", async () => {
  const server = await open();
  server.reply(endpoints.commissioning.read, () => {
    throw new Refusal("A0700", "The file has no column “Serial number”.");
  });
  await button("Edit expected devices").click();
  await page
    .getByLabelText("Read from a file")
    .upload(new File(["X\n1\n"], "list.csv", { type: "text/csv" }));
  await expect.element(page.getByText("The file has no column “Serial number”.")).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Serial numbers" })).toHaveValue("OP-1001\tA1");
});

test("the acceptance report is asked for in the language of the page", async () => {
  const server = await open();
  await button("Create acceptance report").click();
  await expect.element(page.getByText("The acceptance report is being written")).toBeVisible();
  expect(server.listCalls(endpoints.commissioning.report)[0]?.body).toEqual({
    stationId: plant.stationId,
    language: "en",
  });
});

test("participants have neither the link nor the page", async () => {
  const shared = makePlant({ level: "participant" });
  await openConsole({ at: `/station/${shared.stationId}/commissioning`, plants: [shared] });
  await expect.element(page.getByText("You do not have permission to view this")).toBeVisible();
  await page.getByRole("link", { name: "Devices", exact: true }).click();
  await expect.element(page.getByRole("heading", { name: "Gateways" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Check expected devices" })).not.toBeInTheDocument();
});
