import { endpoints } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import { addPlant, registerGateway, signInApi } from "./support/api.ts";
import type { Language } from "./support/console.ts";
import { expect, fillSignIn, go, open, signInByForm, test } from "./support/console.ts";
import { startGateway } from "./support/gateway.ts";
import { httpUrl } from "./support/server.ts";
import { findViolations, themes } from "./support/violations.ts";
import { languages, tagOf } from "./support/words.ts";

interface PublicPage {
  readonly path: string;
  /** Title of the window in the order of the languages: a translation, without the brand in front (R2.4). */
  readonly titles: readonly [string, string, string, string];
}

const pages: readonly PublicPage[] = [
  { path: "/login", titles: ["登录", "Sign in", "Entrar", "เข้าสู่ระบบ"] },
  { path: "/reg", titles: ["注册", "Register", "Cadastro", "สมัครใช้งาน"] },
  { path: "/forgot", titles: ["忘记密码", "Forgot password", "Senha esquecida", "ลืมรหัสผ่าน"] },
  {
    path: "/mobile/Choose",
    titles: ["产品资料", "Product information", "Informações do produto", "ข้อมูลผลิตภัณฑ์"],
  },
  {
    path: "/mobile/file",
    titles: ["规格书", "Datasheet", "Ficha técnica", "เอกสารข้อมูลทางเทคนิค"],
  },
  { path: "/mobile/huizi", titles: ["产品画册", "Brochure", "Brochura", "โบรชัวร์"] },
  {
    path: "/mobile/preview?img=icons/icon-192.png",
    titles: ["图片预览", "Picture preview", "Imagem", "รูปภาพ"],
  },
  { path: "/mobile/download", titles: ["下载应用", "Get the app", "Obter o aplicativo", "ติดตั้งแอป"] },
];

/** What is read on the page and by screen readers; names of languages stand in themselves. */
const wordsOf = `[...document.querySelectorAll("#root *")]
  .filter((element) => !element.closest("[popover], [lang]:not(html)"))
  .flatMap((element) => [
    ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
    element.getAttribute("aria-label"), element.getAttribute("alt"),
    element.getAttribute("title"), element.getAttribute("placeholder"),
  ])
  .map((text) => (text ?? "").trim())
  .filter((text) => /\\p{L}{2}/u.test(text))`;

const scripts = {
  "zh-cn": /\p{Script=Han}/u,
  th: /\p{Script=Thai}/u,
} as const;
/** Names, units and commands, which are the same everywhere. */
const sameEverywhere =
  /^(Heliograph|MCON|Gateway \(DCON\)|String \(SCON\)|Android|Apache-2\.0|\$ npm start|English|Português|简体中文|ไทย|[-–\d.,\s]+ ?(ms|s|MB|dBm|[kMGT]?Wh?|W\/m²|°C))$/u;

/** Texts that are in no script of the language, or that another language has too. */
function strangers(language: Language, words: readonly string[], english: ReadonlySet<string>): string[] {
  return words.filter((text) => {
    if (sameEverywhere.test(text)) return false;
    if (language === "zh-cn" || language === "th") return !scripts[language].test(text);
    if (/[\p{Script=Han}\p{Script=Thai}]/u.test(text)) return true;
    return language === "pt" && text.length > 12 && english.has(text);
  });
}

const widthOf = "document.documentElement.scrollWidth";

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
}

for (const { path, titles } of pages)
  for (const [index, language] of languages.entries())
    test(`${path} in ${language}: own title, from 360 px without scrolling aside [R1.13, R1.16, R2.4, R2.6, R2.13-R2.16, R2.18]`, {
      tag: tagOf(language),
    }, async ({ page }) => {
      await open(page, path, "en");
      await settle(page);
      const english = new Set(await page.evaluate<string[]>(wordsOf));
      await page.setViewportSize({ width: 360, height: 800 });
      await open(page, path, language);
      await expect(page).toHaveTitle(titles[index] as string);
      await settle(page);
      expect(await page.evaluate(widthOf)).toBe(360);
      const words = await page.evaluate<string[]>(wordsOf);
      expect(words.length).toBeGreaterThan(4);
      expect(strangers(language, words, english)).toEqual([]);
      await page.setViewportSize({ width: 1520, height: 800 });
      expect(await page.evaluate(widthOf)).toBe(1520);
    });

for (const { theme, find, tag } of themes)
  test(`the pages for everyone are accessible on a phone in the ${theme} theme [R1.16]`, { tag }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    for (const { path } of [...pages, { path: "/mobile/preview?img=//elsewhere" }]) {
      await open(page, path);
      await settle(page);
      expect.soft(await find(page), path).toEqual([]);
    }
  });

