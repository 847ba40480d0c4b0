import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { closeConsole, openConsole } from "../../test/ui/console.tsx";
import { makePlantRow } from "../../test/ui/samples.ts";
import { text } from "../../test/ui/text.ts";

test("operates sign-in and home with the keyboard alone", async () => {
  await openConsole({ isSignedOut: true, at: "/login" });
  const account = page.getByLabelText(text("login.account"), { exact: true });
  await expect.element(account).toBeVisible();
  (account.element() as HTMLElement).focus();
  const agreement = page.getByRole("checkbox", { name: /user agreement/ });
  for (const next of [
    page.getByLabelText(text("login.password"), { exact: true }),
    page.getByRole("button", { name: "Show password" }),
    page.getByRole("checkbox", { name: text("login.keep") }),
    agreement,
  ]) {
    await userEvent.keyboard("{Tab}");
    await expect.element(next).toHaveFocus();
  }
  await userEvent.keyboard(" ");
  await expect.element(agreement).toBeChecked();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("link", { name: "user agreement", exact: true })).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: text("action.signIn"), exact: true })).toHaveFocus();
  await closeConsole();

  const plant = makePlantRow({ name: "Axe roof" });
  await openConsole({ plants: [plant, makePlantRow({ name: "Barn" })] });
  await expect.element(page.getByRole("row")).toHaveLength(3);
  await page.getByRole("searchbox").fill(plant.name);
  await expect.element(page.getByRole("row")).toHaveLength(2);
  (page.getByRole("link", { name: plant.name }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { level: 1, name: plant.name })).toBeVisible();
});
