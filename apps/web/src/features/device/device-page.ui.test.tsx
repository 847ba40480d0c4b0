import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { makeAlarm, replyWithAlarms } from "../../../test/ui/alarm-samples.ts";
import { go, openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { Refusal } from "../../../test/ui/fake-server.ts";
import { makeDevice, makeJob, makePlant } from "../../../test/ui/samples.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { announceUnlessShown } from "../../shared/api/shown-refusals.ts";
import { toast, toastStore } from "../../shared/base/toast.ts";

const plant = makePlant({ name: "Roof" });
const inPlant = { stationId: plant.stationId, stationName: "Roof" } as const;
const fault = makeAlarm();
const device = makeDevice({
  ...inPlant,
  deviceId: fault.deviceId,
  sn: "OP-1",
  alias: "South7",
  slotLabel: "C15-4",
  status: "fault",
  statusReason: "fault-alarm",
  alarm: {
    alarmId: fault.alarmId,
    faultCode: fault.faultCode,
    firstAt: fault.firstAt,
    slotLabel: "C15-4",
    alias: "South7",
    sn: "OP-1",
  },
  hplcVersion: "5.1",
  mconStVersion: "2.7",
  ownerName: "Ada Lin",
  tiltDeg: 22.5,
  azimuthDeg: 190,
  polePosition: 9,
  level: 3,
  powerW: 120,
});
const settings = {
  deviceId: device.deviceId,
  alias: "South7",
  ratedPowerW: 600,
  tiltDeg: 22.5,
  azimuthDeg: 190,
  polePosition: 9,
  isPlaced: true,
  mayEdit: true,
  revision: "0".repeat(32),
};
const address = `/device/${device.deviceId}`;
const region = (name: string) => page.getByRole("region", { name, exact: true });
const tab = (name: string) =>
  page.getByRole("navigation", { name: "Pages of the device" }).getByRole("link", { name });

function prepare(server: FakeServer): void {
  replyWithAlarms(server, [fault]);
  server.reply(endpoints.device.get, device);
  server.reply(endpoints.device.data, { rows: [], implausibleWh: 0 });
  server.reply(endpoints.devicePage.settings, settings);
}

test("the overview has every field of a device, its latest values, and its status with the reason", async () => {
  await openConsole({ at: address, plants: [plant], prepare });
  await expect.element(page.getByRole("heading", { level: 1, name: "C15-4" })).toBeVisible();
  const facts = {
    Device: [
      ["SN", "OP-1"],
      ["Alias", "South7"],
      ["Type", "Optimizer"],
      ["Model", "MX-600"],
      ["Rated power", "600W"],
      ["Device level", "3"],
      ["Communication status", "Online"],
      ["Online since", "04/05/2026 09:00"],
      ["Software version", "3.0"],
      ["Hardware version", "1.2"],
      ["HPLC version", "5.1"],
      ["MCON-ST version", "2.7"],
    ],
    Installation: [
      ["Plant", "Roof"],
      ["Owner", "Ada Lin"],
      ["Location", "C15-4"],
      ["Panel tilt", "22.5°"],
      ["Azimuth", "190.0°"],
      ["Pole position", "9: bottom right"],
    ],
    "Latest values": [
      ["Power", "120W"],
      ["Input voltage", "36.0V"],
      ["Input current", "8.00A"],
      ["Output voltage", "36.0V"],
      ["Output current", "8.00A"],
      ["Temperature", "30.0°C"],
      ["Generation", "120kWh"],
      ["Signal", "-60dBm"],
    ],
  } as const;
  for (const [card, pairs] of Object.entries(facts))
    for (const [name, value] of pairs)
      await expect
        .poll(() => readFact(region(card).element(), name), { message: `${card}: ${name}` })
        .toBe(value);
  const reason = page.getByRole("link", { name: /^Internal fault since/ });
  await expect.element(reason).toBeVisible();
  expect(reason.element().getAttribute("href")).toContain(`/alarms/${fault.alarmId}`);
});

test("a field that nothing is known of has a dash", async () => {
  const bare = { ...device, onlineAt: null, polePosition: null };
  await openConsole({
    at: address,
    plants: [plant],
    prepare(server) {
      prepare(server);
      server.reply(endpoints.device.get, bare);
    },
  });
  await expect.element(page.getByRole("heading", { level: 1, name: "C15-4" })).toBeVisible();
  const read = (card: string, name: string) => readFact(region(card).element(), name);
  await expect.poll(() => read("Device", "Online since")).toBe("–");
  expect(read("Installation", "Pole position")).toBe("–");
});

function readFact(card: Element, name: string): string | undefined {
  const term = [...card.querySelectorAll("dt")].find(({ textContent }) => textContent === name);
  return term?.nextElementSibling?.textContent;
}

test("a silent device says why, and one that sleeps does not", async () => {
  const silent = { ...device, status: "offline", communicationStatus: "offline", alarm: null } as const;
  const server = await openConsole({
    at: address,
    plants: [plant],
    prepare(made) {
      prepare(made);
      made.reply(endpoints.device.get, { ...silent, statusReason: "no-samples" });
    },
  });
  const reason = page.getByText("No data for three report intervals");
  await expect.element(reason).toBeVisible();
  await expect.element(page.getByText(/^Not reporting. These are its last values/)).toBeVisible();
  const asleep = makeDevice({
    ...silent,
    deviceId: crypto.randomUUID(),
    statusReason: "no-samples",
    isAsleep: true,
  });
  server.reply(endpoints.device.get, asleep);
  go(`/device/${asleep.deviceId}`);
  await expect
    .element(page.getByText(/^Asleep: the sun is too low. These are its last values/))
    .toBeVisible();
  await expect
    .poll(() => readFact(region("Device").element(), "Communication status"))
    .toBe("Normal (sleeping)");
  await expect.element(reason).not.toBeVisible();
});

test("the topology leads from the gateway to the device and shows how far its siblings differ", async () => {
  const gateway = makeDevice({ ...inPlant, type: "DCON", sn: "DC-1", slotLabel: "", level: 1, powerW: null });
  const string = makeDevice({ ...inPlant, type: "SCON", sn: "SC-1", slotLabel: "", level: 2, powerW: 1_000 });
  const { tiltDeg, azimuthDeg } = device;
  const orientation = { tiltDeg, azimuthDeg };
  const siblings = [200, 210, 190, 205].map((powerW, index) =>
    makeDevice({ ...inPlant, ...orientation, sn: `OP-${index + 2}`, slotLabel: `C15-${index}`, powerW }),
  );
  await openConsole({
    at: `${address}?tab=place`,
    plants: [plant],
    prepare(server) {
      prepare(server);
      const rows = [...siblings, device];
      server.reply(endpoints.devicePage.place, {
        above: [gateway, string],
        beside: { rows, total: 7 },
        below: { rows: [], total: 0 },
      });
    },
  });
  const path = region("Connection").getByRole("listitem");
  await expect.element(path).toHaveLength(3);
  expect(path.elements().map(({ textContent }) => /DC-1|SC-1|C15-4/.exec(textContent)?.[0])).toEqual([
    "DC-1",
    "SC-1",
    "C15-4",
  ]);
  const beside = region("Devices of the same string");
  await expect.element(beside.getByText("5 of 7")).toBeVisible();
  await expect.element(beside.getByText("Median 200 W")).toBeVisible();
  const own = beside.getByRole("listitem").filter({ hasText: "C15-4" });
  await expect.element(own.getByText("-40%")).toBeVisible();
  await expect.element(own).toHaveAttribute("data-notable", "true");
  await expect
    .element(beside.getByRole("listitem").filter({ hasText: "C15-1" }))
    .toHaveAttribute("data-notable", "false");
  const link = beside.getByRole("link", { name: "C15-1" });
  expect(link.element().getAttribute("href")).toContain(`/device/${siblings[1]?.deviceId}`);
});

test("events are the device's alarms and its log; the history names the devices at the same place", async () => {
  const server = await openConsole({
    at: address,
    plants: [plant],
    prepare(made) {
      prepare(made);
      made.reply(endpoints.log.ofPlant, { rows: [], total: 0 });
      const stay = {
        linkId: crypto.randomUUID(),
        deviceId: device.deviceId,
        sn: "OP-1",
        alias: "",
        type: "OPT",
        stationId: plant.stationId,
        stationName: "Roof",
        timeZone: "UTC",
        slotLabel: "C15-4",
        parentSn: "SC-1",
        fromAt: "2026-03-01T10:00:00Z",
        toAt: null,
        createdByName: "Ada Lin",
      } as const;
      const before = { ...stay, linkId: crypto.randomUUID(), deviceId: crypto.randomUUID(), sn: "OP-0" };
      made.reply(endpoints.upgrade.ofDevice, { rows: [], total: 0 });
      made.reply(endpoints.devicePage.history, {
        rows: [stay, { ...before, fromAt: "2025-01-01T00:00:00Z", toAt: stay.fromAt }],
        total: 2,
      });
    },
  });
  await tab("Events").click();
  await expect
    .element(region("Alarms of this device").getByRole("link", { name: "Internal fault" }))
    .toBeVisible();
  expect(server.listCalls(endpoints.alarm.list).at(-1)?.query).toMatchObject({ deviceId: device.deviceId });
  await expect.element(region("Device log")).toBeVisible();
  expect(server.listCalls(endpoints.log.ofPlant).at(-1)?.query).toMatchObject({
    stationId: plant.stationId,
    deviceId: device.deviceId,
  });
  await tab("History").click();
  const rows = region("Locations and replacements").getByRole("row");
  await expect.element(rows).toHaveLength(3);
  expect(rows.nth(1).element().textContent).toMatch(/01\/03\/2026 10:00.*now.*OP-1.*C15-4.*SC-1.*Ada Lin/);
  await expect.element(rows.nth(2).getByRole("link", { name: "OP-0" })).toBeVisible();
});

test("the events of a gateway include its rejected reports, each with its reason and whole content", async () => {
  const body = `{"v":1,"d":[${"1,".repeat(100)}1]}`;
  const counts = [{ reason: "unknown-unit", total: 41 }];
  const report = {
    receivedAt: "2026-05-04T08:00:00.000Z",
    topic: "hg/1/DC-1/up/data",
    seq: 7,
    reason: "unknown-unit",
    detail: "units 9",
    body,
    isBinary: false,
  };
  await openConsole({
    at: `${address}?tab=events`,
    plants: [plant],
    prepare(server) {
      prepare(server);
      server.reply(endpoints.device.get, { ...device, type: "DCON", sn: "DC-1" });
      server.reply(endpoints.log.ofPlant, { rows: [], total: 0 });
      const bytes = {
        ...report,
        seq: null,
        reason: "not-utf8",
        detail: "",
        body: btoa("\u00ff\u0000A"),
        isBinary: true,
      };
      server.reply(endpoints.device.rejected, { rows: [report, bytes], total: 2, counts });
    },
  });
  const binary = page.getByRole("row", { name: /Not valid UTF-8/ });
  await expect.element(binary.getByText("Not text; shown in hexadecimal")).toBeVisible();
  await expect.element(binary.getByText("ff 00 41")).toBeVisible();
  await expect.element(page.getByRole("listitem").getByText("Unknown unit 41")).toBeVisible();
  await expect.element(page.getByRole("row", { name: /Unknown unit ?units 9 up\/data 7/ })).toBeVisible();
  const whole = page.getByText(body, { exact: true });
  await expect.element(whole).not.toBeVisible();
  await page.getByText(`${body.slice(0, 120)}…`).click();
  await expect.element(whole).toBeVisible();
});

test("a device that is not there is said to be missing", async () => {
  await openConsole({
    at: address,
    plants: [plant],
    prepare: (server) =>
      server.reply(endpoints.device.get, () => {
        throw new Refusal("A0404", "Not found.");
      }),
  });
  await expect.element(page.getByText("Device not found")).toBeVisible();
});

test("detailed data of an address beyond the limits says which one, and devices are named or missing, never by their id", async () => {
  const [other, unknown] = [makeDevice({ ...inPlant, sn: "OP-9", slotLabel: "C15-9" }), crypto.randomUUID()];
  const devices = [device.deviceId, other.deviceId, unknown].join();
  const search = `tab=data&devices=${devices}&fields=powerW&range=2026-01-01~2026-03-01`;
  await openConsole({
    at: `${address}?${search}`,
    plants: [plant],
    prepare(made) {
      prepare(made);
      made.reply(endpoints.device.get, ({ query }) => {
        if (query.deviceId === unknown) throw new Refusal("A0404", "Not found.");
        return query.deviceId === other.deviceId ? other : device;
      });
      made.reply(endpoints.device.list, { rows: [device], total: 1 });
    },
  });
  await expect.element(page.getByText("Too much data selected")).toBeVisible();
  await expect.element(page.getByRole("alert").getByText("Select at most 31 days.")).toBeVisible();
  await expect.element(page.getByText("C15-9 · OP-9")).toBeVisible();
  await expect.element(page.getByTitle("Device not found")).toBeVisible();
  expect(document.body.textContent).not.toContain(unknown);
});

/** Detailed data of the device and others, each of which is refused. */
async function openDataOf(refused: Readonly<Record<string, Refusal>>) {
  const devices = [device.deviceId, ...Object.keys(refused)].join();
  const server = await openConsole({
    at: `${address}?tab=data&devices=${devices}&fields=powerW&range=2026-05-01~2026-05-03`,
    plants: [plant],
    prepare(made) {
      prepare(made);
      made.reply(endpoints.device.get, ({ query }) => {
        const refusal = refused[query.deviceId];
        if (refusal) throw refusal;
        return device;
      });
      made.reply(endpoints.devicePage.series, ({ query }) => ({
        fromAt: query.fromAt,
        stepS: 300,
        series: query.deviceIds.map((deviceId) => ({ deviceId, steps: [120], values: [[100]] })),
      }));
    },
  });
  return {
    /** The devices that series were asked of, each choice once: in development React mounts twice. */
    listAsked: (): string[] => [
      ...new Set(server.listCalls(endpoints.devicePage.series).map(({ query }) => query.deviceIds.join())),
    ],
  };
}

test("an unknown device in the address of detailed data is named once, and the others are shown", async () => {
  const toasts = new Set<string>();
  toastStore.subscribe(() => toastStore.read().map(({ text }) => toasts.add(text)));
  const data = await openDataOf({ [crypto.randomUUID()]: new Refusal("A0404", "No such device.") });
  await expect.element(page.getByTitle("Device not found")).toBeVisible();
  await expect.element(page.getByRole("img", { name: "Power of C15-4" })).toBeVisible();
  expect(data.listAsked()).toEqual([device.deviceId]);
  // A later refusal that no place shows becomes a toast after those before it.
  announceUnlessShown(new ApiError("Later."), (sentence) => toast("error", sentence));
  await expect.poll(() => toasts.has("Later.")).toBe(true);
  expect(toasts).not.toContain("No such device.");
});

test("devices in the address of detailed data that are hidden or cannot be loaded say so and do not keep the others from being shown", async () => {
  const data = await openDataOf({
    [crypto.randomUUID()]: new Refusal("A0300", "Not permitted."),
    [crypto.randomUUID()]: new Refusal("B0001", "Something went wrong."),
  });
  await expect.element(page.getByTitle("Device not found")).toBeVisible();
  await expect.element(page.getByTitle("Device could not be loaded")).toBeVisible();
  await expect.element(page.getByRole("img", { name: "Power of C15-4" })).toBeVisible();
  expect(data.listAsked()).toEqual([device.deviceId]);
});

test("detailed data asks for parameters and a date, then shows them as chart and table and exports them", async () => {
  const jobId = crypto.randomUUID();
  const other = makeDevice({ ...inPlant, sn: "OP-9", slotLabel: "C15-9" });
  const server = await openConsole({
    at: `${address}?tab=data`,
    plants: [plant],
    prepare(made) {
      prepare(made);
      made.reply(endpoints.device.get, ({ query }) => (query.deviceId === other.deviceId ? other : device));
      made.reply(endpoints.device.list, { rows: [device, other], total: 2 });
      made.reply(endpoints.devicePage.series, ({ query }) => ({
        fromAt: query.fromAt,
        stepS: 300,
        series: query.deviceIds.map((deviceId, index) => ({
          deviceId,
          steps: [120, 121],
          values: query.fields.map(() => [100 + index, 110 + index]),
        })),
      }));
      made.reply(endpoints.devicePage.exportData, { jobId });
      made.reply(endpoints.job.list, { rows: [], total: 0 });
      made.reply(endpoints.job.get, { ...makeJob({ kind: "deviceDataExport" }), jobId });
    },
  });
  const show = page.getByRole("button", { name: "Show data" });
  await show.click();
  await expect.element(page.getByText("Select at least one parameter.")).toBeVisible();
  await expect.element(page.getByText("Select the data date.")).toBeVisible();
  expect(server.listCalls(endpoints.devicePage.series)).toHaveLength(0);
  await page.getByRole("combobox", { name: "Devices" }).click();
  await page.getByTitle("C15-9 · OP-9").click();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("checkbox", { name: "Power" }).click();
  await page.getByRole("checkbox", { name: "Temperature" }).click();
  await page.getByRole("combobox", { name: "Data date" }).selectOptions("Yesterday");
  await show.click();
  await expect.element(page.getByRole("img", { name: "Power, Temperature of C15-4, C15-9" })).toBeVisible();
  const lines = page.getByRole("list", { name: "Lines" }).getByRole("listitem");
  expect(lines.elements().map(({ textContent }) => textContent)).toEqual(["C15-4", "C15-9"]);
  const head = region("Table").getByRole("columnheader");
  await expect.element(head).toHaveLength(5);
  expect(head.elements().map(({ textContent }) => textContent)).toEqual([
    "Time",
    "C15-4 · Power W",
    "C15-4 · Temperature °C",
    "C15-9 · Power W",
    "C15-9 · Temperature °C",
  ]);
  const first = region("Table").getByRole("row").nth(1).getByRole("cell");
  expect(
    first
      .elements()
      .map(({ textContent }) => textContent)
      .slice(1),
  ).toEqual(["100", "100.0", "101", "101.0"]);
  expect(location.hash).toContain("fields=powerW%2CtemperatureC");
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("button", { name: "Whole period" }).click();
  await expect.element(page.getByRole("button", { name: "Whole period" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "CSV" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
  await expect.poll(() => server.listCalls(endpoints.devicePage.exportData)).toHaveLength(1);
  const [asked] = server.listCalls(endpoints.devicePage.series);
  expect(server.listCalls(endpoints.devicePage.exportData)[0]?.body).toMatchObject({
    format: "csv",
    deviceIds: [device.deviceId, other.deviceId],
    fields: ["powerW", "temperatureC"],
    fromAt: asked?.query.fromAt,
    toAt: asked?.query.toAt,
  });
});

test("the form of a device sends what has changed; newer values of others are shown over which it is repeated", async () => {
  let current = settings;
  const server = await openConsole({
    at: address,
    plants: [plant],
    prepare(made) {
      prepare(made);
      made.reply(endpoints.devicePage.settings, () => current);
      made.reply(endpoints.devicePage.update, ({ body }) => {
        if (body.revision !== current.revision) throw new Refusal("A0440", "Changed by someone else.");
        return { deviceId: device.deviceId, revision: "f".repeat(32) };
      });
    },
  });
  await page.getByRole("button", { name: "Edit device" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit OP-1" });
  await dialog.getByRole("textbox", { name: "Alias" }).fill("South 8");
  const save = dialog.getByRole("button", { name: "Save" });
  await save.click();
  await expect.element(dialog.getByText(/Use only the letters/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Alias" }).fill("South8");
  await dialog.getByRole("combobox", { name: "Pole position" }).selectOptions("5: centre");
  current = { ...settings, alias: "West1", revision: "a".repeat(32) };
  await save.click();
  await expect.element(dialog.getByText("West1")).toBeVisible();
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.devicePage.update).at(-1)?.body).toEqual({
    deviceId: device.deviceId,
    revision: "a".repeat(32),
    alias: "South8",
    polePosition: 5,
  });
});

test("a device without a place has no mounting to edit, and who may not edit has no form", async () => {
  const server = await openConsole({
    at: address,
    plants: [plant],
    prepare(made) {
      prepare(made);
      made.reply(endpoints.devicePage.settings, { ...settings, isPlaced: false });
    },
  });
  await page.getByRole("button", { name: "Edit device" }).click();
  await expect.element(page.getByText("This device is not in the layout").first()).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Panel tilt" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  server.reply(endpoints.devicePage.settings, { ...settings, mayEdit: false });
  const other = makeDevice({ ...device, deviceId: crypto.randomUUID() });
  server.reply(endpoints.device.get, other);
  go(`/device/${other.deviceId}`);
  await expect.element(page.getByRole("button", { name: "Edit device" })).not.toBeInTheDocument();
});

test("a gateway that measures nothing has neither values nor a day curve", async () => {
  const nothing = {
    powerW: null,
    inputVoltageV: null,
    inputCurrentA: null,
    outputVoltageV: null,
    outputCurrentA: null,
    temperatureC: null,
    generationWh: null,
    signalDbm: null,
  };
  await openConsole({
    at: address,
    plants: [plant],
    prepare(server) {
      prepare(server);
      server.reply(endpoints.device.get, { ...device, ...nothing, type: "DCON", model: "DC-9" });
      server.reply(endpoints.parameters.model, {
        model: "DC-9",
        isGeneric: false,
        fields: [],
        parameterCount: 0,
        capabilities: [],
      });
    },
  });
  await expect.element(region("Device")).toBeVisible();
  await expect.element(region("Latest values")).not.toBeInTheDocument();
  await expect.element(region("Day curve")).not.toBeInTheDocument();
});
