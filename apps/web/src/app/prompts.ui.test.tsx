import type { CompanyDetail, Language } from "@heliograph/contract";
import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { Locator } from "vitest/browser";
import { page, userEvent } from "vitest/browser";
import { makeCompany, replyWithAccounts } from "../../test/ui/account-samples.ts";
import { closeConsole, go, openConsole } from "../../test/ui/console.tsx";
import type { FakeServer } from "../../test/ui/fake-server.ts";
import { makeDevice, makePlant } from "../../test/ui/samples.ts";
import { text } from "../../test/ui/text.ts";
import type { MessageKey } from "../shared/base/i18n/i18n.ts";

const waiting = makePlant({ mayEdit: true, status: "waiting", gatewayCount: 0, unitCount: 0 });
const running = makePlant({ mayEdit: true });
const device = makeDevice({ stationId: running.stationId, alias: "" });
/** As a registration creates it. */
const company: CompanyDetail = {
  ...{
    companyId: crypto.randomUUID(),
    name: "Sun & Co",
    revision: "1",
    createdAt: "2026-05-04T09:00:00.000Z",
  },
  ...{ address: "", contact: "", contactPhone: "", contactEmail: "" },
  ...{ upstreamCompanyId: null, upstreamCompanyName: null },
  ...{ administratorId: null, administratorName: null, administratorPhone: null, administratorAccount: null },
  ...{ plantCount: 1, accountCount: 1, companyCount: 0 },
};

const main = page.getByRole("main");
const dialog = page.getByRole("dialog").last();
const button = (within: Locator | typeof page, name: string) =>
  within.getByRole("button", { name, exact: true });

function prepare(server: FakeServer): void {
  replyWithAccounts(server);
  server.reply(endpoints.account.getCompany, company);
  const { companyId, name } = company;
  server.reply(endpoints.company.tree, { rows: [makeCompany({ companyId, name })], total: 1 });
  server.reply(endpoints.device.get, device);
  server.reply(endpoints.device.data, { rows: [], implausibleWh: 0 });
  server.reply(endpoints.devicePage.settings, {
    ...{ deviceId: device.deviceId, alias: "", ratedPowerW: 600, tiltDeg: null, azimuthDeg: null },
    ...{ polePosition: null, isPlaced: true, mayEdit: true, revision: "0".repeat(32) },
  });
}

type Asked = readonly (readonly [labelKey: MessageKey, sentence: string])[];

/** Each empty field shows its sentence. */
async function expectAsked(within: Locator, asked: Asked): Promise<string[]> {
  for (const [labelKey, sentence] of asked) {
    const field = within.getByRole("textbox", { name: text(labelKey) }).first();
    await expect.element(field).toHaveAccessibleDescription(sentence);
    await expect.element(field).toHaveAttribute("aria-invalid", "true");
  }
  return asked.map(([, sentence]) => sentence);
}

async function leaveDialog(): Promise<void> {
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
}

async function signInWithoutAccount(language: Language): Promise<string[]> {
  await openConsole({ isSignedOut: true, at: "/login", language });
  await button(page, text("action.signIn")).click();
  const asked = await expectAsked(main, [["login.account", text("login.accountNeeded")]]);
  go("/reg");
  await button(page, text("register.submit")).click();
  await expectAsked(main, [["register.userName", text("chosen.nameNeeded")]]);
  await closeConsole();
  return asked;
}

async function addColleague(language: Language): Promise<string[]> {
  go("/account/list");
  await button(main, text("accounts.addButton.colleague")).click();
  await button(dialog, text("accounts.add")).click();
  const asked = await expectAsked(dialog, [["accounts.userName", messages[language]["prompt.userName"]]]);
  await leaveDialog();
  return asked;
}

/** Required wherever a company is edited, also where it has none of them yet. */
async function editCompany(language: Language): Promise<string[]> {
  const said = messages[language];
  go("/company-detail");
  await button(main, text("companies.edit")).click();
  await button(dialog, text("companies.save")).click();
  const asked = await expectAsked(dialog, [
    ["company.address", said["prompt.companyAddress"]],
    ["company.contact", said["prompt.contact"]],
    ["company.contactPhone", said["prompt.contactPhone"]],
  ]);
  await leaveDialog();
  return asked;
}

async function addCompany(language: Language): Promise<string[]> {
  const said = messages[language];
  go("/account/companies");
  await button(main, text("companies.addUnder", { name: company.name })).click();
  await button(dialog, text("companies.add")).click();
  const asked = await expectAsked(dialog, [
    ["company.name", said["prompt.company"]],
    ["company.address", said["prompt.companyAddress"]],
    ["company.contact", said["prompt.contact"]],
    ["company.contactPhone", said["prompt.contactPhone"]],
  ]);
  await leaveDialog();
  return asked;
}

async function addPlant(): Promise<string[]> {
  go("/add-power-station");
  await main.getByRole("radio", { name: text("form.fixed") }).click();
  await button(main, text("form.save")).click();
  return await expectAsked(main, [
    ["form.name", text("form.prompt.name")],
    ["form.capacity", text("form.prompt.installedCapacityKwp")],
    ["form.gridDate", text("form.prompt.gridConnectionDate")],
    ["form.price", text("form.prompt.price")],
    ["form.person", text("form.prompt.personInCharge")],
    ["form.phone", text("form.prompt.phone")],
  ]);
}

async function addDevice(stationId: string, snSentence: MessageKey): Promise<string[]> {
  go(`/station/${stationId}/devices?add=gateway`);
  await button(dialog, text("device.add")).click();
  const asked = await expectAsked(dialog, [
    ["device.sn", text(snSentence)],
    ["device.code", text("device.codeNeeded")],
  ]);
  await leaveDialog();
  return asked;
}

async function setAlias(language: Language): Promise<string[]> {
  go(`/device/${device.deviceId}`);
  await button(main, text("deviceEdit.setAlias")).click();
  await button(dialog, text("deviceEdit.save")).click();
  const asked = await expectAsked(dialog, [["devicePage.alias", messages[language]["prompt.alias"]]]);
  await leaveDialog();
  return asked;
}

test("each empty field that a user has to fill in asks for itself, in four languages [R5.2]", async () => {
  const everywhere = new Set<string>();
  for (const language of ["zh-cn", "en", "pt", "th"] as const) {
    const asked = await signInWithoutAccount(language);
    await openConsole({ language, plants: [waiting, running], prepare });
    asked.push(...(await addColleague(language)));
    asked.push(...(await editCompany(language)));
    asked.push(...(await addCompany(language)));
    asked.push(...(await addPlant()));
    asked.push(...(await addDevice(waiting.stationId, "device.dconSnNeeded")));
    asked.push(...(await addDevice(running.stationId, "device.snNeeded")));
    asked.push(...(await setAlias(language)));
    await closeConsole();
    expect(new Set(asked).size).toBe(16);
    for (const sentence of asked) everywhere.add(sentence);
  }
  // None is left in another language.
  expect(everywhere.size).toBe(4 * 16);
});
