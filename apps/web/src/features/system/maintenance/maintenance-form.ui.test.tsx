import type { Language } from "@heliograph/contract";
import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { go, openConsole } from "../../../../test/ui/console.tsx";
import type { FakeServer } from "../../../../test/ui/fake-server.ts";
import { text } from "../../../../test/ui/text.ts";

const address = "/system/setup/maintenance";
const form = page.getByRole("dialog");
const alert = form.getByRole("alert");
const name = () => form.getByLabelText(text("maintenance.column.name"));
const stops = () => form.getByLabelText(text("maintenance.column.stop"));
const restarts = () => form.getByLabelText(text("maintenance.column.restart"));
const save = () => form.getByRole("button", { name: text("maintenance.form.save") });

async function openForm(): Promise<FakeServer> {
  const server = await openConsole({
    at: address,
    prepare: (fake) => {
      fake.reply(endpoints.maintenance.list, { rows: [], total: 0 });
      fake.reply(endpoints.maintenance.add, { maintenanceId: crypto.randomUUID() });
    },
  });
  await page
    .getByRole("button", { name: text("maintenance.list.add") })
    .first()
    .click();
  await expect.element(form).toBeVisible();
  return server;
}

async function enter(field: ReturnType<typeof stops>, typed: string): Promise<void> {
  await field.fill(typed);
  await userEvent.keyboard("{Enter}");
}

test("says what the server says, keeps what was typed, and sends once", async () => {
  const server = await openForm();
  const added = () => server.listCalls(endpoints.maintenance.add).length;
  await expect.element(name()).toHaveFocus();
  await save().click();
  await expect.element(alert).toHaveTextContent(messages.en["prompt.name"]);
  await expect.element(name()).toHaveFocus();
  await name().fill("Form");
  await expect.element(alert).not.toBeInTheDocument();
  await enter(restarts(), "01/01/2020 00:00");
  await save().click();
  await expect.element(alert).toHaveTextContent(messages.en["field.restartBeforeStop"]);
  await expect.element(restarts()).toHaveFocus();
  await expect.element(name()).toHaveValue("Form");
  await enter(restarts(), "01/01/2199 00:00");
  await save().click();
  await expect.element(alert).toHaveTextContent(messages.en["field.maintenanceTooLong"]);
  const stop = (stops().element() as HTMLInputElement).value;
  await enter(restarts(), `${stop.slice(0, 10)} 23:59`);
  const before = added();

  // An invalid instant is not submitted as the previous valid one.
  await stops().fill("99/99/2026 10:00");
  await userEvent.keyboard("{Tab}");
  await save().click();
  await expect.element(stops()).toHaveFocus();
  await expect.poll(() => alert.element().textContent).toContain("“99/99/2026 10:00” is not a date.");
  await stops().fill(stop);
  await userEvent.keyboard("{Tab}");
  await expect.element(alert).not.toBeInTheDocument();
  await save().dblClick();
  await expect.element(form).not.toBeInTheDocument();
  expect(added()).toBe(before + 1);
});

test("says what is wrong in the language on screen, after a switch too [R1.13]", async () => {
  await openForm();
  const send = () => form.getByRole("button", { name: text("maintenance.form.save") }).click();
  const expectSaid = (language: Language, key: keyof typeof messages.en) =>
    expect.element(alert).toHaveTextContent(messages[language][key]);
  const switchTo = async (language: Language) => {
    go(`${address}?lang=${language}`);
    await expect.poll(() => document.documentElement.lang.slice(0, 2)).toBe(language);
  };
  await send();
  await expectSaid("en", "prompt.name");
  await switchTo("pt");
  await expectSaid("pt", "prompt.name");
  await switchTo("en");
  await name().fill("Wrong times");
  await enter(restarts(), "01/01/2020 00:00");
  await send();
  await expectSaid("en", "field.restartBeforeStop");
  // The server said it in English; in another language it is not said until it is asked again.
  await switchTo("pt");
  await expect.element(alert).not.toBeInTheDocument();
  await send();
  await expectSaid("pt", "field.restartBeforeStop");
});

test("asks before what was typed is lost; the question is above the form [R4.16]", async () => {
  await openForm();
  const question = page.getByRole("dialog", { name: text("asking.leaveTitle") });
  const own = page.getByRole("dialog", { name: text("maintenance.form.addTitle") });
  const field = own.getByLabelText(text("maintenance.column.name"));
  await field.fill("half");
  await userEvent.keyboard("{Escape}");
  await expect.element(question).toBeVisible();
  // Closed without a word: nothing happens, and the form is there as it was.
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  await own.getByRole("button", { name: text("action.cancel") }).click();
  await question.getByRole("button", { name: text("action.cancel") }).click();
  await expect.element(field).toHaveValue("half");
  await own.getByRole("button", { name: text("action.close") }).click();
  await question.getByRole("button", { name: text("asking.leave") }).click();
  await expect.element(own).not.toBeInTheDocument();
  await page
    .getByRole("button", { name: text("maintenance.list.add") })
    .first()
    .click();
  await expect.element(own).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(own).not.toBeInTheDocument();
});
