import { addPlant, signInApi } from "./support/api.ts";
import { addAccount, addCompany } from "./support/company.ts";
import { expect, go, signInAt, test } from "./support/console.ts";
import { picture } from "./support/picture.ts";
import { findViolations } from "./support/violations.ts";

const makeMark = (): string => crypto.randomUUID().slice(0, 6);

test("the account list holds the own company and those below, colleagues and customers apart; the company page shows its profile; another company and its plants are not found [R2.10, R2.12, R3.6, R3.7, R6.12]", async ({
  page,
}) => {
  const root = await signInApi();
  const mark = makeMark();
  const company = await addCompany(root, mark);
  const { companyId } = company;
  const below = await addCompany(root, `${mark}b`, companyId);
  const stranger = await addCompany(root, `${mark}x`);
  await addAccount(root, { companyId, userName: `Mate ${mark}`, role: "distributor-viewer" });
  await addPlant(await signInApi(company.account), { name: `Own ${mark}` });
  const foreignPlant = await addPlant(root, { name: `Foreign ${mark}` });

  await signInAt(page, "/account", company.account);
  await expect(page).toHaveURL(/#\/account\/list/);
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(3);
  const mate = rows.filter({ hasText: `Mate ${mark}` });
  await expect(mate).toContainText("Distributor viewer");
  await expect(mate).toContainText(company.name);
  await page.getByRole("columnheader", { name: "Account name" }).getByRole("button").click();
  await expect(rows.nth(1)).toContainText(`Mate ${mark}`);

  await page.getByRole("link", { name: "Customers" }).click();
  await expect(page).toHaveURL(/relation=customer/);
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(`Head ${mark}b`);
  await expect(rows.nth(1)).toContainText(company.name);
  await page.getByRole("searchbox").fill("nobody");
  await expect(page.getByText("No accounts match your filters")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("link", { name: below.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: below.name })).toBeVisible();

  await go(page, "/company-detail");
  await expect(page.getByRole("heading", { level: 1, name: company.name })).toBeVisible();
  const profile = page.getByRole("region", { name: "Profile" });
  for (const text of ["1 Sun Street", "Dora", "Platform operator", "Not set"])
    await expect(profile).toContainText(text);
  // Plants, accounts and companies directly below.
  await expect(page.locator(".company-counts dd")).toHaveText(["1", "2", "1"]);
  await go(page, `/company-detail?companyId=${stranger.companyId}`);
  await expect(page.getByText("Company not found")).toBeVisible();

  const main = page.getByRole("main");
  for (const id of [foreignPlant, crypto.randomUUID(), "nothing"]) {
    await go(page, `/edit-power-station/${id}`);
    await expect(main.getByText("Plant not found")).toBeVisible();
    await expect(main.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  }
});

test("a picture set in the personal centre is shown there, in the account menu and in the account list, until it is removed [R3.6]", async ({
  page,
}) => {
  const mark = makeMark();
  const company = await addCompany(await signInApi(), mark);
  await signInAt(page, "/personal-center", company.account);
  const field = page.getByRole("group", { name: "Picture" });
  const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
  await field
    .locator("input[type=file]")
    .setInputFiles(file("a.svg", "image/svg+xml", Buffer.from("<svg/>")));
  await expect(field.getByText("Only PNG, JPEG and WebP pictures are accepted.")).toBeVisible();
  await field.locator("input[type=file]").setInputFiles(file("me.png", "image/png", picture));
  const shown = [field, page.getByRole("button", { name: new RegExp(`Head ${mark}`) })];
  for (const place of shown)
    await expect
      .poll(() =>
        place.locator("img").evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBe(256);
  expect(await findViolations(page)).toEqual([]);
  await go(page, "/account/list");
  const row = page.getByRole("row").filter({ hasText: `Head ${mark}` });
  await expect(row.locator(".avatar img")).toBeVisible();
  await row.getByRole("button", { name: `Head ${mark}` }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.locator(".avatar img")).toBeVisible();
  for (const name of ["Nickname", "Salutation", "Relation", "Account type", "Parent company", "Supervisor"])
    await expect(drawer.getByText(name, { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await go(page, "/personal-center");
  await field.getByRole("button", { name: "Remove picture" }).click();
  for (const place of shown) await expect(place.locator("img")).toHaveCount(0);
});
