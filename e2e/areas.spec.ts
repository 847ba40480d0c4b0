import { endpoints } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { addPlant, registerGateway, signInApi } from "./support/api.ts";
import { companyFacts } from "./support/company.ts";
import { expect, go, signIn, test } from "./support/console.ts";
import type { Gateway } from "./support/gateway.ts";
import { startGateway } from "./support/gateway.ts";
import { picture } from "./support/picture.ts";
import { findViolations } from "./support/violations.ts";

const makeMark = (): string => crypto.randomUUID().slice(0, 6);
const PASSWORD = "Blue-roof-77";

/** A plant with a gateway and some optimizers that reports when asked to. */
async function makePlant(api: Api, name: string, unitCount: number) {
  const stationId = await addPlant(api, { name });
  const device = await registerGateway(api);
  await api.call(endpoints.device.add, { body: { stationId, sn: device.sn, registrationCode: device.code } });
  const gateway: Gateway = await startGateway(device, unitCount);
  const report = (currentsA: readonly number[]): Promise<void> =>
    gateway.report(
      currentsA.map((currentA) => ({ voltageV: 40, currentA, tempC: 30, energyWh: 1000, signalDbm: -60 })),
    );
  return {
    stationId,
    name,
    sn: device.sn,
    unitSn: (unit: number) => `${device.sn.replace("DC", "OP")}-${unit}`,
    gateway,
    report,
  };
}

/** A company below another (the operator's by default) with an account that may see accounts. */
async function makeCompany(root: Api, mark: string, upstreamCompanyId?: string) {
  const { companyId } = await root.call(endpoints.account.addCompany, {
    body: {
      name: `Company ${mark}`,
      ...companyFacts,
      ...(upstreamCompanyId !== undefined && { upstreamCompanyId }),
    },
  });
  const account = await makeAccount(root, {
    companyId,
    userName: `Head ${mark}`,
    role: "distributor-administrator",
  });
  return { companyId, name: `Company ${mark}`, account };
}

async function makeAccount(root: Api, who: { companyId: string; userName: string; role: string }) {
  const { rows } = await root.call(endpoints.account.listRoles, { query: { pageSize: 200 } });
  const roleId = rows.find(({ code }) => code === who.role)?.roleId ?? "";
  const account = `${crypto.randomUUID()}@example.org`;
  await root.call(endpoints.account.addAccount, {
    body: { companyId: who.companyId, roleId, userName: who.userName, email: account, password: PASSWORD },
  });
  return { account, password: PASSWORD };
}

/** The page on screen; the others are kept beside it, hidden. */
const main = (page: Page) => page.getByRole("main");