test("registration and forgotten password are reached from sign-in, link back and ask for no permissions [R2.6, R2.25]", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, "/login");
  for (const path of ["/reg", "/forgot"]) {
    await page.locator(`a[href*="${path}"]`).click();
    await expect(page).toHaveURL(new RegExp(`#${path}`));
    await expect(page.getByLabel("Verification code")).toBeVisible();
    await page.getByRole("link", { name: /sign.in/i }).click();
    await expect(page).toHaveURL(/#\/login/);
  }
  expect(asked.filter((url) => url.includes("getPermission"))).toEqual([]);
  await page.goto(`${httpUrl()}/#/LayoutLogin`);
  await expect(page).toHaveURL(/#\/login$/);
});

test("sign-in asks for the agreement beside the box, and an accepted one is remembered by its version [R2.25]", async ({
  page,
}) => {
  await open(page, "/login");
  const box = page.getByRole("checkbox", { name: "I have read and accept the user agreement" });
  await expect(box).not.toBeChecked();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Accept the user agreement to sign in")).toBeVisible();
  await box.check();
  await expect(page.getByText("Accept the user agreement to sign in")).toBeHidden();
  await expect(page.getByRole("link", { name: "user agreement", exact: true })).toHaveAttribute(
    "href",
    "#/agreement?part=agreement",
  );
  await signInByForm(page);
  const prefs = await page.evaluate(() => localStorage.getItem("prefs"));
  // Never whose tick it was (R9.5).
  expect(JSON.parse(prefs ?? "{}")).toEqual({ agreement: "1.0" });
});

test("sign-in shows a code that leads to the app, and on a phone the link alone [R2.25, R2.18]", async ({
  browser,
}) => {
  // A window of its own: the others must never ask another origin. This one reaches the server by a public name.
  const page = await browser.newPage();
  await page.route("https://solar.example.org/**", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: httpUrl() + pathname + search }) });
  });
  await page.goto("https://solar.example.org/#/login?lang=en");
  const code = page.getByRole("img", { name: "QR code that opens the app page on a phone" });
  await expect(code.locator("path")).toHaveAttribute("d", /^M/);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(code).toBeHidden();
  await page.getByRole("link", { name: "Get the app" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Heliograph as an app" })).toBeVisible();
  await page.close();
});

test("where the address works on this computer only, sign-in has the link without a code [R2.25]", async ({
  page,
}) => {
  await open(page, "/login");
  await expect(page.getByRole("link", { name: "Get the app" })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code that opens the app page on a phone" })).toHaveCount(0);
});

test("the page of choices leads to brochure, datasheet, solutions and app [R2.13]", async ({ page }) => {
  await open(page, "/mobile/Choose");
  const links = page.getByRole("main").getByRole("link");
  await expect(links).toHaveCount(4);
  const addresses = await links.evaluateAll((found) =>
    found.map((link) => (link as unknown as { hash: string }).hash),
  );
  expect(addresses).toEqual(["#/mobile/huizi", "#/mobile/file", "#/mobile/foldout", "#/mobile/download"]);
});

test("datasheet and brochure fit on paper, in the light theme, without what only a screen needs [R2.14, R2.15]", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  for (const path of ["/mobile/file", "/mobile/huizi"]) {
    await open(page, path);
    await expect(page.getByRole("button", { name: "Print" })).toBeVisible();
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(page.getByRole("navigation")).toBeHidden();
    await expect(page.getByRole("main").getByRole("link")).toHaveCount(0);
    expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(18, 26, 38)");
    await page.emulateMedia({ colorScheme: "dark", media: "screen" });
  }
});

test("the datasheet shows the ranges of the device link and figures in the reader's way [R2.14]", async ({
  page,
}) => {
  await open(page, "/mobile/file");
  await expect(page.getByRole("row", { name: /^Input voltage/ })).toContainText("2,000 V");
  await expect(page.getByText("97,000 per second")).toBeVisible();
  await open(page, "/mobile/file", "pt");
  await expect(page.getByText("97.000 por segundo")).toBeVisible();
});

test("a picture of this server is shown, zoomed and moved by keyboard and buttons [R2.16]", async ({
  page,
}) => {
  await open(page, "/mobile/preview?img=icons/icon-512.png");
  const picture = page.getByRole("img", { name: "Picture preview" });
  await expect(picture).toHaveAttribute("referrerpolicy", "no-referrer");
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(512);
  const scale = () => picture.evaluate((image) => image.getBoundingClientRect().width);
  const whole = await scale();
  await page.getByRole("application").focus();
  await page.keyboard.press("+");
  await expect.poll(scale).toBeCloseTo(whole * 1.4, 0);
  await page.keyboard.press("0");
  await expect.poll(scale).toBeCloseTo(whole, 0);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(scale).toBeCloseTo(whole * 1.4, 0);
  await picture.hover();
  await page.mouse.wheel(0, -200);
  await expect.poll(scale).toBeGreaterThan(whole * 1.5);
});

