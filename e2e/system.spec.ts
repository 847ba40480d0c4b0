import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoints } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { signInApi } from "./support/api.ts";
import { companyFacts } from "./support/company.ts";
import { expect, go, open, signIn, test } from "./support/console.ts";
import { picture } from "./support/picture.ts";
import { httpUrl } from "./support/server.ts";
import { findViolations } from "./support/violations.ts";

// Configuration and contacts are the whole server's: the specs after this one find them as this one did.
let api: Api;
let before: Awaited<ReturnType<typeof readConfiguration>>;

test.beforeAll(async () => {
  api = await signInApi();
  before = await readConfiguration();
});
test.afterEach(async () => {
  await configure(before);
  for (const { providerId } of (await api.call(endpoints.provider.list)).rows)
    await api.call(endpoints.provider.delete, { body: { providerId } });
});

async function readConfiguration() {
  const { webEntry: _, ...configuration } = await api.call(endpoints.configuration.get);
  return configuration;
}

/** Changes the configuration as someone else would. */
async function configure(change: Partial<typeof before>): Promise<void> {
  const { revision } = await readConfiguration();
  await api.call(endpoints.configuration.update, { body: { ...before, ...change, revision } });
}

async function addProvider(countryOrRegion: string, serviceEmail: string): Promise<void> {
  await api.call(endpoints.provider.add, { body: { countryOrRegion, serviceEmail } });
}

/** An account that owns plants and may do nothing in System. */
async function addOwner(): Promise<{ account: string; password: string }> {
  const name = `Owner ${crypto.randomUUID().slice(0, 6)}`;
  const { companyId } = await api.call(endpoints.account.addCompany, { body: { name, ...companyFacts } });
  const { rows } = await api.call(endpoints.account.listRoles, { query: { pageSize: 200 } });
  const roleId = rows.find(({ code }) => code === "owner")?.roleId ?? "";
  const account = `${crypto.randomUUID()}@example.org`;
  const password = "Blue-roof-77";
  await api.call(endpoints.account.addAccount, {
    body: { companyId, roleId, userName: name, email: account, password },
  });
  return { account, password };
}

const rootFontPx = (page: Page) =>
  page.evaluate<number>("Number.parseFloat(getComputedStyle(document.documentElement).fontSize)");
const laidOutFor = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth");
const brandOf = (page: Page) => page.locator(".brand").first();

