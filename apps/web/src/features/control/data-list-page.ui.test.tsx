import type { Device } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { Refusal } from "../../../test/ui/fake-server.ts";
import { makeDevice } from "../../../test/ui/samples.ts";

const stationId = crypto.randomUUID();
const make = (change: Partial<Device>): Device =>
  makeDevice({ stationId, stationName: "Roof", updatedAt: new Date().toISOString(), ...change });

const list = (rows: readonly Device[]) => (server: FakeServer) => {
  server.reply(endpoints.device.list, { rows: [...rows], total: rows.length });
  server.reply(endpoints.device.get, ({ query }) => {
    const row = rows.find(({ deviceId }) => deviceId === query.deviceId);
    if (row === undefined) throw new Error("not listed");
    return row;
  });
  server.reply(endpoints.device.data, ({ query }) => ({
    rows: [
      {
        at: query.fromAt,
        inputVoltageV: 36,
        inputCurrentA: 8,
        outputVoltageV: null,
        outputCurrentA: null,
        powerW: 288,
        temperatureC: null,
        generationWh: null,
      },
    ],
    implausibleWh: 0,
  }));
  server.reply(endpoints.devicePage.place, {
    above: [],
    beside: { rows: [], total: 0 },
    below: { rows: [], total: 0 },
  });
};

const lastQuery = (server: FakeServer) => server.listCalls(endpoints.device.list).at(-1)?.query;
const columnHead = (name: string) => page.getByRole("columnheader", { name });

test("a device that is not normal names the alarm that decides its status", async () => {
  const alarm = {
    alarmId: crypto.randomUUID(),
    faultCode: "H201",
    firstAt: new Date().toISOString(),
    slotLabel: "C15-4",
    alias: "",
    sn: "OP-1",
  };
  const rows = [make({ sn: "OP-1", status: "fault", alarm }), make({ sn: "OP-2" })];
  await openConsole({ at: "/control/list", prepare: list(rows) });
  const reason = page.getByRole("link", { name: /^Internal fault since/ });
  await expect.element(reason).toBeVisible();
  expect(reason.elements()).toHaveLength(1);
  expect(reason.element().getAttribute("href")).toContain(`/alarms/${alarm.alarmId}`);
});

test("filters are in the address, and an export has the same filters, columns and order", async () => {
  const server = await openConsole({
    at: "/control/list?sort=powerW&order=desc",
    prepare(fake) {
      list([make({})])(fake);
      fake.reply(endpoints.device.choices, { companies: [], models: ["MX-9"], softwareVersions: ["3.0"] });
      fake.reply(endpoints.deviceView.export, { jobId: crypto.randomUUID() });
    },
  });
  const choose = async (name: string, option: string) =>
    await page.getByRole("combobox", { name, exact: true }).selectOptions(option);
  await choose("Status", "Normal (sleeping)");
  await page.getByRole("button", { name: "More filters" }).click();
  await choose("Model", "MX-9");
  await choose("Signal", "Weak (below -85 dBm)");
  await choose("Last report", "More than 1 day ago");
  const filters = { status: "asleep", model: "MX-9", signal: "weak", lastSeen: "overDay" };
  await expect.poll(() => lastQuery(server)).toMatchObject(filters);
  await expect.element(page.getByRole("button", { name: "More filters: 3" })).toBeVisible();
  for (const name of Object.keys(filters)) expect(location.hash).toContain(`${name}=`);
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "Excel file" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Export", exact: true }).click();
  await expect
    .poll(() => server.listCalls(endpoints.deviceView.export)[0]?.body)
    .toMatchObject({ ...filters, format: "xlsx", sort: "powerW", order: "desc" });
  expect(server.listCalls(endpoints.deviceView.export)[0]?.body.columns.slice(0, 3)).toEqual([
    "sn",
    "type",
    "stationName",
  ]);
});

test("the column chooser offers everything known of a device", async () => {
  const row = make({
    hplcVersion: "H7",
    mconStVersion: "S8",
    ratedPowerW: 615,
    ownerName: "Ann",
    tiltDeg: 25,
  });
  await openConsole({ at: "/control/list", prepare: list([row]) });
  await expect.element(columnHead("SN")).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  const chosen = [
    "Alias",
    "Model",
    "Hardware",
    "HPLC version",
    "MCON-ST version",
    "Rated power",
    "Communication",
    "Online since",
    "Company",
    "Owner",
    "Tilt",
    "Azimuth",
    "Pole position",
    "Device level",
  ];
  for (const name of chosen) await page.getByRole("checkbox", { name }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("row", { name: /OP-1/ })).toMatchTextContent(/H7.*S8.*615.*Ann.*25\.0/);
});

