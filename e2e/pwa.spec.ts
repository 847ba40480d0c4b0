import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import type { Language } from "./support/console.ts";
import { expect, go, open, signInAt, test } from "./support/console.ts";
import { httpUrl } from "./support/server.ts";
import { tagOf } from "./support/words.ts";

test.use({ serviceWorkers: "allow" });

const shellFiles = [
  ...["offline/page.css", "offline/page.html", "offline/page.js", "offline/tokens.css"],
  ...[
    "responder/evidence.js",
    "responder/page.css",
    "responder/page.html",
    "responder/page.js",
    "responder/texts.js",
  ],
];

/** Waits until the worker is active and controls this page. */
async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(`navigator.serviceWorker.ready.then(
    ({ active }) => active.state === "activated" && navigator.serviceWorker.controller !== null)`);
}

// These run in the page, so they are text here.
const listCached = `caches.keys()
  .then((names) => Promise.all(names.map(async (name) => (await caches.open(name)).keys())))
  .then((kept) => kept.flat().map(({ url }) => new URL(url).pathname.slice(1)).sort())`;
const readLayout = `({
  width: document.documentElement.scrollWidth,
  ground: getComputedStyle(document.body).backgroundColor,
})`;
// Creates the cache of an older version, and registers another worker.
const registerAnother = `caches.open("heliograph-offline-older").then(() =>
  navigator.serviceWorker.register("service-worker.js?next", { updateViaCache: "none" })).then(() => undefined)`;
const controller = "navigator.serviceWorker.controller.scriptURL";

const offline: Record<Language, { title: string; kept: RegExp; retry: string }> = {
  "zh-cn": { title: "没有连接", kept: /不保存任何电站数据/, retry: "立即重试" },
  en: { title: "No connection", kept: /No plant data is kept on this device/, retry: "Try now" },
  pt: { title: "Sem conexão", kept: /Nenhum dado de usina/, retry: "Tentar agora" },
  th: { title: "ไม่มีการเชื่อมต่อ", kept: /ไม่มีการเก็บข้อมูลโรงไฟฟ้า/, retry: "ลองตอนนี้" },
};

for (const language of ["zh-cn", "en", "pt", "th"] as const)
  test(`without a connection the shell says so and that nothing is kept, in ${language} [R2.18, R1.13]`, {
    tag: tagOf(language),
  }, async ({ page, context }) => {
    await open(page, "/login", language);
    await waitForWorker(page);
    await go(page, "/login");
    // Nothing of the page is on its way any more when the connection goes.
    await expect(page.getByRole("textbox").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await page.reload();
    const { title, kept, retry } = offline[language];
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(kept)).toBeVisible();
    await expect(page).toHaveTitle(title);
    await page.getByRole("button", { name: retry }).click();
    await expect(page.getByRole("status")).toHaveText(/\d\d:\d\d/);
    await context.setOffline(false);
    // Automatically, at the same address.
    await expect(page.getByRole("textbox").first()).toBeVisible();
    await expect(page).toHaveURL(/#\/login$/);
  });

test("the shell follows the chosen theme and is laid out from 360 px [R1.16, R2.18]", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 720 });
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, "/login");
  // Nothing of the page is on its way any more when the connection goes.
  await expect(page.getByRole("textbox").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await waitForWorker(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(readLayout)).toEqual({ width: 360, ground: "rgb(11, 16, 23)" });
  await context.setOffline(false);
  await expect(page.getByRole("textbox").first()).toBeVisible();
});

test("caches the shell in the worker, and neither responses nor pages [R2.18, R9.5]", async ({ page }) => {
  await signInApi();
  await open(page, "/login");
  await waitForWorker(page);
  await signInAt(page, "/add-power-station");
  await expect(page.getByRole("heading", { level: 1, name: "Add plant" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Add plant" })).toBeVisible();
  expect(await page.evaluate(listCached)).toEqual(shellFiles);
});

test("replaces an old worker immediately and deletes its caches [R2.18]", async ({ page }) => {
  await open(page, "/login");
  await waitForWorker(page);
  // Chromium changes workers when the old one has no pending request.
  await page.waitForLoadState("networkidle");
  await page.evaluate(registerAnother);
  await expect.poll(() => page.evaluate(controller)).toMatch(/\?next$/);
  await expect
    .poll(() => page.evaluate("caches.keys()"))
    .toEqual([expect.stringMatching(/^heliograph-offline-[0-9a-f]{12}$/)]);
});

test("the browser finds the console installable [R2.18]", async ({ playwright, launchOptions }) => {
  const profile = await mkdtemp(join(tmpdir(), "heliograph-profile-"));
  // With a profile of its own: in a private window, which is what tests have, nothing can be installed.
  const context = await playwright.chromium.launchPersistentContext(profile, launchOptions);
  try {
    const page = await context.newPage();
    await open(page, "/mobile/download");
    await waitForWorker(page);
    const devtools = await context.newCDPSession(page);
    const { errors, data } = await devtools.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? "")).toMatchObject({ start_url: "./#/home", display: "standalone" });
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    expect(installabilityErrors).toEqual([]);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});

test("manifest, worker and shell have the right types, policies and lifetimes [R2.18]", async () => {
  const head = async (path: string) => {
    const { status, headers } = await fetch(`${httpUrl()}/${path}`);
    return {
      status,
      type: headers.get("content-type"),
      cache: headers.get("cache-control"),
      policy: headers.get("content-security-policy"),
    };
  };
  expect(await head("manifest.webmanifest")).toMatchObject({
    status: 200,
    type: expect.stringContaining("application/manifest+json"),
    cache: "no-cache",
  });
  expect(await head("service-worker.js")).toMatchObject({
    status: 200,
    type: expect.stringContaining("javascript"),
    cache: "no-cache",
    policy: "default-src 'none'; connect-src 'self'",
  });
  const shell = await head("offline/page.html");
  expect(shell).toMatchObject({ status: 200, cache: "no-cache" });
  expect(shell.policy).toContain("script-src 'self'; style-src 'self'; connect-src 'self'");
  expect(shell.policy).not.toContain("nonce");
  const manifest = (await (await fetch(`${httpUrl()}/manifest.webmanifest`)).json()) as {
    icons: { src: string; sizes: string }[];
  };
  for (const { src, sizes } of manifest.icons) {
    const png = Buffer.from(await (await fetch(new URL(src, `${httpUrl()}/`))).arrayBuffer());
    // Width and height of a PNG are in its first chunk.
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
});
