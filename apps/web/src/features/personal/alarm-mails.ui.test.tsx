import type { DataInputOf } from "@heliograph/contract";
import { defaultAlarmMailSettings, endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { text } from "../../../test/ui/text.ts";

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const dialog = page.getByRole("dialog");
// Functions, because texts are loaded when the console opens.
const card = () => page.getByRole("region", { name: text("alarmMails.title") });
const editButton = () => card().getByRole("button", { name: text("alarmMails.edit") });
const testButton = () => card().getByRole("button", { name: text("alarmMails.test") });
const save = () => dialog.getByRole("button", { name: text("own.save"), exact: true }).click();

interface Opening extends Partial<DataInputOf<typeof endpoints.notification.get>> {
  readonly emailNotify?: boolean;
}

async function openPersonal({ emailNotify = true, ...settings }: Opening) {
  const server = await openConsole({
    at: "/personal-center",
    user: { emailNotify },
    prepare(made) {
      made.reply(endpoints.session.list, { rows: [], total: 0 });
      made.reply(endpoints.secondFactor.get, {
        totpSince: null,
        passkeys: [],
        recoveryCodesLeft: 0,
        isRequired: false,
      });
      made.reply(endpoints.notification.get, {
        ...defaultAlarmMailSettings,
        email: "ana@example.org",
        chosenPlants: [],
        ...settings,
      });
      made.reply(endpoints.notification.update, { rows: [] });
      made.reply(endpoints.notification.test, { email: "ana@example.org" });
    },
  });
  await expect.element(editButton()).toBeVisible();
  return server;
}

test("shows where alarm mails go and which, and changes them in a form", async () => {
  const server = await openPersonal({});
  await expect.element(card()).toMatchTextContent("ana@example.org");
  await expect.element(card()).toMatchTextContent(text("alarmMails.plantsOf.owned"));
  await editButton().click();
  await dialog.getByText(text("alarmMails.digests.daily"), { exact: true }).click();
  await expect.element(dialog.getByText(text("alarmMails.quietZone"))).not.toBeInTheDocument();
  await dialog.getByLabelText(text("alarmMails.quietFrom")).selectOptions("22:00");
  await dialog.getByLabelText(text("alarmMails.quietTo")).selectOptions("06:00");
  await dialog.getByText(text("alarmMails.zoneOwn", { zone: timeZone })).click();
  await save();
  await expect
    .poll(() => server.listCalls(endpoints.notification.update)[0]?.body)
    .toEqual({
      isOn: true,
      digest: "daily",
      plants: "owned",
      minSeverity: "fault",
      hasRecovery: false,
      quietFrom: 22,
      quietTo: 6,
      quietZone: "account",
      maxPerHour: 10,
      timeZone,
    });
});

test("selects the plants whose alarms are mailed", async () => {
  const [roof, barn] = [crypto.randomUUID(), crypto.randomUUID()];
  const server = await openPersonal({
    plants: "chosen",
    stationIds: [roof, barn],
    chosenPlants: [
      { stationId: roof, stationName: "Roof" },
      { stationId: barn, stationName: "Barn" },
    ],
  });
  await expect.element(card()).toMatchTextContent("Roof, Barn");
  await editButton().click();
  await expect.element(dialog.getByText("Roof")).toBeVisible();
  await dialog.getByTitle("Barn").getByLabelText("close").click();
  await save();
  await expect
    .poll(() => server.listCalls(endpoints.notification.update)[0]?.body)
    .toMatchObject({ plants: "chosen", stationIds: [roof] });
});

test("refuses a limit of 0 beside its field, and sends nothing", async () => {
  const server = await openPersonal({});
  await editButton().click();
  await dialog.getByLabelText(text("alarmMails.maxPerHour")).fill("0");
  await save();
  await expect.element(dialog.getByRole("alert").first()).toBeVisible();
  await expect
    .element(dialog.getByLabelText(text("alarmMails.maxPerHour")))
    .toHaveAttribute("aria-invalid", "true");
  expect(server.listCalls(endpoints.notification.update)).toEqual([]);
});

test("shows the quiet hours, and ends them", async () => {
  const server = await openPersonal({ quietFrom: 22, quietTo: 6 });
  await expect.element(card()).toMatchTextContent("22:00");
  await expect.element(card()).toMatchTextContent("06:00");
  await editButton().click();
  await expect.element(dialog.getByLabelText(text("alarmMails.quietFrom"))).toHaveValue("22");
  for (const key of ["alarmMails.quietFrom", "alarmMails.quietTo"] as const)
    await dialog.getByLabelText(text(key)).selectOptions(text("alarmMails.quietNone"));
  await save();
  await expect
    .poll(() => server.listCalls(endpoints.notification.update)[0]?.body)
    .toMatchObject({ quietFrom: null, quietTo: null });
});

test("turns alarm mails off without changing the other settings", async () => {
  const server = await openPersonal({ quietFrom: 22, quietTo: 6 });
  await editButton().click();
  await dialog.getByRole("checkbox", { name: text("alarmMails.isOn") }).click();
  await expect.element(dialog.getByLabelText(text("alarmMails.quietFrom"))).not.toBeInTheDocument();
  await save();
  await expect
    .poll(() => server.listCalls(endpoints.notification.update)[0]?.body)
    .toEqual({ isOn: false, timeZone });
});

test("sends a test mail", async () => {
  const server = await openPersonal({});
  await testButton().click();
  await expect.poll(() => server.listCalls(endpoints.notification.test)).toHaveLength(1);
});

test("names the missing verified email, and offers no test mail then", async () => {
  await openPersonal({ email: null });
  await expect.element(card()).toMatchTextContent(text("alarmMails.noEmail"));
  await expect.element(testButton()).toBeDisabled();
});

test("says that no alarms are mailed while account emails are turned off, and turns them on", async () => {
  const server = await openPersonal({ emailNotify: false });
  server.reply(endpoints.settings.updateMessageNotify, { emailNotify: true });
  await expect.element(card()).toMatchTextContent(text("alarmMails.allOff"));
  await card()
    .getByRole("button", { name: text("alarmMails.turnOnAll") })
    .click();
  await expect
    .poll(() => server.listCalls(endpoints.settings.updateMessageNotify)[0]?.body)
    .toEqual({ emailNotify: true });
});

test("Escape in the open list of plants closes the list, and only the next one asks to leave the dialog", async () => {
  const roof = crypto.randomUUID();
  await openPersonal({
    plants: "chosen",
    stationIds: [roof],
    chosenPlants: [{ stationId: roof, stationName: "Roof" }],
  });
  await editButton().click();
  await dialog.getByText(text("alarmMails.digests.daily"), { exact: true }).click();
  const list = dialog.getByRole("combobox", { name: text("alarmMails.chosen") });
  const question = page.getByRole("heading", { name: text("asking.leaveTitle") });
  await list.click();
  await expect.element(list).toHaveAttribute("aria-expanded", "true");
  await userEvent.keyboard("{Escape}");
  await expect.element(list).toHaveAttribute("aria-expanded", "false");
  expect(question.query()).toBeNull();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).toBeVisible();
});
