import { endpoints, messages } from "@heliograph/contract";
import { onlineManager } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { makeAccount, makeCompany } from "../../../test/ui/account-samples.ts";
import { go, openConsole } from "../../../test/ui/console.tsx";
import { Refusal } from "../../../test/ui/fake-server.ts";
import { makePlant } from "../../../test/ui/samples.ts";
import { text } from "../../../test/ui/text.ts";
import { formatDay } from "../../shared/base/format/times.ts";
import { setLanguage } from "../../shared/base/i18n/i18n.ts";
import { localeTag } from "../../shared/base/i18n/language.ts";
import { AUTOSAVE_MS } from "../../shared/drafts/drafts.ts";

const form = page.getByRole("main");
const field = (label: string) => form.getByLabelText(label, { exact: false }).first();
const button = (name: string) => form.getByRole("button", { name, exact: true });
const removeButton = (number: number) => button(text("form.removePeriod", { number }));
const prices = () => form.getByRole("textbox", { name: text("form.price") });

async function openEditor(
  change: Parameters<typeof makePlant>[0] = {},
  companies: readonly ReturnType<typeof makeCompany>[] = [],
) {
  const plant = makePlant({ revision: "17", mayEdit: true, ...change });
  const server = await openConsole({
    plants: [plant],
    at: `/edit-power-station/${plant.stationId}`,
    prepare(made) {
      made.reply(endpoints.station.get, plant);
      made.reply(endpoints.company.tree, { rows: [...companies], total: companies.length });
      made.reply(endpoints.station.tariffs, { rows: [], total: 0 });
      made.reply(endpoints.station.update, { stationId: plant.stationId, revision: "18" });
    },
  });
  await expect.element(field(text("form.name"))).toHaveValue(plant.name);
  return { server, plant };
}

test("shows the fields of the chosen price only, and keeps what is typed in the other", async () => {
  const { server, plant } = await openEditor();
  await expect.element(prices()).toHaveValue("0.65");
  await form.getByText(text("form.byTime")).click();
  await expect.element(button(text("form.addPeriod"))).toBeVisible();
  await expect.element(removeButton(1)).toBeDisabled();
  await button(text("form.saveChanges")).click();
  // The server names the same cell by the same path.
  await expect.element(form.getByRole("alert")).toHaveTextContent(text("form.prompt.price"));
  await expect.element(prices()).toHaveFocus();

  await prices().fill("0,4");
  await expect.element(form.getByRole("alert")).not.toBeInTheDocument();
  await button(text("form.addPeriod")).click();
  await expect.element(removeButton(2)).toBeEnabled();
  await prices().nth(1).fill("0,5");
  await removeButton(1).click();
  await expect.element(removeButton(2)).not.toBeInTheDocument();
  await expect.element(prices()).toHaveValue("0.5");
  await form.getByText(text("form.fixed")).click();
  await expect.element(prices()).toHaveValue("0.65");
  await form.getByText(text("form.byTime")).click();
  await button(text("form.saveChanges")).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.update).map(({ body }) => body))
    .toEqual([
      {
        stationId: plant.stationId,
        revision: "17",
        tariff: { method: "time", periods: [{ start: "18:00", end: "08:00", price: "0.5" }] },
      },
    ]);
});

test("says that a negative price is allowed, and takes one", async () => {
  const { server } = await openEditor();
  await expect
    .element(form.getByText(/A negative price is allowed: feeding in then costs money\./))
    .toBeVisible();
  await prices().fill("-0.05");
  await button(text("form.saveChanges")).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.update)[0]?.body)
    .toMatchObject({ tariff: { method: "fixed", price: "-0.05" } });
});

test("shows a locked field with its reason, and does not send it", async () => {
  const { server } = await openEditor({ fixedFields: ["gridConnectionDate", "currency"] });
  for (const key of ["gridDate", "currency", "level"] as const)
    await expect.element(form.getByText(text(`form.fixedBecause.${key}`)).first()).toBeVisible();
  await expect.element(form.getByRole("combobox", { name: "Currency" })).not.toBeInTheDocument();
  await field(text("form.name")).fill("Barn");
  await button(text("form.saveChanges")).click();
  await expect.poll(() => server.listCalls(endpoints.station.update)).toHaveLength(1);
  expect(server.listCalls(endpoints.station.update)[0]?.body).toMatchObject({ name: "Barn" });
  expect(Object.keys(server.listCalls(endpoints.station.update)[0]?.body ?? {}).sort()).toEqual([
    "name",
    "revision",
    "stationId",
  ]);
});