test("a row opens a panel with the device's day and alarms, and the way to its page; arrows go through the list", async () => {
  const rows = [
    make({ sn: "OP-1", slotLabel: "A1" }),
    make({
      sn: "OP-2",
      slotLabel: "A2",
      status: "offline",
      communicationStatus: "offline",
      isAsleep: true,
      updatedAt: "2026-05-01T10:00:00Z",
    }),
  ];
  const [first, second] = rows as [Device, Device];
  await openConsole({ at: "/control/list", prepare: list(rows) });
  const opener = page.getByRole("button", { name: "OP-1", exact: true });
  await expect.element(opener).toBeVisible();
  (opener.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const panel = page.getByRole("dialog", { name: "A1" });
  await expect.element(panel.getByText("Highest 288.0 W at 00:00")).toBeVisible();
  await expect.element(panel.getByRole("region", { name: "Recent alarms" })).toMatchTextContent(/No alarms/);
  await expect
    .element(panel.getByRole("link", { name: "Open device page" }))
    .toHaveAttribute("href", `#/device/${first.deviceId}`);
  await page.getByRole("button", { name: "Next device" }).click();
  const next = page.getByRole("dialog", { name: "A2" });
  await expect
    .element(next.getByText(/Asleep: the sun is too low\. These are its last values, from .+ 10:00\./))
    .toBeVisible();
  expect(location.hash).toContain(second.deviceId);
  await expect.element(page.getByRole("button", { name: "Next device" })).toBeDisabled();
  await userEvent.keyboard("{Escape}");
  await expect.element(next).not.toBeInTheDocument();
  expect(location.hash).not.toContain("device=");
});

test.each([
  ["2026-05-01T10:00:00Z", /Not reporting\. Its last report is from .+ 10:00\./],
  [null, /This device has not reported yet\./],
])("a device without values says when it last reported, from its history: %s", async (at, sentence) => {
  const silent = make({
    sn: "OP-1",
    slotLabel: "A1",
    status: "offline",
    communicationStatus: "offline",
    updatedAt: null,
  });
  await openConsole({
    at: `/control/list?device=${silent.deviceId}`,
    prepare(server) {
      list([silent])(server);
      server.reply(endpoints.devicePage.lastSample, { at });
    },
  });
  await expect.element(page.getByRole("dialog", { name: "A1" }).getByText(sentence)).toBeVisible();
});

test("a silent device keeps its last values, which say of what time they are", async () => {
  const row = make({
    communicationStatus: "offline",
    status: "offline",
    powerW: 123,
    updatedAt: "2026-05-01T10:00:00Z",
  });
  await openConsole({ at: "/control/list", prepare: list([row]) });
  const power = page.getByTitle(/^123 · Last value, .+ 10:00$/);
  await expect.element(power).toHaveTextContent("123");
  await expect.element(power).toHaveAttribute("data-stale", "true");
});

test("saves and opens views of the list", async () => {
  const view = {
    viewId: crypto.randomUUID(),
    name: "Weak",
    kind: "table",
    query: { signal: "weak", sort: "signalDbm", order: "asc" },
    columns: { model: true, type: false },
    isDefault: false,
  } as const;
  const server = await openConsole({
    at: "/control/list?status=online",
    prepare(fake) {
      list([make({})])(fake);
      fake.reply(endpoints.deviceView.list, { rows: [view], total: 1 });
      fake.reply(endpoints.deviceView.save, { viewId: crypto.randomUUID() });
    },
  });
  const views = page.getByRole("button", { name: "Views", exact: true });
  await views.click();
  await page.getByRole("button", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await dialog.getByLabelText("Name of the view").fill("Online");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(() => server.listCalls(endpoints.deviceView.save)[0]?.body)
    .toMatchObject({ name: "Online", kind: "table", query: { status: "online" } });
  await views.click();
  const weak = page.getByRole("button", { name: "Weak" });
  await expect.element(weak).toHaveAttribute("aria-pressed", "false");
  await weak.click();
  await expect
    .poll(() => lastQuery(server))
    .toMatchObject({ signal: "weak", sort: "signalDbm", order: "asc" });
  expect(lastQuery(server)).not.toHaveProperty("status");
  await expect.element(columnHead("Model")).toBeVisible();
  expect(columnHead("Type").elements()).toEqual([]);
  await views.click();
  await expect.element(weak).toHaveAttribute("aria-pressed", "true");
});

test("a view of a plant that the account has no access to says so in its filter", async () => {
  await openConsole({
    at: `/control/list?stationId=${crypto.randomUUID()}`,
    prepare(server) {
      list([])(server);
      server.reply(endpoints.station.get, () => {
        throw new Refusal("A0404", "Not found.");
      });
    },
  });
  await expect.element(page.getByText("Plant not found", { exact: true })).toBeVisible();
});

test("the panel of a device shows the next devices of its string with their difference, and leads to its topology", async () => {
  const gateway = make({ type: "DCON", sn: "DC-1", slotLabel: "" });
  const string = make({ type: "SCON", sn: "SC-1", slotLabel: "" });
  const units = Array.from({ length: 20 }, (_, index) =>
    make({ sn: `OP-${index}`, slotLabel: `A${index}`, powerW: index === 15 ? 100 : 200 }),
  );
  const [device] = units.slice(15) as [Device];
  await openConsole({
    at: `/control/list?device=${device.deviceId}`,
    prepare(server) {
      list(units)(server);
      server.reply(endpoints.devicePage.place, {
        above: [gateway, string],
        beside: { rows: units, total: 20 },
        below: { rows: [], total: 0 },
      });
    },
  });
  const card = page.getByRole("region", { name: "Devices of the same string" });
  await expect.element(card.getByText("8 of 20")).toBeVisible();
  await expect
    .poll(() =>
      card
        .getByRole("listitem")
        .elements()
        .map(({ textContent }) => /A\d{2}/.exec(textContent)?.[0]),
    )
    .toEqual(["A11", "A12", "A13", "A14", "A15", "A16", "A17", "A18"]);
  const own = card.getByRole("listitem").filter({ hasText: "A15" });
  await expect.element(own.getByText("-50%")).toBeVisible();
  await expect.element(own).toHaveAttribute("data-notable", "true");
  await expect
    .element(card.getByRole("link", { name: "Topology" }))
    .toHaveAttribute("href", `#/device/${device.deviceId}?tab=place`);
});