async function openTab(page: Page, tab: "providers" | "configuration"): Promise<void> {
  const name = tab === "providers" ? "Service contacts" : "Configuration";
  await go(page, `/system/setup/${tab}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

async function openProviderForm(page: Page, region: string, serviceEmail: string): Promise<void> {
  await page.getByRole("button", { name: "Add service contact" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Country or region").fill(region);
  await page.locator(".ant-select-item-option").filter({ hasText: region }).first().click();
  await dialog.getByLabel("Service email").fill(serviceEmail);
}

async function chooseFile(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.getByRole("dialog").locator('input[type="file"]').setInputFiles(file);
}

test("System opens at the first page one may see, and is refused to those who may see none [R2.9, R6.12]", async ({
  page,
  browser,
}) => {
  await signIn(page);
  await go(page, "/system");
  await expect(page).toHaveURL(/#\/system\/setup\/\w+$/);
  await go(page, "/system/setup");
  await expect(page).toHaveURL(/#\/system\/setup\/\w+$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const owner = await addOwner();
  const theirs = await browser.newPage();
  await signIn(theirs, owner);
  await expect(theirs.getByRole("link", { name: "System" })).toBeHidden();
  for (const address of ["/system", "/system/setup", "/system/setup/providers"]) {
    await go(theirs, address);
    await expect(
      theirs.getByRole("heading", { name: "You do not have permission to view this page" }),
    ).toBeVisible();
    await go(theirs, "/home");
  }
  await theirs.close();
});

test("a changed brand and least width are followed at once, without loading the page again [R9.3, R2.4]", async ({
  page,
}) => {
  await signIn(page);
  await openTab(page, "configuration");
  await page.evaluate('document.documentElement.setAttribute("data-still-here", "")');
  const others: string[] = [];
  page.on("request", (request) => others.push(new URL(request.url()).pathname));
  await page.getByLabel("Product name").fill("Sunrise");
  await page.getByLabel("Minimum page width").fill("1800");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The configuration has been saved.")).toBeVisible();
  await expect(brandOf(page)).toHaveText("Sunrise");
  await expect.poll(() => rootFontPx(page)).toBeCloseTo(1800 / 192, 3);
  // The console is laid out for 1800 px now, in a window of 1520.
  expect(await laidOutFor(page)).toBe(1800);
  await expect(page.locator("html")).toHaveAttribute("data-still-here", "");
  expect(others.filter((path) => path.startsWith("/api/workData"))).toEqual([]);

  await page.setViewportSize({ width: 1920, height: 1010 });
  await expect.poll(() => rootFontPx(page)).toBe(10);
  expect(await laidOutFor(page)).toBe(1920);

  await open(page, "/401");
  await expect(brandOf(page)).toHaveText("Sunrise");
});

/** Notes in the page how long after the last change of its width the root font follows. */
const watchScale = `
  let resizedAt = 0;
  window.followedAfterMs = [];
  addEventListener("resize", () => { resizedAt = performance.now(); });
  new MutationObserver(() => window.followedAfterMs.push(performance.now() - resizedAt))
    .observe(document.documentElement, { attributeFilter: ["style"] });`;

test("the width of the window is followed once it rests for 300 ms, sharp at every size from 1520 to 3840 [R9.3]", async ({
  page,
}) => {
  await signIn(page);
  await page.evaluate(watchScale);
  const widths = [3840, 2560, 1921, 1520];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 1010 });
    await expect.poll(() => rootFontPx(page)).toBeCloseTo(width / 192, 3);
    expect(await laidOutFor(page)).toBe(width);
  }
  const followedAfterMs = await page.evaluate<number[]>("window.followedAfterMs");
  expect(followedAfterMs).toHaveLength(widths.length);
  expect(Math.min(...followedAfterMs)).toBeGreaterThan(295);
});

test("a page that was open all along follows when it is seen after a minute, and offers the languages set", async ({
  page,
}) => {
  await open(page, "/login");
  await expect(brandOf(page)).toHaveText("Heliograph");
  await configure({ brand: "Moonrise", languages: ["th", "en"] });
  await page.clock.setFixedTime(Date.now() + 61_000);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await expect(brandOf(page)).toHaveText("Moonrise");
  await page.getByRole("button", { name: /^Language/ }).click();
  await expect(page.locator(".menu-item:visible")).toHaveText(["ไทย", "English"]);
});

test("store links that are configured stand on the download page with their codes, others do not [R2.18]", async ({
  page,
}) => {
  await open(page, "/mobile/download");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: /store/iu })).toHaveCount(0);

  await signIn(page);
  await openTab(page, "configuration");
  const addresses = {
    "App Store": "https://apps.example.org/app/id1234567890",
    "Android store": "https://play.example.org/store/apps/details?id=org.example.solar",
  };
  await page.getByLabel(/App Store/u).fill(addresses["App Store"]);
  await page.getByLabel(/Android/u).fill(addresses["Android store"]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The configuration has been saved.")).toBeVisible();
  await go(page, "/mobile/download");
  const drawings: string[] = [];
  for (const [name, address] of Object.entries(addresses)) {
    await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("href", address);
    const code = page.getByRole("img", { name: `QR code for ${name}` });
    await expect(code.locator("path")).toHaveAttribute("d", /^M/);
    drawings.push((await code.locator("path").getAttribute("d")) ?? "");
  }
  expect(new Set(drawings).size).toBe(2);

  await configure({ storeLinks: { ios: addresses["App Store"], android: "" } });
  await open(page, "/mobile/download");
  await page.reload();
  await expect(page.getByRole("link", { name: "App Store" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Android store" })).toHaveCount(0);
});

test("what someone else saved meanwhile takes away nothing that is typed, and is not overwritten", async ({
  page,
}) => {
  await signIn(page);
  await openTab(page, "configuration");
  await page.getByLabel("Product name").fill("Mine");
  await configure({ minimumWidth: 1600 });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toHaveText(/Someone else has changed this/);
  await expect(page.getByLabel("Product name")).toHaveValue("Mine");
  await go(page, "/home");
  await go(page, "/system/setup/configuration");
  await page.getByRole("button", { name: "Load latest values" }).click();
  await expect(page.getByLabel("Minimum page width")).toHaveValue("1600");
  await page.getByLabel("Product name").fill("Mine");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(brandOf(page)).toHaveText("Mine");
});

test("wrong settings are refused beside their fields [R5.24, R1.15]", async ({ page }) => {
  await signIn(page);
  await openTab(page, "configuration");
  await page.getByLabel("Minimum page width").fill("300");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Must be 1024 or more.")).toBeVisible();
  await page.getByLabel("Minimum page width").fill("1520");
  await page.getByLabel("Server: China").fill("http://cn.example.org");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter an address such as https://solar.example.org.")).toBeVisible();
  await expect(page.getByLabel("Server: China")).toBeFocused();
});

const serverNames = {
  "zh-cn": ["中国", "国际", "东南亚"],
  en: ["China", "International", "Southeast Asia"],
  pt: ["China", "Internacional", "Sudeste Asiático"],
  th: ["จีน", "นานาชาติ", "เอเชียตะวันออกเฉียงใต้"],
} as const;
const thisServer = { "zh-cn": "本服务器", en: "This server", pt: "Este servidor", th: "เซิร์ฟเวอร์นี้" } as const;

test("the three servers are listed on each page of the sign-in layout, also where none has an address [R1.15]", async ({
  page,
}) => {
  await configure({ servers: { china: "", international: "", southeastAsia: "" } });
  for (const address of ["/login", "/reg", "/forgot"])
    for (const language of ["zh-cn", "en", "pt", "th"] as const) {
      await open(page, address, language);
      const names = serverNames[language].map((name) => `${name}${thisServer[language]}`);
      await expect(page.locator(".server-choice li")).toHaveText(names);
    }
});

test("another server is opened at the same page in the language on screen; one without an address is this one [R1.15, R1.14]", async ({
  browser,
}) => {
  const asked: string[] = [];
  const other = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>China</title>The console of China");
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  await configure({ servers: { china: address, international: httpUrl(), southeastAsia: "" } });
  // A window of its own: the others must never ask another origin.
  const page = await browser.newPage();
  try {
    await open(page, "/forgot", "pt");
    const choice = page.getByRole("navigation", { name: "Servidor" });
    await expect(choice.getByRole("listitem")).toHaveText([
      `China127.0.0.1:${port}`,
      "InternacionalEste servidor",
      "Sudeste AsiáticoEste servidor",
    ]);
    await expect(choice.getByRole("link")).toHaveCount(1);
    await choice.getByRole("link", { name: /China/ }).press("Enter");
    await expect(page).toHaveURL(`${address}/#/forgot?lang=pt`);
    await expect(page).toHaveTitle("China");
    expect(asked[0]).toBe("/");
  } finally {
    await page.close();
    other.close();
  }
});

