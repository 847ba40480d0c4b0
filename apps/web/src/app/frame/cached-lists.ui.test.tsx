import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { makeAccount, makeRole, replyWithAccounts } from "../../../test/ui/account-samples.ts";
import { go, openConsole } from "../../../test/ui/console.tsx";
import { makePlantRow } from "../../../test/ui/samples.ts";
import { text } from "../../../test/ui/text.ts";

const main = page.getByRole("main");
const shownMain = () => [...document.querySelectorAll("main")].find((each) => each.checkVisibility());
const scrollTop = () => Math.round(shownMain()?.scrollTop ?? 0);

/** Scrolls the page on screen by some of what can be scrolled; returns where it is then. */
async function scrollDown(): Promise<number> {
  await expect
    .poll(() => (shownMain()?.scrollHeight ?? 0) - (shownMain()?.clientHeight ?? 0))
    .toBeGreaterThan(20);
  shownMain()?.scrollTo(0, 20);
  expect(scrollTop()).toBe(20);
  return scrollTop();
}

test("restores lists of plants, accounts and roles as they were left: selection, scroll, filter, half-filled form [R2.21]", async () => {
  await page.viewport(1520, 320);
  await openConsole({
    plants: [makePlantRow({ name: "One" }), makePlantRow({ name: "Two" })],
    prepare: (server) =>
      replyWithAccounts(server, [makeAccount()], [makeRole(), makeRole({ name: "owner" })]),
  });
  await main.getByRole("checkbox", { name: text("table.chooseAll") }).click();
  const chosen = main.getByText(text("table.chosen", { count: 2 }));
  await expect.element(chosen).toBeVisible();
  const homeTop = await scrollDown();

  go("/account/list");
  const status = main.getByRole("combobox", { name: text("accounts.status") });
  await status.selectOptions("active");
  await expect.poll(() => location.hash).toMatch(/status=active/);
  await expect.element(main.getByRole("row").nth(1)).toBeVisible();
  const accountsTop = await scrollDown();

  go("/system/setup/roles");
  await main.getByRole("searchbox").fill("viewer");
  await expect.poll(() => location.hash).toMatch(/search=viewer/);
  await main.getByRole("button", { name: text("rights.addRole") }).click();
  const name = page.getByRole("dialog").getByLabelText(/^Name/);
  await name.fill("Half a role");

  go("/home");
  await expect.element(chosen).toBeVisible();
  await expect.poll(scrollTop).toBe(homeTop);
  go("/account/list?status=active");
  await expect.element(status).toHaveValue("active");
  await expect.poll(scrollTop).toBe(accountsTop);
  history.back();
  await expect.poll(() => location.hash).toMatch(/^#\/home/);
  history.back();
  await expect.element(name).toHaveValue("Half a role");
  await userEvent.keyboard("{Escape}");
  await expect.element(main.getByRole("searchbox")).toHaveValue("viewer");
});
