import type { Provider } from "@heliograph/contract";
import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { text } from "../../../../test/ui/text.ts";

test("edits a contact, and deletes it only once confirmed [R4.16]", async () => {
  let rows: Provider[] = [
    {
      providerId: crypto.randomUUID(),
      countryOrRegion: "FR",
      serviceEmail: "fr@example.org",
      qrPictureId: null,
      text: "",
      sortOrder: 1,
      revision: 1,
    },
  ];
  const server = await openConsole({
    at: "/system/setup/providers",
    prepare: (fake) => {
      fake.reply(endpoints.provider.list, () => ({ rows, total: rows.length }));
      fake.reply(endpoints.provider.update, ({ body: { providerId, serviceEmail } }) => {
        rows = rows.map((row) => ({ ...row, serviceEmail: serviceEmail ?? row.serviceEmail }));
        return { providerId };
      });
      fake.reply(endpoints.provider.delete, ({ body }) => {
        rows = rows.filter(({ providerId }) => providerId !== body.providerId);
        return null;
      });
    },
  });
  const name = "France";
  const dialog = page.getByRole("dialog");
  const cell = page.getByRole("cell", { name: "service@example.org" });
  await page.getByRole("button", { name: text("providers.editOf", { name }) }).click();
  await dialog.getByLabelText(text("providers.email")).fill("nobody");
  await dialog.getByRole("button", { name: text("providers.save") }).click();
  await expect.element(dialog.getByText(messages.en["field.email"])).toBeVisible();
  await dialog.getByLabelText(text("providers.email")).fill("service@example.org");
  await dialog.getByRole("button", { name: text("providers.save") }).click();
  await expect.element(cell).toBeVisible();
  const remove = page.getByRole("button", { name: text("providers.deleteOf", { name }) });
  await remove.click();
  await dialog.getByRole("button", { name: text("action.cancel") }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(cell).toBeVisible();
  expect(server.listCalls(endpoints.provider.delete)).toEqual([]);
  await remove.click();
  await dialog.getByRole("button", { name: text("providers.delete") }).click();
  await expect.element(page.getByText(text("providers.none"))).toBeVisible();
});
