import type { Language, MessageKey as ServerKey } from "@heliograph/contract";
import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { Locator } from "vitest/browser";
import { page, userEvent } from "vitest/browser";
import { makeAccount, replyWithAccounts } from "../../test/ui/account-samples.ts";
import { closeConsole, go, openConsole } from "../../test/ui/console.tsx";
import type { FakeServer } from "../../test/ui/fake-server.ts";
import { makeDevice, makePlant } from "../../test/ui/samples.ts";
import { text } from "../../test/ui/text.ts";
import type { MessageKey } from "../shared/base/i18n/i18n.ts";

const plant = makePlant({ mayEdit: true });
const device = makeDevice({ stationId: plant.stationId });
const user = { accountId: crypto.randomUUID(), userName: "Ada", companyName: "Sun Ltd" };

const main = page.getByRole("main");
const dialog = page.getByRole("dialog").last();
const press = (within: Locator, key: MessageKey) =>
  within
    .getByRole("button", { name: text(key), exact: true })
    .first()
    .click();

function prepare(server: FakeServer): void {
  replyWithAccounts(server, [makeAccount(user)]);
  server.reply(endpoints.company.tree, { rows: [], total: 0 });
  server.reply(endpoints.device.get, device);
  server.reply(endpoints.devicePage.settings, {
    ...{ deviceId: device.deviceId, alias: "", ratedPowerW: 600, tiltDeg: null, azimuthDeg: null },
    ...{ polePosition: null, isPlaced: true, mayEdit: true, revision: "0".repeat(32) },
  });
}

async function expectNamed(field: Locator, sentence: string): Promise<string> {
  await expect.element(field).toHaveAccessibleDescription(sentence);
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
  return sentence;
}

async function leaveDialog(): Promise<void> {
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
}

type Say = (key: ServerKey) => string;

/** An account without a role. */
async function addColleague(say: Say): Promise<string[]> {
  go("/account/list");
  await press(main, "accounts.addButton.colleague");
  await press(dialog, "accounts.add");
  const role = dialog.getByRole("combobox", { name: text("accounts.roleName") });
  const asked = await expectNamed(role, say("choose.role"));
  await leaveDialog();
  return [asked];
}

/** A role without an account type. */
async function addRole(say: Say): Promise<string[]> {
  go("/system/setup/roles");
  await press(main, "rights.addRole");
  await press(dialog, "rights.addRole");
  const type = dialog.getByRole("combobox", { name: text("rights.type") });
  const asked = await expectNamed(type, say("choose.accountType"));
  await leaveDialog();
  return [asked];
}

/** A plant whose owner was cleared, without a currency and a pricing method. */
async function addPlant(say: Say): Promise<string[]> {
  go("/add-power-station");
  const owner = main.getByRole("combobox", { name: text("plantEditor.owner") });
  await expect.element(main.getByTitle("Ada · Sun Ltd")).toBeVisible();
  await userEvent.click(owner.element().closest(".ant-select")?.querySelector("button") as Element);
  await press(main, "form.save");
  const currency = main.getByRole("combobox", { name: text("form.currency") });
  const method = main.getByRole("group", { name: text("form.method") });
  await expect.element(method).toHaveAccessibleDescription(say("choose.pricingMethod"));
  return [
    await expectNamed(owner, say("choose.account")),
    await expectNamed(currency, say("choose.currency")),
    say("choose.pricingMethod"),
  ];
}

/** A new device of a plant that has its gateway, without a device type. */
async function addDevice(say: Say): Promise<string[]> {
  go(`/station/${plant.stationId}/devices?add=gateway`);
  await dialog.getByText(text("device.isNew")).click();
  await press(dialog, "device.add");
  const type = dialog.getByRole("group", { name: text("unit.type") });
  await expect.element(type).toHaveAccessibleDescription(say("choose.deviceType"));
  await leaveDialog();
  return [say("choose.deviceType")];
}

/** An import without a file. */
async function importDevices(): Promise<string[]> {
  go("/control/import");
  await press(main, "deviceImport.continue");
  return [await expectNamed(main.getByLabelText(text("deviceImport.file")), text("deviceImport.noFile"))];
}

/** Detailed data of no device, no date and no parameter. */
async function showData(): Promise<string[]> {
  go(`/device/${device.deviceId}?tab=data&devices=`);
  await press(main, "deviceData.show");
  const devices = main.getByRole("combobox", { name: text("deviceData.devices") });
  const parameters = main.getByRole("group", { name: text("deviceData.fields") });
  const date = main.getByRole("combobox", { name: text("deviceData.date") });
  await expect.element(parameters).toHaveAccessibleDescription(text("deviceData.chooseFields"));
  return [
    await expectNamed(devices, text("deviceData.chooseDevice")),
    await expectNamed(date, text("deviceData.chooseDate")),
    text("deviceData.chooseFields"),
  ];
}

test("each choice that a user has to make asks for itself, in four languages [R5.5]", async () => {
  const everywhere = new Set<string>();
  for (const language of ["zh-cn", "en", "pt", "th"] as const satisfies readonly Language[]) {
    const say: Say = (key) => messages[language][key];
    await openConsole({ language, plants: [plant], user, prepare });
    const asked = [
      ...(await addColleague(say)),
      ...(await addRole(say)),
      ...(await addPlant(say)),
      ...(await addDevice(say)),
      ...(await importDevices()),
      ...(await showData()),
    ];
    await closeConsole();
    expect(new Set(asked).size).toBe(10);
    for (const sentence of asked) everywhere.add(sentence);
  }
  // None is left in another language.
  expect(everywhere.size).toBe(4 * 10);
});
