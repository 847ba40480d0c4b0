import { addPlant, signInApi } from "./support/api.ts";
import { expect, go, open, signIn, test } from "./support/console.ts";
import { findFileOf, settle } from "./support/pages.ts";
import { httpUrl } from "./support/server.ts";

test("language, theme, size and device mode apply immediately and stay after an update of the console [R1.13, R1.14, R4.18, R9.5]", async ({
  page,
  browser,
}) => {
  await addPlant(await signInApi(), { name: `Roof ${crypto.randomUUID().slice(0, 6)}` });
  await page.route("**/api/system/config/get", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({
      response,
      json: { ...body, data: { ...body.data, webEntry: "index-newer.js" } },
    });
  });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page);
  const notice = page.getByText("A new version of the console is available.");
  await expect(notice).toBeVisible();
  const heading = page.getByRole("heading", { level: 1 });
  const field = page.getByRole("searchbox").first();
  // Rows of the plant list may have two lines; a field has one in every density.
  const fieldHeight = () => field.evaluate((element) => element.getBoundingClientRect().height);
  const shown = (name: "theme" | "device") =>
    page.evaluate<string>(`document.documentElement.dataset.${name}`);
  const stored = (key: string) => page.evaluate((each) => localStorage.getItem(each), key);

  expect(await shown("theme")).toBe("dark");
  expect([await shown("device"), await stored("device")]).toEqual(["desktop", "desktop"]);
  const mediumField = await fieldHeight();
  await page.getByRole("button", { name: "Theme and display density" }).click();
  await page.getByRole("button", { name: "Light" }).click();
  expect(await shown("theme")).toBe("light");
  await page.getByRole("button", { name: "Compact" }).click();
  await expect.poll(fieldHeight).toBeLessThan(mediumField);
  await page.getByRole("button", { name: "Large" }).click();
  await expect.poll(fieldHeight).toBeGreaterThan(mediumField);
  expect(await stored("size")).toBe("large");
  const pointerHeight = await fieldHeight();
  await page.getByRole("button", { name: "Mobile" }).click();
  expect([await shown("device"), await stored("device")]).toEqual(["mobile", "mobile"]);
  await expect.poll(fieldHeight).toBeGreaterThan(pointerHeight);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Language: English" }).click();
  await page.getByRole("button", { name: "简体中文" }).click();
  await expect(heading).toContainText("座电站");
  expect(await stored("language")).toBe("zh-cn");
  const height = await fieldHeight();

  await page.unroute("**/api/system/config/get");
  const reloaded = page.waitForEvent("load");
  await page.locator(".frame-notice").getByRole("button").click();
  await reloaded;
  await expect(heading).toContainText("座电站");
  await expect(page.locator(".frame-notice")).toHaveCount(0);
  expect([await shown("theme"), await shown("device")]).toEqual(["light", "mobile"]);
  await expect.poll(fieldHeight).toBe(height);
  await go(page, "/add-power-station?lang=pt");
  await expect(page.getByRole("heading", { level: 1, name: "Adicionar usina" })).toBeVisible();
  await go(page, "/add-power-station?lang=th");
  await expect(page.getByRole("heading", { level: 1, name: "เพิ่มโรงไฟฟ้า" })).toBeVisible();

  const phone = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  });
  const theirs = await phone.newPage();
  await open(theirs, "/login");
  await expect(theirs.locator("html")).toHaveAttribute("data-device", "mobile");
  expect(await theirs.evaluate(() => localStorage.getItem("device"))).toBe("mobile");
  await phone.close();
});