const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test.describe("data list", () => {
  test("shows the devices of all plants, filtered and sorted by the server, and follows each report [R2.8, R3.10, R3.11]", async ({
    page,
  }) => {
    const api = await signInApi();
    const mark = makeMark();
    const one = await makePlant(api, `Alpha ${mark}`, 2);
    const other = await makePlant(api, `Beta ${mark}`, 2);
    await one.report([1, 5]);
    await other.report([3, 2]);

    await signIn(page);
    await go(page, "/control");
    await expect(page).toHaveURL(/#\/control\/list/);
    await expect(page).toHaveTitle("Data list");
    await page.getByRole("combobox", { name: "Type" }).selectOption("Optimizer");
    await expect(page).toHaveURL(/type=OPT/);
    await page.getByRole("searchbox").fill(one.sn.slice(3));
    await expect(page.getByRole("row")).toHaveCount(3);
    const first = rowOf(page, one.unitSn(1));
    await expect(first).toContainText(one.name);
    await expect(first.getByRole("cell").nth(5)).toHaveText("40");
    await one.report([7, 5]);
    await expect(first.getByRole("cell").nth(5)).toHaveText("280");

    await page.getByRole("searchbox").fill("");
    await page.getByRole("combobox", { name: "Plant" }).fill(mark);
    await page.locator(".ant-select-item").filter({ hasText: other.name }).click();
    await expect(page).toHaveURL(new RegExp(`stationId=${other.stationId}`));
    await expect(page.getByRole("row")).toHaveCount(3);
    await page.getByRole("columnheader", { name: "Power W" }).getByRole("button").click();
    await expect(page).toHaveURL(/sort=powerW/);
    await expect(page.getByRole("row").nth(1)).toContainText(other.unitSn(2));
    await page.reload();
    await expect(page.getByRole("row").nth(1)).toContainText(other.unitSn(2));
    await page.getByRole("combobox", { name: "Software" }).selectOption("3.0");
    await page.getByRole("combobox", { name: "Status" }).selectOption("Fault");
    await expect(page.getByText("No devices yet", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Show all" }).click();
    await expect(page.getByRole("combobox", { name: "Type" })).toHaveValue("");

    await one.gateway.close();
    await other.gateway.close();
  });

  test("opens a plant's page at the device, which is marked there, and is as it was left on return [R2.21]", async ({
    page,
  }) => {
    const api = await signInApi();
    const plant = await makePlant(api, `Gamma ${makeMark()}`, 3);
    await plant.report([1, 2, 3]);
    await signIn(page);
    await go(page, `/control/list?search=${plant.sn.slice(3)}`);
    await page.getByRole("link", { name: plant.unitSn(2) }).click();
    await expect(page.getByRole("heading", { level: 1, name: plant.name })).toBeVisible();
    const units = page.getByRole("region", { name: "Strings and modules" }).first();
    await expect(units.getByRole("row")).toHaveCount(2);
    await expect(units.getByRole("row").nth(1)).toContainText(plant.unitSn(2));
    await expect(units.locator('[data-marked="true"]')).toHaveCount(1);
    await expect(units).toBeInViewport();
    await page.getByRole("link", { name: "Data list" }).first().click();
    await expect(page.getByRole("searchbox", { name: "Location, alias or SN" })).toHaveValue(
      plant.sn.slice(3),
    );
    await plant.gateway.close();
  });
});

test.describe("accounts", () => {
  test("the account list holds one's own company and those below, colleagues and customers apart [R2.10, R3.6]", async ({
    page,
  }) => {
    const root = await signInApi();
    const mark = makeMark();
    const company = await makeCompany(root, mark);
    const below = await makeCompany(root, `${mark}b`, company.companyId);
    await makeCompany(root, `${mark}x`);
    await makeAccount(root, {
      companyId: company.companyId,
      userName: `Mate ${mark}`,
      role: "distributor-viewer",
    });

    await signIn(page, company.account);
    await go(page, "/account");
    await expect(page).toHaveURL(/#\/account\/list/);
    const rows = page.getByRole("row");
    await expect(rows).toHaveCount(3);
    await expect(rowOf(page, `Mate ${mark}`)).toContainText("Distributor viewer");
    await expect(rowOf(page, `Mate ${mark}`)).toContainText(company.name);
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
  });

  test("who may not read accounts sees no list and no menu line for it [R6.12, R6.9]", async ({ page }) => {
    const root = await signInApi();
    const mark = makeMark();
    const company = await makeCompany(root, mark);
    const plain = await makeAccount(root, {
      companyId: company.companyId,
      userName: `Plain ${mark}`,
      role: "distributor-viewer",
    });
    await signIn(page, plain);
    await go(page, "/account/list");
    await expect(
      page.getByRole("heading", { name: "You do not have permission to view this page" }),
    ).toBeVisible();
    await go(page, "/company-detail");
    await expect(page.getByRole("heading", { level: 1, name: company.name })).toBeVisible();
    const lines = page.getByRole("navigation", { name: "Pages in this area" });
    await expect(lines.getByRole("link", { name: "Company" })).toBeVisible();
    await expect(lines.getByRole("link", { name: "Go to account list" })).toHaveCount(0);
    await expect(main(page).getByRole("link", { name: "Go to account list" })).toHaveCount(0);
  });

  test("the personal centre tells who is signed in and since when, and sets language, theme and size [R2.11, R3.6, R1.13]", async ({
    page,
  }) => {
    const root = await signInApi();
    const mark = makeMark();
    const company = await makeCompany(root, mark);
    await signIn(page, company.account);
    await go(page, "/personal-center");
    await expect(page).toHaveTitle("Personal centre");
    const profile = page.getByRole("region", { name: "Profile" });
    for (const text of [`Head ${mark}`, company.name, "Distributor administrator"])
      await expect(profile).toContainText(text);
    await expect(page.getByRole("region", { name: "Sign-in and notifications" })).toContainText(
      company.account.account,
    );
    await expect(page.getByRole("region", { name: "This session" })).toContainText(/Signed in.*sec/);
    await page.getByRole("radio", { name: "Dark" }).check({ force: true });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.getByRole("radio", { name: "Large" }).check({ force: true });
    await expect(page.locator("html")).toHaveAttribute("data-size", "large");
    await page.getByRole("radio", { name: "Português" }).click({ force: true });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Área pessoal");
    await expect(page.getByRole("region", { name: "Perfil" })).toContainText("Administrador");
  });

  test("a picture set in the personal centre is shown there, in the account menu and in the account list, until it is removed [R3.6]", async ({
    page,
  }) => {
    const mark = makeMark();
    const company = await makeCompany(await signInApi(), mark);
    await signIn(page, company.account);
    await go(page, "/personal-center");
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

  test("the company page shows its profile and what belongs to it, another's is not there [R2.12, R3.7]", async ({
    page,
  }) => {
    const root = await signInApi();
    const mark = makeMark();
    const company = await makeCompany(root, mark);
    const stranger = await makeCompany(root, `${mark}x`);
    await addPlant(await signInApi(company.account), { name: `Own ${mark}` });
    await signIn(page, company.account);
    await go(page, "/company-detail");
    await expect(page.getByRole("heading", { level: 1, name: company.name })).toBeVisible();
    const profile = page.getByRole("region", { name: "Profile" });
    for (const text of ["1 Sun Street", "Dora", "Platform operator", "Not set"])
      await expect(profile).toContainText(text);
    const counts = page.locator(".company-counts dd");
    await expect(counts).toHaveText(["1", "1", "0"]);
    await go(page, `/company-detail?companyId=${stranger.companyId}`);
    await expect(page.getByText("Company not found")).toBeVisible();
  });
});

test.describe("plant editor", () => {
  const today = (timeZone: string): string =>
    new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format();

  test("changes a plant from its page; a changed price counts from today, the days before keep theirs [R2.7, R3.8]", async ({
    page,
  }) => {
    const api = await signInApi();
    const name = `Edit ${makeMark()}`;
    const plant = await makePlant(api, name, 1);
    await plant.report([5]);
    const read = () => api.call(endpoints.station.get, { query: { stationId: plant.stationId } });
    const before = await read();

    await signIn(page);
    await go(page, `/station/${plant.stationId}`);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(main(page).getByRole("heading", { level: 1, name: `Edit ${name}` })).toBeVisible();
    await expect(page.getByRole("link", { name: `Edit ${name}` })).toBeVisible();
    await expect(main(page).getByText("The time zone cannot be changed")).toBeVisible();
    await expect(main(page).getByLabel("Grid connection date")).toHaveCount(0);
    await main(page).getByLabel("Name").fill(`${name} B`);
    await main(page).getByLabel("Installer").fill("Sun & Co");
    await main(page).getByRole("textbox", { name: "Price" }).fill("0.91");
    const [year, month, day] = today("Asia/Shanghai").split("-");
    await expect(main(page).getByLabel("Valid from")).toHaveValue(`${day}/${month}/${year}`);
    await main(page).getByRole("button", { name: "Save changes" }).click();
    await expect(main(page).getByRole("heading", { level: 1, name: `${name} B` })).toBeVisible();

    const after = await read();
    expect(after).toMatchObject({ installer: "Sun & Co", tariff: { price: "0.91" } });
    for (const field of ["energyTotalKwh", "gridConnectionDate", "currency", "meteringLevel"] as const)
      expect(after[field]).toEqual(before[field]);
    const { rows } = await api.call(endpoints.station.tariffs, { query: { stationId: plant.stationId } });
    expect(rows.map(({ validFrom, tariff }) => [validFrom, tariff])).toEqual([
      [today("Asia/Shanghai"), { method: "fixed", price: "0.91" }],
      ["2025-05-01", { method: "fixed", price: "0.65" }],
    ]);
    await go(page, `/home?search=${encodeURIComponent(name)}`);
    await expect(main(page).getByRole("link", { name: `${name} B` })).toBeVisible();
    await plant.gateway.close();
  });

  test("of two editors the later one is told, keeps what was typed and sees the other's values [R3.8]", async ({
    page,
  }) => {
    const api = await signInApi();
    const name = `Twice ${makeMark()}`;
    const stationId = await addPlant(api, { name });
    await signIn(page);
    await go(page, `/edit-power-station/${stationId}`);
    await main(page).getByLabel("Person in charge").fill("Mine");
    await main(page).getByLabel("Address").fill("1 Sun Street");
    const { revision } = await api.call(endpoints.station.get, { query: { stationId } });
    await api.call(endpoints.station.update, {
      body: { stationId, revision: String(revision), personInCharge: "Theirs", phone: "+49 30 777777" },
    });
    await main(page).getByRole("button", { name: "Save changes" }).click();
    await expect(main(page).getByText("Someone else has changed this in the meantime")).toBeVisible();
    await expect(main(page).getByText("Person in charge: Theirs")).toBeVisible();
    await expect(main(page).getByLabel("Person in charge")).toHaveValue("Mine");
    await expect(main(page).getByLabel("Address")).toHaveValue("1 Sun Street");
    await expect(main(page).getByLabel("Phone")).toHaveValue("+49 30 777777");
    await main(page).getByRole("button", { name: "Save changes" }).click();
    await expect(page).toHaveURL(new RegExp(`#/station/${stationId}`));
    expect(await api.call(endpoints.station.get, { query: { stationId } })).toMatchObject({
      personInCharge: "Mine",
      address: "1 Sun Street",
      phone: "+49 30 777777",
    });
  });

  test("a half-filled editor is as it was left after other pages, and asks before it is closed [R2.21]", async ({
    page,
  }) => {
    const api = await signInApi();
    const name = `Half ${makeMark()}`;
    const stationId = await addPlant(api, { name });
    await signIn(page);
    await go(page, `/edit-power-station/${stationId}`);
    await main(page).getByLabel("Installer").fill("Half a na");
    await go(page, "/home");
    await expect(main(page).getByLabel("Installer")).toHaveCount(0);
    await page.getByRole("link", { name: `Edit ${name}` }).click();
    await expect(main(page).getByLabel("Installer")).toHaveValue("Half a na");
    await page.getByRole("button", { name: `Close Edit ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect(main(page).getByLabel("Installer")).toHaveValue("Half a na");
  });

  test("says what is wrong beside each field, at sight and from the server [R5.3, R5.24]", async ({
    page,
  }) => {
    const api = await signInApi();
    const stationId = await addPlant(api, { name: `Wrong ${makeMark()}` });
    await signIn(page);
    await go(page, `/edit-power-station/${stationId}`);
    await main(page).getByLabel("Name").fill("");
    await main(page).getByLabel("Phone").fill("12");
    await main(page).getByRole("button", { name: "Save changes" }).click();
    await expect(main(page).getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
    await expect(main(page).getByLabel("Name")).toBeFocused();
    await expect(main(page).getByText("Enter 5–20 digits")).toBeVisible();
    await main(page).getByLabel("Name").fill("Right");
    await main(page).getByLabel("Phone").fill("+49 30 123456");
    await main(page).getByRole("radiogroup", { name: "Pricing method" }).getByText("Time of use").click();
    await main(page).getByRole("textbox", { name: "Price" }).fill("0.5");
    await main(page).getByRole("button", { name: "Add period" }).click();
    await main(page).getByRole("textbox", { name: "Price" }).nth(1).fill("0.6");
    await main(page).getByRole("button", { name: "Save changes" }).click();
    await expect(main(page).getByText("These periods overlap.")).toBeVisible();
    await expect(main(page).getByLabel("Name")).toHaveValue("Right");
  });

  test("a plant that is someone else's or none is not there [R6.12]", async ({ page }) => {
    const root = await signInApi();
    const company = await makeCompany(root, makeMark());
    const foreign = await addPlant(root, { name: `Foreign ${makeMark()}` });
    await signIn(page, company.account);
    for (const id of [foreign, crypto.randomUUID(), "nothing"]) {
      await go(page, `/edit-power-station/${id}`);
      await expect(main(page).getByText("Plant not found")).toBeVisible();
      await expect(main(page).getByRole("button", { name: "Save changes" })).toHaveCount(0);
    }
  });
});
