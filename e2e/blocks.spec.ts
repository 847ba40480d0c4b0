import { expect, signInAt, test } from "./support/console.ts";

test("leaving the page asks while an export is running; signing out asks for confirmation and ends it [R2.24]", async ({
  page,
}) => {
  const region = page.getByRole("main");
  await signInAt(page, "/alarms/log");
  await page.route(/alarm\/log\?.*pageSize=200/, () => undefined);
  await region.getByRole("button", { name: "Export" }).click();
  await page.getByLabel("File name").press("Enter");
  await expect(region.getByRole("button", { name: /^Cancel export of/ })).toBeVisible();
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate("location.reload()");
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Alarm log");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/#\/login/);
  expect(asked).toEqual(["beforeunload"]);
});