test("the bar at the top moves at every change of page: from 30 percent, every 200 ms, each time for 500 ms, without a spinner [R2.3]", async ({
  page,
}) => {
  await page.clock.install();
  await open(page, "/login");
  await settle(page);
  // The page's own start may have moved it too.
  await expect(page.locator("#nprogress")).toHaveCount(0);
  await page.evaluate(`{
    window.seen = [];
    new MutationObserver(() => {
      const bar = document.querySelector("#nprogress .bar");
      if (bar !== null) window.seen.push(bar.style.transform);
    }).observe(document.documentElement, { childList: true, subtree: true, attributes: true });
  }`);
  await go(page, "/no/such/page");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate("window.seen.length")).toBeGreaterThan(0);
  // No spinner, and never less than 30 percent of the way.
  expect(await page.evaluate("document.querySelector('#nprogress .spinner')")).toBeNull();
  const first = await page.evaluate<string>("window.seen.find((each) => each !== '')");
  expect(Number(/-([\d.]+)%/u.exec(first)?.[1])).toBeLessThanOrEqual(70);

  await page.clock.runFor(3_000);
  await expect(page.locator("#nprogress")).toHaveCount(0);
  const held = Promise.withResolvers<void>();
  await page.route(`**/${await findFileOf("src/features/public/choose-page.tsx")}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(`{
    const wait = window.setTimeout;
    window.delays = [];
    window.setTimeout = (act, ms, ...given) => {
      window.delays.push(ms);
      return wait(act, ms, ...given);
    };
  }`);
  await go(page, "/mobile/Choose");
  const bar = page.locator("#nprogress .bar");
  await expect(bar).toBeAttached();
  const style = (name: string) =>
    bar.evaluate(
      (element, key) => (element as unknown as { style: Record<string, string> }).style[key],
      name,
    );
  await expect.poll(() => style("transform")).toBe("translate3d(-70%, 0px, 0px)");
  expect(await style("transition")).toContain("500ms");
  const delays = async (ms: number) =>
    (await page.evaluate<number[]>("window.delays")).filter((each) => each === ms).length;
  const [trickles, moves] = [await delays(200), await delays(500)];
  await page.clock.runFor(1_000);
  expect([(await delays(200)) - trickles, (await delays(500)) - moves]).toEqual([5, 5]);
  expect(await style("transform")).not.toBe("translate3d(-70%, 0px, 0px)");
  held.resolve();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the built console does not start when a route or a page of the menu asks for a permission and names none [R5.22]", async ({
  page,
  watch,
}) => {
  await signIn(page);
  for (const asked of [
    /needs:[`"']station:edit[`"']/u,
    // The page of accounts in the menu.
    /needs:[`"']account:read[`"'](?=[^}]*\},\{path:[`"']\/account\/companies)/u,
  ]) {
    let changed = 0;
    await page.route("**/assets/*.js", async (route) => {
      const response = await route.fetch();
      const code = await response.text();
      if (asked.test(code)) changed += 1;
      await route.fulfill({ response, body: code.replace(asked, "needs:void 0") });
    });
    const failed = page.waitForEvent("console", {
      predicate: (message) => message.text().includes("asks for a permission and names none"),
      timeout: 60_000,
    });
    await page.goto("about:blank");
    await open(page, "/home");
    await failed;
    expect(changed).toBe(1);
    await expect(page.getByText("Something went wrong")).toBeVisible();
    await expect(page.getByRole("banner")).toHaveCount(0);
    // A chunk may still be on its way to the page that broke: what comes of it belongs to this test.
    await page.unrouteAll({ behavior: "wait" });
  }
  watch.offences.length = 0;
});

test("the build's own files are not served, and an address that is not secure says what is needed", async ({
  playwright,
  request,
  launchOptions,
}) => {
  for (const path of ["/.vite/manifest.json", "/assets/../.vite/manifest.json"])
    expect((await request.get(httpUrl() + path)).status()).toBe(404);
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), "--host-resolver-rules=MAP plants.test 127.0.0.1"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://plants.test:${new URL(httpUrl()).port}/#/login?lang=en`);
    await expect(page.getByText("The console requires a secure address")).toBeVisible();
  } finally {
    await browser.close();
  }
});
