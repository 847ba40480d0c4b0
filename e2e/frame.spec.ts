import { readFile } from "node:fs/promises";
import { allEndpoints } from "@heliograph/contract";
import type { Request } from "@playwright/test";
import { expect, go, open, signIn, test } from "./support/console.ts";
import { settle } from "./support/pages.ts";
import { httpUrl } from "./support/server.ts";

test("the language switch changes texts, dates and the sign-in page, and stays [R1.13, R1.14]", async ({
  page,
}) => {
  await signIn(page);
  await page.getByRole("button", { name: "Language: English" }).click();
  await page.getByRole("button", { name: "简体中文" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("座电站");
  expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("zh-cn");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("座电站");
  await go(page, "/add-power-station?lang=pt");
  await expect(page.getByRole("heading", { level: 1, name: "Adicionar usina" })).toBeVisible();
  await go(page, "/add-power-station?lang=th");
  await expect(page.getByRole("heading", { level: 1, name: "เพิ่มโรงไฟฟ้า" })).toBeVisible();
});

test.describe("in a zone of its own", () => {
  test.use({ timezoneId: "America/Bahia" });

  test("every request, the event stream included, sends language, zone and who asks [R7.1]", async ({
    page,
  }) => {
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    const readSent = async () => {
      const calls = requests
        .splice(0)
        // signIn opens a page of the server itself before the console.
        .filter((request) => request.resourceType() !== "document")
        .filter((request) => new URL(request.url()).pathname.startsWith("/api/"));
      return Promise.all(
        calls.map(async (request) => {
          const headers = await request.allHeaders();
          return {
            path: new URL(request.url()).pathname.slice("/api".length),
            language: headers["accept-language"],
            zone: headers["time-zone"],
            isSigned: headers.authorization?.startsWith("Bearer ") === true,
          };
        }),
      );
    };
    const isPublic = (path: string) =>
      allEndpoints.some((endpoint) => endpoint.path === path && endpoint.access.who === "public");
    const stream = page.waitForRequest(/\/api\/events/u);
    await signIn(page);
    await stream;
    await settle(page);
    const before = await readSent();
    const again = page.waitForRequest(/\/api\/events/u);
    await page.getByRole("button", { name: "Language: English" }).click();
    await page.getByRole("button", { name: "Português" }).click();
    await again;
    const after = await readSent();
    for (const [sent, language] of [
      [before, "en"],
      [after, "pt"],
    ] as const) {
      expect(sent.map(({ path }) => path)).toEqual(expect.arrayContaining(["/index/overview", "/events"]));
      for (const call of sent)
        expect(call).toEqual({
          path: call.path,
          language,
          zone: "America/Bahia",
          isSigned: !isPublic(call.path),
        });
    }
  });
});

test("the theme follows the system until one is chosen, and the choice stays", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page);
  const theme = () => page.evaluate<string>("document.documentElement.dataset.theme");
  expect(await theme()).toBe("dark");
  await page.getByRole("button", { name: "Theme and display density" }).click();
  await page.getByRole("button", { name: "Light" }).click();
  expect(await theme()).toBe("light");
  await page.reload();
  expect(await theme()).toBe("light");
});