test("the preview refuses what is no picture of this server with a sentence and asks nobody for it [R2.16]", async ({
  page,
}) => {
  const refused = [
    "javascript:alert(1)",
    "//evil.example/one.png",
    "/\\evil.example/one.png",
    "https://evil.example/one.png",
    "blob:https://evil.example/1",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "data:text/html;base64,PGI+",
    "/one.svg",
  ];
  const sentence = page.getByText("This picture cannot be shown");
  for (const img of refused) {
    await open(page, "/mobile/preview?img=icons/icon-192.png");
    await expect(page.getByRole("img", { name: "Picture preview" })).toBeVisible();
    await go(page, `/mobile/preview?img=${encodeURIComponent(img)}`);
    await expect(sentence, img).toBeVisible();
    await expect(page.getByRole("main").getByRole("img")).toHaveCount(0);
  }
});

test("a raster data: picture is shown, and a file that is none is said to be unreadable [R2.16]", async ({
  page,
}) => {
  const pixel =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await open(page, `/mobile/preview?img=${encodeURIComponent(pixel)}`);
  await expect(page.getByRole("img", { name: "Picture preview" })).toBeVisible();
  await open(page, "/mobile/preview?img=manifest.webmanifest");
  await expect(page.getByText("The picture could not be loaded")).toBeVisible();
});

test("a plant's units on a phone, by string, moving with the reports, found by search", async ({ page }) => {
  const api = await signInApi();
  const stationId = await addPlant(api, { name: "Phone Roof" });
  const device = await registerGateway(api);
  await api.call(endpoints.device.add, {
    body: { stationId, sn: device.sn, registrationCode: device.code },
  });
  const gateway = await startGateway(device, 3);
  const report = (currentA: number, firstStatus = 4) =>
    gateway.report(
      [0, 1, 2].map((unit) => ({
        status: unit === 0 ? firstStatus : 4,
        voltageV: 40,
        currentA: currentA + unit,
        tempC: 31,
        energyWh: 1_000 + unit,
        signalDbm: -60,
      })),
    );
  await report(5);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `/mobile/station/layout?stationId=${stationId}`);
  // Without a session the way leads over sign-in and back.
  await expect(page).toHaveURL(/#\/login/);
  await fillSignIn(page);
  await expect(page.getByRole("heading", { level: 1, name: "Phone Roof" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: /String A/ })).toContainText("3 devices");
  await expect(page.getByRole("listitem").filter({ hasText: "A2" })).toContainText("6.00A");
  await report(7);
  await expect(page.getByRole("listitem").filter({ hasText: "A2" })).toContainText("8.00A");
  expect(await page.evaluate(widthOf)).toBe(360);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("searchbox").fill("A3");
  await expect(page.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("searchbox").fill("no such place");
  await expect(page.getByText("No devices match your filters")).toBeVisible();

  // A unit in fault stands on top, and both its chip and its word find it alone.
  await report(7, 7);
  await page.reload();
  const top = page.getByRole("heading", { level: 2 }).first();
  await expect(top).toContainText("Needs attention");
  await expect(page.getByRole("listitem").first()).toContainText("A1");
  await page.getByRole("button", { name: /^Fault/ }).click();
  await expect(page.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: /^Fault/ }).click();
  await expect(top).toContainText("Needs attention");
  await page.getByRole("searchbox").fill("fault");
  await expect(page.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("listitem")).toContainText("A1");
  await go(page, `/mobile/station/layout?stationId=${crypto.randomUUID()}`);
  await expect(page.getByText("Plant not found")).toBeVisible();
  await go(page, "/mobile/station/layout");
  await expect(page.getByText("The address does not specify a plant (stationId).")).toBeVisible();
  await page.getByRole("button", { name: /^Account / }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/#\/login/);
  await gateway.close();
});

test("who may see a plant but not its devices is told so on the phone", async ({ page }) => {
  const api = await signInApi();
  const stationId = await addPlant(api, { name: "Open Roof", visibility: "public" });
  await open(page, "/login");
  await page.getByRole("button", { name: "View public plants" }).click();
  await expect(page).toHaveURL(/#\/public-plants/);
  await go(page, `/mobile/station/layout?stationId=${stationId}`);
  await expect(page.getByRole("heading", { level: 1, name: "Open Roof" })).toBeVisible();
  await expect(page.getByText("You can view this plant, but not its devices.")).toBeVisible();
});