test("a contact with its QR code is seen on the sign-in page and in the console, in the chosen order [R1.11, R3.16]", async ({
  page,
}) => {
  await open(page, "/login");
  await expect(page.getByRole("button", { name: /^Language/ })).toBeVisible();
  // There are no contacts yet.
  await expect(page.getByRole("button", { name: "Service contacts" })).toBeHidden();
  await addProvider("BR", "brasil@example.org");
  await addProvider("035", "sea@example.org");
  await signIn(page);
  await openTab(page, "providers");
  await openProviderForm(page, "Germany", "de@example.org");
  await page.getByRole("dialog").getByLabel("Text").fill("Mon-Fri\n+49 30 1234");
  await chooseFile(page, { name: "code.png", mimeType: "image/png", buffer: picture });
  await expect(page.getByRole("dialog").getByRole("img", { name: "QR code" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row")).toHaveCount(4);

  // By keyboard alone: the row goes up and the focus goes with it.
  await page.getByRole("button", { name: "Move Germany up" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Germany is now number 2 of 3")).toBeAttached();
  await expect(page.getByRole("button", { name: "Move Germany up" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Germany is now number 1 of 3")).toBeAttached();
  await expect(page.getByRole("button", { name: "Move Germany down" })).toBeFocused();
  await expect(page.locator(".provider-region")).toHaveText(["Germany", "Brazil", "Southeast Asia"]);

  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Service contacts", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { level: 3 })).toHaveText([
    "Germany",
    "Brazil",
    "Southeast Asia",
  ]);
  expect(await findViolations(page, "dialog[open]")).toEqual([]);

  await page.evaluate(() => sessionStorage.clear());
  await open(page, "/login", "zh-cn");
  await page.reload();
  await page.getByRole("button", { name: "服务联系方式" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { level: 3 })).toHaveText(["德国", "巴西", "东南亚"]);
  await expect(dialog.getByRole("link", { name: "de@example.org" })).toHaveAttribute(
    "href",
    "mailto:de@example.org",
  );
  const code = dialog.getByRole("img", { name: "二维码：德国" });
  await expect
    .poll(() => code.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(32);
});

test("wrong files are refused with a sentence that says why, and nothing is lost [R5.24]", async ({
  page,
}) => {
  await signIn(page);
  await openTab(page, "providers");
  await openProviderForm(page, "Portugal", "pt@example.org");
  const dialog = page.getByRole("dialog");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const [file, sentence] of [
    [{ name: "a.png", mimeType: "image/png", buffer: svg }, "Only PNG, JPEG and WebP pictures are accepted."],
    [
      { name: "a.svg", mimeType: "image/svg+xml", buffer: svg },
      "Only PNG, JPEG and WebP pictures are accepted.",
    ],
    [{ name: "unknown", mimeType: "", buffer: svg }, "Only PNG, JPEG and WebP pictures are accepted."],
    [
      { name: "half.png", mimeType: "image/png", buffer: picture.subarray(0, 60) },
      "The picture cannot be read. It may be damaged.",
    ],
    [
      { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) },
      "The file is larger than 5 MB.",
    ],
    [{ name: "empty.png", mimeType: "image/png", buffer: Buffer.alloc(0) }, "The file is empty."],
  ] as const) {
    await chooseFile(page, file);
    await expect(dialog.getByRole("alert")).toHaveText(sentence);
    await expect(dialog.getByRole("img", { name: "QR code" })).toHaveCount(0);
  }
  await chooseFile(page, { name: "right.png", mimeType: "image/png", buffer: picture });
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await expect(dialog.getByRole("img", { name: "QR code" })).toBeVisible();
  expect(await findViolations(page, "dialog[open]")).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".provider-region")).toHaveText(["Portugal"]);
});

test("a contact is edited, and deleted only when it was confirmed [R4.16]", async ({ page }) => {
  await addProvider("FR", "fr@example.org");
  await signIn(page);
  await openTab(page, "providers");
  await page.getByRole("button", { name: "Edit service contact France" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Service email").fill("nobody");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter a valid email address.")).toBeVisible();
  await dialog.getByLabel("Service email").fill("service@example.org");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("cell", { name: "service@example.org" })).toBeVisible();
  await page.getByRole("button", { name: "Delete service contact France" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("cell", { name: "service@example.org" })).toBeVisible();
  await page.getByRole("button", { name: "Delete service contact France" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No service contacts yet")).toBeVisible();
});