test("places what the server refuses beside its field, until that field is edited", async () => {
  const { server } = await openEditor();
  server.reply(endpoints.station.update, () => {
    const fields = [
      { path: "phone", message: messages.en["field.phone"] },
      { path: "name", message: messages.en["field.taken"] },
    ];
    throw new Refusal("A0400", messages.en["code.A0400"], { fields });
  });
  await field(text("form.installer")).fill("Sun & Co");
  await button(text("form.saveChanges")).click();
  await expect.element(form.getByRole("alert")).toHaveLength(2);
  await expect.element(field(text("form.name"))).toHaveFocus();
  await expect.element(field(text("form.name"))).toHaveAccessibleDescription(messages.en["field.taken"]);
  await field(text("form.name")).fill("Another");
  await expect.element(form.getByRole("alert")).toHaveTextContent(messages.en["field.phone"]);
  await expect.element(field(text("form.name"))).toHaveAttribute("aria-invalid", "false");
});

test("keeps what was typed over the newer plant where someone else was faster, and shows the other's values [R3.8, R8.2]", async () => {
  const { server, plant } = await openEditor();
  await field(text("form.name")).fill("Mine");
  await field(text("form.address")).fill("1 Sun Street");
  server.reply(endpoints.station.get, { ...plant, name: "Theirs", phone: "+49 30 7777", revision: "18" });
  server.refuse(endpoints.station.update, "A0440", messages.en["code.A0440"]);
  await button(text("form.saveChanges")).click();
  await expect.element(form.getByText(text("form.stale.kept"))).toBeVisible();
  await expect.element(form.getByRole("listitem").getByText("Theirs")).toBeVisible();
  await expect.element(field(text("form.name"))).toHaveValue("Mine");
  await expect.element(field(text("form.phone"))).toHaveValue("+49 30 7777");
  await expect.element(field(text("form.address"))).toHaveValue("1 Sun Street");
  server.reply(endpoints.station.update, { stationId: plant.stationId, revision: "19" });
  await button(text("form.saveChanges")).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.update).at(-1)?.body)
    .toEqual({ stationId: plant.stationId, revision: "18", name: "Mine", address: "1 Sun Street" });
  await expect.poll(() => location.hash).toBe(`#/station/${plant.stationId}`);
});

test("shows the other's choice, day and installer company in words, and no id", async () => {
  const mine = makeCompany({ name: "Roofers" });
  const { server, plant } = await openEditor({}, [mine]);
  // Typed and typed back: a choice of two that both have changed.
  await form.getByText(text("form.public"), { exact: true }).click();
  await form.getByText(text("form.concealed"), { exact: true }).click();
  await pick(text("plantEditor.installerCompany"), "Roofers");
  await form.getByLabelText(text("form.gridDate")).fill("01/05/2026");
  await userEvent.keyboard("{Enter}");
  server.reply(endpoints.station.get, {
    ...plant,
    visibility: "public",
    installerCompanyId: crypto.randomUUID(),
    installerCompanyName: "Panel People",
    gridConnectionDate: "2024-02-29",
    revision: "18",
  });
  server.refuse(endpoints.station.update, "A0440", messages.en["code.A0440"]);
  await button(text("form.saveChanges")).click();
  const list = form.getByRole("status").filter({ hasText: text("form.stale.kept") });
  await expect.element(list.getByText("Panel People")).toBeVisible();
  const lines = list
    .getByRole("listitem")
    .elements()
    .map((line) => line.textContent);
  expect(lines.toSorted()).toEqual(
    [
      `${text("form.gridDate")}: ${formatDay("2024-02-29", localeTag("en"))}`,
      `${text("form.visibility")}: ${text("form.public")}`,
      `${text("plantEditor.installerCompany")}: Panel People`,
    ].toSorted(),
  );
});

test("asks before unsaved changes are lost, and keeps a draft of them meanwhile [R8.2]", async () => {
  const { server, plant } = await openEditor();
  await field(text("form.name")).fill("Half");
  await expect
    .poll(() => server.listCalls(endpoints.draft.save).at(-1)?.body, { timeout: AUTOSAVE_MS * 5 })
    .toMatchObject({
      form: "/workData/powerStation/update",
      id: plant.stationId,
      revision: "17",
      body: { typed: { name: "Half" }, before: { name: plant.name } },
    });
  const name = text("form.editOf", { name: plant.name });
  await page.getByRole("button", { name: text("frame.closeTab", { name }) }).click();
  const question = page.getByRole("dialog", { name: text("frame.unsavedTitle", { name }) });
  await expect.element(question).toBeVisible();
});

