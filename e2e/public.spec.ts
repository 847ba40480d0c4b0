import { expect, open, test } from "./support/console.ts";
import { httpUrl } from "./support/server.ts";
import { findViolationsInBothThemes, themes } from "./support/violations.ts";

const phonePages = [
  "/login",
  "/reg",
  "/forgot",
  "/mobile/Choose",
  "/mobile/file",
  "/mobile/huizi",
  "/mobile/preview?img=icons/icon-192.png",
  "/mobile/preview?img=//elsewhere",
  "/mobile/download",
];

for (const { theme, find, tag } of themes)
  test(`the pages for everyone are accessible on a phone in the ${theme} theme [R1.16]`, { tag }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    for (const path of phonePages) {
      await open(page, path);
      await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
      // With its refusals beside the fields.
      if (path === "/reg") {
        await page.getByRole("button", { name: "Register", exact: true }).click();
        await expect(page.locator("[aria-invalid=true]")).toHaveCount(6);
      }
      expect.soft(await find(page), path).toEqual([]);
    }
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

test("paper shows all of the text, light, on few sheets and without what is only for the screen [R2.14, R2.15, R2.19, R2.20]", async ({
  page,
}) => {
  const color = (selector: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector("${selector}")).color`);
  const showOn = (media: "print" | "screen") => page.emulateMedia({ colorScheme: "dark", media });
  for (const path of ["/mobile/file", "/mobile/huizi"]) {
    await showOn("screen");
    await open(page, path);
    await expect(page.getByRole("button", { name: "Print" })).toBeVisible();
    await showOn("print");
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(page.getByRole("navigation")).toBeHidden();
    await expect(page.getByRole("main").getByRole("link")).toHaveCount(0);
    expect(await color("body")).toBe("rgb(18, 26, 38)");
  }
  await open(page, "/mobile/foldout");
  await expect(page.getByText("A report is acknowledged only after it is stored.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Open all" })).toBeHidden();
  // Six panels, three on each side of a sheet of A4, once the bar at the top and the fonts are through.
  await expect.poll(async () => countPages(await page.pdf({ preferCSSPageSize: true }))).toBe(2);
  await open(page, "/agreement?part=agreement");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  expect(Math.max(...((await color("h1")).match(/\d+/gu) ?? []).map(Number))).toBeLessThan(90);

  // Closed, and the solutions, they are among the pages accessibility.spec.ts walks through.
  await page.emulateMedia({ media: "screen" });
  await open(page, "/mobile/foldout");
  await page.getByRole("button", { name: "Open all" }).click();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
});

const countPages = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b/gu)?.length ?? 0;
