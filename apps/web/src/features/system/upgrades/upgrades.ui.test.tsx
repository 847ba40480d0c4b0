import type { Campaign, CampaignDevice, Device, Firmware } from "@heliograph/contract";
import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { Refusal } from "../../../../test/ui/fake-server.ts";
import { makeDevice, makePlant } from "../../../../test/ui/samples.ts";

const { upgrade, firmware } = endpoints;
const at = "2026-05-04T09:00:00.000Z";

const campaign: Campaign = {
  campaignId: crypto.randomUUID(),
  firmwareName: "OPT_MX-600_HW1.2_V4.0.0.bin",
  type: "OPT",
  model: "MX-600",
  hardware: "1.2",
  version: "4.0.0",
  state: "running",
  pauseReason: null,
  firstWave: 5,
  waveSize: 100,
  maxFailures: 5,
  windowFromHour: 20,
  windowToHour: 5,
  checksYield: true,
  yieldWaitAt: null,
  yieldCheck: null,
  wave: 1,
  waves: 3,
  total: 120,
  queued: 100,
  underWay: 12,
  confirmed: 5,
  failed: 2,
  skipped: 1,
  isControllable: true,
  byName: "Ada Lovelace",
  createdAt: at,
  finishedAt: null,
};
const row: CampaignDevice = {
  campaignId: campaign.campaignId,
  deviceId: crypto.randomUUID(),
  sn: "SN-0001",
  stationId: crypto.randomUUID(),
  stationName: "North",
  state: "downloading",
  percent: 40,
  reason: null,
  fromVersion: "3.0.0",
  version: "4.0.0",
  wave: 1,
  offeredAt: at,
  changedAt: at,
  finishedAt: null,
};
const image = {
  firmwareId: crypto.randomUUID(),
  name: campaign.firmwareName,
  version: "4.0.0",
  type: "OPT",
  model: "MX-600",
  hardware: "1.2",
  sizeBytes: 10,
  publisher: "Example Ltd",
  uploadedAt: at,
  permission: "external",
  releaseNotes: "",
  sha256: "a1".repeat(32),
  signature: `${"B".repeat(86)}==`,
  signedBy: "Example Ltd",
  revision: 1,
} satisfies Firmware;
const optimizer = (sn: string, rest: Partial<Device> = {}): Device =>
  makeDevice({
    deviceId: crypto.randomUUID(),
    sn,
    type: "OPT",
    model: "MX-600",
    hardwareVersion: "1.2",
    ...rest,
  });
const plant = makePlant();
const listed = [optimizer("SN-0001"), optimizer("SN-0002"), optimizer("SN-0003", { hardwareVersion: "1.3" })];

async function openNew(query = "") {
  return await openConsole({
    at: `/system/setup/upgrades/new${query}`,
    plants: [plant],
    prepare: (server) => {
      server.reply(firmware.list, { rows: [image], total: 1 });
      server.reply(endpoints.device.list, { rows: listed, total: listed.length });
      server.reply(upgrade.get, campaign);
      server.reply(upgrade.devices, { rows: [row], total: 1 });
    },
  });
}
const settings = page.getByRole("region", { name: "Schedule" });
const select = (sn: string) => page.getByRole("row").filter({ hasText: sn }).getByRole("checkbox").click();
const start = () => settings.getByRole("button", { name: "Start upgrade" }).click();

test("lists the devices of one plant, and keeps what is selected of others", async () => {
  const server = await openNew();
  await select("SN-0001");
  await page.getByRole("combobox", { name: "Plant" }).click();
  await page.getByTitle(plant.name).click();
  await expect
    .poll(() => server.listCalls(endpoints.device.list).at(-1)?.query)
    .toMatchObject({ type: "OPT", stationId: plant.stationId });
  await expect.element(settings).toMatchTextContent("1 device selected");
});

test("blocks an upgrade until devices are selected and all are of the chosen type, model and hardware [R5.13]", async () => {
  const server = await openNew();
  server.reply(upgrade.add, { campaignId: campaign.campaignId });
  await start();
  await expect.element(settings.getByText("Select at least one device.")).toBeVisible();
  await select("SN-0001");
  await select("SN-0003");
  await page.getByRole("radio", { name: "MCON" }).click();
  await expect
    .element(settings)
    .toMatchTextContent("Incompatible device type, cannot upgrade: 2 selected devices are of another type.");
  await page.getByRole("radio", { name: "Optimizer" }).click();
  await expect.element(settings.getByText("Select a firmware.")).toBeVisible();
  await userEvent.selectOptions(settings.getByLabelText("Firmware"), image.name);
  await expect
    .element(settings)
    .toMatchTextContent("1 selected device has another model or hardware version than this firmware is for.");
  expect(server.listCalls(upgrade.add)).toEqual([]);
  await select("SN-0003");
  await settings.getByLabelText("Devices in the first wave").fill("2");
  await start();
  await expect.element(page.getByRole("heading", { name: campaign.firmwareName })).toBeVisible();
  expect(server.listCalls(upgrade.add).map(({ body }) => body)).toEqual([
    {
      type: "OPT",
      deviceIds: [listed[0]?.deviceId],
      firmwareId: image.firmwareId,
      firstWave: 2,
      waveSize: 100,
      maxFailures: 5,
      checksYield: true,
      windowFromHour: 20,
      windowToHour: 5,
    },
  ]);
});