test("restores a half-filled editor after other pages, and asks before it is closed [R2.21]", async () => {
  const { plant } = await openEditor();
  const installer = field(text("form.installer"));
  await installer.fill("Half a na");
  go("/home");
  await expect.element(installer).not.toBeInTheDocument();
  const name = text("form.editOf", { name: plant.name });
  await page.getByRole("link", { name }).click();
  await expect.element(installer).toHaveValue("Half a na");
  await page.getByRole("button", { name: text("frame.closeTab", { name }) }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: text("action.cancel") })
    .click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(installer).toHaveValue("Half a na");
});

test("“Cancel” asks before what was typed is lost, and discards it with its draft", async () => {
  const { server, plant } = await openEditor();
  const name = field(text("form.name"));
  const question = page.getByRole("dialog", { name: text("asking.leaveTitle") });
  await name.fill("Half");
  await expect
    .poll(() => server.listCalls(endpoints.draft.save).at(-1)?.body, { timeout: AUTOSAVE_MS * 5 })
    .toMatchObject({ body: { typed: { name: "Half" } } });
  await button(text("action.cancel")).click();
  await question.getByRole("button", { name: text("action.cancel") }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(name).toHaveValue("Half");

  await button(text("action.cancel")).click();
  await question.getByRole("button", { name: text("asking.leave") }).click();
  await expect.poll(() => location.hash).toBe(`#/station/${plant.stationId}`);
  await expect
    .poll(() => server.listCalls(endpoints.draft.save).at(-1)?.body)
    .toMatchObject({ form: "/workData/powerStation/update", id: plant.stationId, body: null });
  go(`/edit-power-station/${plant.stationId}`);
  await expect.element(name).toHaveValue(plant.name);
  // Nothing is typed: there is nothing to ask.
  await button(text("action.cancel")).click();
  await expect.poll(() => location.hash).toBe(`#/station/${plant.stationId}`);
});

test("says that what is saved waits for the network, sends it afterwards, and nothing after “Cancel”", async () => {
  const { server, plant } = await openEditor();
  const sentNames = () => server.listCalls(endpoints.station.update).map(({ body }) => body?.name);
  const waits = form.getByText(text("sending.offline"));
  onlineManager.setOnline(false);
  try {
    await field(text("form.name")).fill("First");
    await button(text("form.saveChanges")).click();
    await expect.element(waits).toBeVisible();
    await button(text("action.cancel")).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: text("asking.leave") })
      .click();
    await expect.poll(() => location.hash).toBe(`#/station/${plant.stationId}`);
    go(`/edit-power-station/${plant.stationId}`);
    await field(text("form.name")).fill("Second");
    await button(text("form.saveChanges")).click();
    await expect.element(waits).toBeVisible();
    // The button that waits looks like it under the pointer, too.
    const save = button(text("form.saveChanges")).element();
    const colour = (): string => {
      for (const animation of save.getAnimations()) animation.finish();
      return getComputedStyle(save).backgroundColor;
    };
    await button(text("form.saveChanges")).hover();
    const hovered = colour();
    await button(text("action.cancel")).hover();
    expect(hovered).toBe(colour());
  } finally {
    onlineManager.setOnline(true);
  }
  await expect.poll(sentNames).toEqual(["Second"]);
  await expect.poll(() => location.hash).toBe(`#/station/${plant.stationId}`);
});

test("a draft that is not saved without a connection shows no error of its own", async () => {
  const { server } = await openEditor();
  server.refuse(endpoints.draft.save, "A0400", "Not saved");
  const drafts = () => server.listCalls(endpoints.draft.save).length;
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await field(text("form.name")).fill("Half");
  await expect.poll(drafts, { timeout: AUTOSAVE_MS * 5 }).toBe(1);
  onLine.mockReturnValue(true);
  await field(text("form.name")).fill("Half a");
  await expect.element(page.getByText("Not saved")).toBeVisible();
  expect(drafts()).toBe(2);
  onLine.mockRestore();
});

test("says what is wrong beside each field at sight, and keeps the others [R5.3]", async () => {
  const { server } = await openEditor();
  await field(text("form.name")).fill("");
  await field(text("form.phone")).fill("12");
  await button(text("form.saveChanges")).click();
  await expect.element(field(text("form.name"))).toHaveAttribute("aria-invalid", "true");
  await expect.element(field(text("form.name"))).toHaveFocus();
  await expect.element(form.getByText("Enter 5–20 digits")).toBeVisible();
  expect(server.listCalls(endpoints.station.update)).toEqual([]);
});