test("pages are addressed in the hash, known paths lead on, each sets the title [R2.1, R2.4-R2.7]", async ({
  page,
}) => {
  await open(page, "/LayoutLogin");
  await expect(page).toHaveURL(/#\/login/);
  await expect(page).toHaveTitle("Sign in");
  await signIn(page);
  await go(page, "/");
  await expect(page).toHaveURL(/#\/home$/);
  await expect(page).toHaveTitle("Home");
  await go(page, "/redirect/home?status=fault");
  await expect(page).toHaveURL(/#\/home\?status=fault$/);
  await expect(page.getByRole("button", { name: /^Fault/ })).toHaveAttribute("aria-pressed", "true");
  await go(page, "/redirect/system/setup/roles?search=viewer");
  await expect(page).toHaveURL(/#\/system\/setup\/roles\?search=viewer$/);
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("viewer");
  await go(page, "/redirect");
  await expect(page).toHaveURL(/#\/home$/);
});

test("unknown paths say so, in the main layout with a session and bare without one [R1.16, R2.7]", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, "/no/such/page");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("banner")).toHaveCount(0);
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1520, height: 1010 });
  await signIn(page);
  await go(page, "/no/such/page");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await go(page, "/401");
  await expect(
    page.getByRole("heading", { name: "You do not have permission to view this page" }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Go to home page" }).click();
  await expect(page).toHaveURL(/#\/home/);
});

test("the page scale follows the width from 1520 px up and sign-in fits a phone [R9.3, R1.16]", async ({
  page,
}) => {
  const root = () =>
    page.evaluate<number>("Number.parseFloat(getComputedStyle(document.documentElement).fontSize)");
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, "/login");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect(await root()).toBe(10);
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect.poll(root).toBe(10);
  await signIn(page);
  await page.setViewportSize({ width: 1520, height: 900 });
  await expect.poll(root).toBeCloseTo(1520 / 192, 2);
  await page.setViewportSize({ width: 1200, height: 900 });
  await expect.poll(() => page.evaluate<number>("document.documentElement.scrollWidth")).toBe(1520);
});

test("what the build notes for itself is not served", async ({ page }) => {
  await open(page, "/login");
  const statuses = await page.evaluate(async () => {
    const paths = ["/.vite/manifest.json", "/assets/../.vite/manifest.json"];
    return await Promise.all(paths.map(async (path) => (await fetch(path)).status));
  });
  expect(statuses).toEqual([404, 404]);
});

test("every area's short address leads to its first page; an unknown page of System is not there [R2.8-R2.10]", async ({
  page,
}) => {
  await signIn(page);
  for (const [short, whole] of [
    ["/control", "/control/list"],
    ["/account", "/account/list"],
    ["/system", "/system/setup/roles"],
    ["/system/setup", "/system/setup/roles"],
  ] as const) {
    await go(page, short);
    await expect(page).toHaveURL(new RegExp(`#${whole}$`, "u"));
    await expect(page.locator("h1:visible")).toBeVisible();
  }
  await go(page, "/system/setup/nothing");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("who may not see a page is told so and led home [R2.26, R6.12]", async ({ page }) => {
  await open(page, "/login");
  await page.getByRole("button", { name: "View public plants" }).click();
  await expect(page).toHaveURL(/#\/public-plants/);
  for (const address of [
    "/add-power-station",
    "/control/list",
    "/account/list",
    "/system/setup/maintenance",
  ]) {
    await go(page, address);
    await expect(
      page.getByRole("heading", { name: "You do not have permission to view this page" }),
    ).toBeVisible();
  }
  await page.getByRole("link", { name: "Go to home page" }).click();
  await expect(page).toHaveURL(/#\/home/);
});

/** Where the built console has a page's code. */
async function findFileOf(source: string): Promise<string> {
  const manifest = new URL("../apps/web/dist/.vite/manifest.json", import.meta.url);
  return (
    (JSON.parse(await readFile(manifest, "utf8")) as Record<string, { file: string }>)[source]?.file ?? ""
  );
}

test("a page that cannot be loaded says so, leaves the others alone and is requested again", async ({
  page,
  watch,
}) => {
  await signIn(page);
  const file = `**/${await findFileOf("src/features/control/data-list-page.tsx")}`;
  await page.route(file, (route) => route.fulfill({ status: 404 }));
  await go(page, "/control/list");
  await expect(page.getByText("Could not load")).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await page.getByRole("link", { name: "Go to home page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("plant");
  await page.unroute(file);
  await go(page, "/control/list");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Data list" })).toBeVisible();
  // The console's own line about the missing file is what this spec provokes.
  watch.offences.length = 0;
});

test("the bar at the top moves at every change of page, from 30 percent, without a spinner [R2.3]", async ({
  page,
}) => {
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
});

test("while a page is on its way the bar moves every 200 ms, each time for 500 ms [R2.3]", async ({
  page,
}) => {
  await page.clock.install();
  await open(page, "/login");
  await go(page, "/no/such/page");
  await expect(page.locator("#nprogress")).toHaveCount(1);
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

for (const [kind, asked] of [
  ["route", /needs:[`"']station:edit[`"']/u],
  ["page of the menu", /needs:[`"']account:read[`"'](?=[^}]*\},\{path:[`"']\/account\/companies)/u],
] as const)
  test(`the built console does not start when a ${kind} asks for a permission and names none [R5.22]`, async ({
    page,
    watch,
  }) => {
    let changed = 0;
    await page.route("**/assets/*.js", async (route) => {
      const response = await route.fetch();
      const code = await response.text();
      if (asked.test(code)) changed += 1;
      await route.fulfill({ response, body: code.replace(asked, "needs:void 0") });
    });
    const failed = page.waitForEvent("pageerror");
    await open(page, "/login");
    expect((await failed).message).toContain("asks for a permission and names none");
    expect(changed).toBe(1);
    await expect(page.locator("#root")).toBeEmpty();
    watch.offences.length = 0;
  });

test("a page opened before the server got a newer console says so, and takes it when asked", async ({
  page,
}) => {
  await page.route("**/api/system/config/get", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...body, data: { ...body.data, webEntry: "index-newer.js" } },
    });
  });
  await signIn(page);
  await expect(page.getByText("A new version of the console is available.")).toBeVisible();
  await page.unroute("**/api/system/config/get");
  await page.getByRole("button", { name: "Update now" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("plant");
  await expect(page.getByText("A new version of the console is available.")).toBeHidden();
});

test("leaving asks first, from the account menu [R2.24]", async ({ page }) => {
  await signIn(page);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("plant");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/#\/login/);
});

test("an address that is not secure says what is needed, instead of nothing", async ({
  playwright,
  launchOptions,
}) => {
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), "--host-resolver-rules=MAP plants.test 127.0.0.1"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${httpUrl().replace("127.0.0.1", "plants.test")}/#/login?lang=en`);
    await expect(page.getByText("The console requires a secure address")).toBeVisible();
  } finally {
    await browser.close();
  }
});