test.each([
  ["OPT", "Optimizer"],
  ["MCON", "MCON"],
  ["RSD", "Shutdown switch"],
  ["SCON", "String"],
  ["DCON", "Gateway"],
])("lists devices of the type %s that the address names", async (type, name) => {
  const server = await openNew(`?type=${type}`);
  await expect.element(page.getByRole("radio", { name })).toBeChecked();
  await expect.poll(() => server.listCalls(endpoints.device.list)).not.toHaveLength(0);
  // Once more where React renders twice, as it does in development: never without the type.
  for (const { query } of server.listCalls(endpoints.device.list)) expect(query).toMatchObject({ type });
});

test("shows the server's refusal and keeps what was selected", async () => {
  const server = await openNew();
  server.reply(upgrade.add, () => {
    throw new Refusal("A0720", messages.en["code.A0720"]);
  });
  await select("SN-0001");
  await userEvent.selectOptions(settings.getByLabelText("Firmware"), image.name);
  await start();
  await expect.element(settings.getByText("Incompatible device type, cannot upgrade")).toBeVisible();
  await expect.element(settings.getByText("1 device selected")).toBeVisible();
  await expect.element(settings.getByLabelText("Firmware")).toHaveValue(image.firmwareId);
});

test("shows a campaign with its devices; pauses, resumes, and cancels only once confirmed [R1.6]", async () => {
  let shown = campaign;
  const server = await openConsole({
    at: `/system/setup/upgrades/${campaign.campaignId}`,
    prepare: (made) => {
      made.reply(upgrade.get, () => shown);
      made.reply(upgrade.devices, {
        rows: [
          row,
          { ...row, deviceId: crypto.randomUUID(), sn: "SN-0002", state: "failed", reason: "E_LOCKED" },
        ],
        total: 2,
      });
      made.reply(upgrade.pause, () => {
        shown = { ...campaign, state: "paused", pauseReason: "failures" };
        return null;
      });
      made.reply(upgrade.resume, null);
      made.reply(upgrade.cancel, null);
    },
  });
  await expect.element(page.getByText("Downloading 40 %")).toBeVisible();
  await expect.element(page.getByText("The device is locked.")).toBeVisible();
  await expect
    .element(page.getByText("5 confirmed · 2 failed · 1 skipped · 12 in progress · 100 waiting"))
    .toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect.element(page.getByText("Paused: the failure limit was reached")).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => server.listCalls(upgrade.resume).length).toBe(1);
  await page.getByRole("button", { name: "Cancel upgrade" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  expect(server.listCalls(upgrade.cancel)).toEqual([]);
  await page.getByRole("button", { name: "Cancel upgrade" }).click();
  await dialog.getByRole("button", { name: "Cancel upgrade" }).click();
  await expect.poll(() => server.listCalls(upgrade.cancel).length).toBe(1);
});

async function openCampaign(shown: Partial<Campaign>) {
  await openConsole({
    at: `/system/setup/upgrades/${campaign.campaignId}`,
    prepare: (server) => {
      server.reply(upgrade.get, { ...campaign, ...shown });
      server.reply(upgrade.devices, { rows: [row], total: 1 });
    },
  });
}

test("says what an ended wave waits for before the next one begins", async () => {
  await openCampaign({ yieldWaitAt: at });
  await expect.element(page.getByText(/^Waiting since .* for a whole day of production$/)).toBeVisible();
});

test("shows the comparison that paused a campaign", async () => {
  const yieldCheck = { compared: 5, low: 2, sharePercent: 81.4 };
  await openCampaign({ state: "paused", pauseReason: "yield", yieldCheck });
  await expect
    .element(page.getByText("Paused: upgraded devices produce less than their neighbors"))
    .toBeVisible();
  await expect
    .element(page.getByText("81 % of the expected energy; 2 of 5 devices below 80 %"))
    .toBeVisible();
});

test("offers no changes of a campaign with plants that the account may not operate", async () => {
  await openConsole({
    at: `/system/setup/upgrades/${campaign.campaignId}`,
    prepare: (server) => {
      server.reply(upgrade.get, { ...campaign, isControllable: false });
      server.reply(upgrade.devices, { rows: [row], total: 1 });
    },
  });
  await expect.element(page.getByText("SN-0001")).toBeVisible();
  for (const name of ["Pause", "Cancel upgrade"])
    await expect.element(page.getByRole("button", { name })).not.toBeInTheDocument();
});

test("a device that is being upgraded shows it beside its status [R4.14]", async () => {
  await openConsole({
    at: "/control/list",
    prepare: (server) =>
      server.reply(endpoints.device.list, {
        rows: [
          optimizer("SN-0001", { upgrade: { state: "downloading", percent: 40 } }),
          optimizer("SN-0002"),
        ],
        total: 2,
      }),
  });
  const line = (sn: string) => page.getByRole("row").filter({ hasText: sn });
  await expect.element(line("SN-0001")).toMatchTextContent("Upgrading 40 %");
  await expect.element(line("SN-0002")).not.toMatchTextContent("Upgrading");
});