test("shows a plant that is someone else's or none as not found [R6.12]", async () => {
  const server = await openConsole({ at: "/home" });
  server.refuse(endpoints.station.get, "A0404", messages.en["code.A0404"]);
  go(`/edit-power-station/${crypto.randomUUID()}`);
  await expect.element(form.getByText("Plant not found")).toBeVisible();
  await expect.element(button(text("form.saveChanges"))).not.toBeInTheDocument();
});

test("says beside the capacity what it must be", async () => {
  const { server } = await openEditor();
  const capacity = field(text("form.capacity"));
  for (const wrong of ["0", "1e9", "1000000000", "-5", "ten", "1,50,0", "1.2.3"]) {
    await capacity.fill(wrong);
    await button(text("form.saveChanges")).click();
    await expect.element(form.getByText("Enter a number above 0, up to 10,000,000")).toBeVisible();
    await expect.element(capacity).toHaveValue(wrong);
  }
  expect(server.listCalls(endpoints.station.update)).toEqual([]);
});

test.each([
  ["1,500", 1500],
  ["1,5", 1.5],
  ["12,345.6", 12_345.6],
])("reads a capacity as the console writes numbers: %s", async (typed, installedCapacityKwp) => {
  const { server } = await openEditor();
  await field(text("form.capacity")).fill(typed);
  await field(text("form.latitude")).fill("23,550");
  await field(text("form.longitude")).fill("3");
  await expect.element(field(text("form.capacity"))).toHaveValue(typed);
  await button(text("form.saveChanges")).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.update)[0]?.body)
    .toMatchObject({ installedCapacityKwp, latitude: 23.55 });
});

test("a number that is typed stays the same in another language, written as there", async () => {
  const { server } = await openEditor({ installedCapacityKwp: 1.234 });
  await field(text("form.capacity")).fill("1,500.5");
  await setLanguage("pt");
  const capacity = field("Capacidade instalada");
  await expect.element(capacity).toHaveValue("1500,5");
  await capacity.fill("1.500");
  await button("Salvar alterações").click();
  await expect
    .poll(() => server.listCalls(endpoints.station.update)[0]?.body)
    .toMatchObject({ installedCapacityKwp: 1500 });
});

const ben = makeAccount({ userName: "Ben", companyName: "Sun Ltd" });
const roofers = makeCompany({ name: "Roofers" });

async function openNewPlant(withheld: readonly string[] = []) {
  const server = await openConsole({
    at: "/add-power-station",
    withheld,
    prepare(made) {
      made.reply(endpoints.account.listAccounts, { rows: [ben], total: 1 });
      made.reply(endpoints.company.tree, { rows: [roofers], total: 1 });
      made.reply(endpoints.station.add, { stationId: crypto.randomUUID(), number: "HG-2" });
    },
  });
  await expect.element(field(text("form.name"))).toBeVisible();
  return server;
}

const pick = async (label: string, option: string) => {
  await form.getByRole("combobox", { name: label }).click();
  await page.getByTitle(option).click();
};

/** The list of currencies is longer than what is rendered of it. */
async function pickCurrency(currency: string): Promise<void> {
  await form.getByRole("combobox", { name: text("form.currency") }).fill(currency);
  await page.getByTitle(new RegExp(`^${currency} · `)).click();
}

test("names owner and installer company of a new plant among those the user sees", async () => {
  const server = await openNewPlant();
  for (const [key, typed] of [
    ["form.name", "Barn"],
    ["form.capacity", "12"],
    ["form.person", "Ada"],
    ["form.phone", "12345"],
  ] as const)
    await field(text(key)).fill(typed);
  await form.getByLabelText(text("form.gridDate")).fill("01/05/2026");
  await userEvent.keyboard("{Enter}");
  await pickCurrency("EUR");
  await form.getByText(text("form.fixed")).click();
  await prices().fill("0.3");
  await pick(text("plantEditor.owner"), "Ben · Sun Ltd");
  await pick(text("plantEditor.installerCompany"), "Roofers");
  await button(text("form.save")).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.add).map(({ body }) => body))
    .toMatchObject([{ name: "Barn", ownerId: ben.accountId, installerCompanyId: roofers.companyId }]);
});

test("offers no owner without the right to name one, and no company without the right to share", async () => {
  await openNewPlant(["station:transfer", "station:share"]);
  for (const key of ["plantEditor.owner", "plantEditor.installerCompany"] as const)
    expect(form.getByRole("combobox", { name: text(key) }).elements()).toEqual([]);
});
