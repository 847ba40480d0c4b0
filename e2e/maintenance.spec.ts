import { endpoints } from "@heliograph/contract";
import type { Browser, Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { addPlant, signInApi } from "./support/api.ts";
import { companyFacts } from "./support/company.ts";
import { expect, fillSignIn, go, open, signIn, signInAt, test } from "./support/console.ts";
import { findViolationsInBothThemes } from "./support/violations.ts";

// The server is shared by all specs: no maintenance stays enabled.

const timeZone = "Asia/Bangkok";
test.use({ timezoneId: timeZone });

let root: Api;
let stationId: string;
const person = { account: "", password: "Blue-roof-77" };
const plantName = `Roof under work ${crypto.randomUUID().slice(0, 6)}`;

test.beforeAll(async () => {
  root = await signInApi();
  const { companyId } = await root.call(endpoints.account.addCompany, {
    body: { name: "Under work", ...companyFacts },
  });
  const { rows } = await root.call(endpoints.account.listRoles, { query: { pageSize: 200 } });
  const roleId = rows.find(({ code }) => code === "owner")?.roleId as string;
  person.account = `${crypto.randomUUID()}@example.org`;
  await root.call(endpoints.account.addAccount, {
    body: { companyId, roleId, userName: "Somchai", email: person.account, password: person.password },
  });
  stationId = await addPlant(await signInApi(person), { name: plantName });
});

async function listPopUps() {
  return (await root.call(endpoints.maintenance.list, { query: { pageSize: 200 } })).rows;
}

test.afterEach(async () => {
  for (const { maintenanceId, version } of await listPopUps())
    await root.call(endpoints.maintenance.delete, { body: { maintenanceId, version } });
});

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Stops the service of the app for ten minutes, without a notice before. */
async function stopAppNow(name: string): Promise<void> {
  const now = inMs(0);
  const { maintenanceId } = await root.call(endpoints.maintenance.add, {
    body: { name, kind: "app", previewAt: now, serviceStopAt: now, serviceRestartAt: inMs(600_000) },
  });
  await root.call(endpoints.maintenance.switch, { body: { maintenanceId, version: 1, isOn: true } });
}

async function openAs(browser: Browser, enter: (page: Page) => Promise<void>): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await enter(page);
  return page;
}

/** As the console writes it for the person: Chinese, on the clock of Bangkok. */
function inBangkok(at: string): string {
  return new Intl.DateTimeFormat("zh-CN", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(Date.parse(at));
}

const confirm = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

test("announces, stops and restores the service automatically, for all but super users [R1.12, R3.18, R4.15]", async ({
  page,
  browser,
}) => {
  const name = "Database upgrade";
  const operator = await openAs(browser, signIn);
  await signInAt(page, "/home?lang=zh-cn", person);
  await page.evaluate("window.isSamePage = true");

  // The operator adds it, and it is off until it is switched on.
  await go(operator, "/system/setup/maintenance");
  await operator.getByRole("button", { name: "Add maintenance" }).click();
  await operator.getByLabel("Name", { exact: false }).last().fill(name);
  await operator.getByRole("button", { name: "Save" }).click();
  await expect(operator.getByText("It takes effect when you enable it.")).toBeVisible();
  const row = operator.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Disabled");
  await operator.getByRole("switch", { name: `Enable ${name}` }).click();
  await expect(operator.getByRole("dialog")).toContainText("users are notified that the service stops at");
  await confirm(operator, "Enable");
  await expect(row).toContainText("Announced");
  await expect(row).toContainText("ROOT");

  // The user reads it in their language and time zone, and dismisses it.
  const announced = (await listPopUps()).find((popUp) => popUp.name === name);
  if (announced === undefined) throw new Error("nothing was added");
  const { serviceStopAt, serviceRestartAt } = announced;
  const notice = `系统维护公告：服务将于${inBangkok(serviceStopAt)}停止，${inBangkok(serviceRestartAt)}恢复。`;
  await page.reload();
  await expect(page.getByText(notice)).toBeVisible();
  await page.getByRole("button", { name: "关闭公告" }).click();
  await expect(page.getByText(notice)).toBeHidden();
  const response = page.waitForResponse(/\/system\/maintenance\/current/);
  await page.reload();
  await response;
  await expect(page.getByRole("heading", { level: 1 })).toContainText("座电站");
  await expect(page.getByText(notice)).toBeHidden();
  expect(await page.evaluate("JSON.parse(localStorage.getItem('prefs')).dismissed.length")).toBe(1);

  // A changed notice is shown again. At the stop the page changes automatically.
  const { maintenanceId, version, kind, previewAt } = announced;
  const stopAt = inMs(8_000);
  const backAt = inMs(3_600_000);
  await root.call(endpoints.maintenance.update, {
    body: { maintenanceId, version, name, kind, previewAt, serviceStopAt: stopAt, serviceRestartAt: backAt },
  });
  await page.reload();
  await page.evaluate("window.isSamePage = true");
  await expect(page.getByText("系统维护公告")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "系统维护中" })).toBeVisible();
  await expect(page.getByText(`应用暂时无法使用，服务将于${inBangkok(backAt)}恢复。`)).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: plantName })).toContainText("等待网关接入");
  await expect(page.getByRole("button", { name: "语言：简体中文" })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  expect.soft(await findViolationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1520, height: 1010 });
  await expect(signInApi(person).then((api) => api.call(endpoints.home.getOverview))).rejects.toThrow(
    "System under maintenance, the app is temporarily unavailable",
  );

  // A user who signs in now sees the maintenance page; the super user keeps working and sees what others see.
  const stranger = await openAs(browser, (fresh) => open(fresh, "/login"));
  await expect(stranger.getByText("System under maintenance. The service will be back at")).toBeVisible();
  expect.soft(await findViolationsInBothThemes(stranger, ".maintenance-line")).toEqual([]);
  await fillSignIn(stranger, person);
  await expect(stranger.getByRole("heading", { level: 1, name: "System under maintenance" })).toBeVisible();
  await operator.reload();
  await expect(
    operator.getByText("All users except super users see the maintenance page until"),
  ).toBeVisible();
  await expect(row).toContainText("In progress");
  expect.soft(await findViolationsInBothThemes(operator, ".maintenance-line", ".data-table")).toEqual([]);
  await operator.getByRole("button", { name: `Edit ${name}` }).click();
  await expect(operator.getByRole("dialog").getByLabel("Service restarts")).toBeVisible();
  expect.soft(await findViolationsInBothThemes(operator, "dialog[open]")).toEqual([]);
  await operator.keyboard.press("Escape");
  await operator.getByRole("button", { name: `Preview notices of ${name}` }).click();
  await expect(operator.getByRole("dialog").getByRole("heading", { level: 3 }).first()).toBeVisible();
  expect.soft(await findViolationsInBothThemes(operator, "dialog[open]")).toEqual([]);
  await operator.keyboard.press("Escape");
  await expect(operator.getByRole("dialog")).toHaveCount(0);

  // Switched off, everyone is back without a reload, where they were.
  await operator.getByRole("switch", { name: `Enable ${name}` }).click();
  await expect(operator.getByRole("dialog")).toContainText("The service is available again immediately");
  await confirm(operator, "Disable");
  await expect(
    operator.getByText("All users except super users see the maintenance page until"),
  ).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("座电站");
  await expect(page.getByRole("link", { name: plantName, exact: true })).toBeVisible();
  expect(await page.evaluate("window.isSamePage")).toBe(true);
  await expect(stranger.getByRole("heading", { level: 1 })).toContainText("plant");
  await Promise.all([operator.context().close(), stranger.context().close()]);
});

test("the app and the pages for the phone are an endpoint of their own [R1.12]", async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, `/mobile/station/layout?stationId=${stationId}`);
  await expect(page).toHaveURL(/#\/login/);
  const request = page.waitForRequest(/\/token\/login/);
  await fillSignIn(page, person);
  expect((await request).postDataJSON()).toMatchObject({ endpoint: "APP" });
  await expect(page).toHaveURL(/#\/mobile\/station\/layout/);
  await stopAppNow("Release of the app");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "System under maintenance" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: plantName })).toBeVisible();
  // The console in a browser is another matter.
  const console = await openAs(browser, (fresh) => signIn(fresh, person));
  await expect(console.getByText("System under maintenance")).toBeHidden();
  const popUp = (await listPopUps()).find(({ kind }) => kind === "app");
  if (popUp === undefined) throw new Error("nothing is running");
  const { maintenanceId, version } = popUp;
  await root.call(endpoints.maintenance.switch, { body: { maintenanceId, version, isOn: false } });
  await expect(page.getByText("System under maintenance")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(plantName);
  await console.context().close();
  await page.getByRole("button", { name: /^Account / }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/#\/login/);
});
