import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { chromium } from "@playwright/test";
import lighthouse, { desktopConfig } from "lighthouse";
import { startServerProcess } from "../apps/server/test/server-process.ts";
import type { BenchRow } from "./report.ts";
import { median, report } from "./report.ts";
import { readRootAccount } from "./server.ts";

// Lighthouse (desktop) on the console's pages, with the demo plants; sizes of the bundle beside them.

const ROUNDS = 3;
const debian = "/usr/bin/chromium";
const categories = ["performance", "accessibility", "best-practices"] as const;
// Log messages of the server once the demo's history is complete: the computed two years, and the gateways' reports.
const historyMessages = ["history of the demo plants written", "everything so far is acknowledged"];
const goals = { performance: "≥ 95 (90 now)", accessibility: "100", "best-practices": "100" } as const;

type Category = (typeof categories)[number];

async function signIn(page: Page, http: string, who: { account: string; password: string }): Promise<void> {
  await page.goto(`${http}/#/login?lang=en`);
  await page.getByLabel("Email or phone").fill(who.account);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("checkbox", { name: /user agreement/ }).check();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/#\/home/);
}

/** Scores of one page, 0 to 100, the median of a few runs. The new tab takes its session from the tab signed in. */
async function score(url: string, port: number): Promise<Record<Category, number>> {
  const runs: Record<Category, number>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = await lighthouse(
      url,
      { port, onlyCategories: [...categories], disableStorageReset: true, logLevel: "error" },
      desktopConfig,
    );
    if (result === undefined) throw new Error(`Lighthouse said nothing of ${url}`);
    const { lhr } = result;
    for (const [id, audit] of Object.entries(lhr.audits))
      if (round === 0 && audit.score === 0 && audit.scoreDisplayMode === "binary")
        process.stdout.write(`  ${url}: ${id}: ${audit.title}\n`);
    const of = (category: Category): number => Math.round((lhr.categories[category]?.score ?? 0) * 100);
    runs.push({
      performance: of("performance"),
      accessibility: of("accessibility"),
      "best-practices": of("best-practices"),
    });
  }
  return Object.fromEntries(
    categories.map((category) => [category, median(runs.map((run) => run[category]))]),
  ) as Record<Category, number>;
}

async function openBrowser(profile: string): Promise<{ browser: BrowserContext; port: number }> {
  const browser = await chromium.launchPersistentContext(profile, {
    ...(existsSync(debian) && { executablePath: debian }),
    viewport: { width: 1520, height: 1010 },
    args: ["--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"],
  });
  // File to which the browser writes its port.
  const [port] = (await readFile(join(profile, "DevToolsActivePort"), "utf8")).split("\n");
  return { browser, port: Number(port) };
}

const folder = await mkdtemp(join(tmpdir(), "heliograph-bench-"));
const server = startServerProcess({
  env: { HELIOGRAPH_DATA: folder, HELIOGRAPH_DEMO: "1", HELIOGRAPH_LOG: "info", PORT: "0", MQTT_PORT: "0" },
});
const { browser, port } = await openBrowser(join(folder, "profile"));
try {
  const { http } = await server.ready;
  await Promise.all(historyMessages.map(server.logged));
  const rows: BenchRow[] = [];
  async function measurePage(name: string, hash: string): Promise<void> {
    const scores = await score(`${http}/#${hash}`, port);
    for (const category of categories)
      rows.push({
        what: `${name}: ${category}`,
        value: scores[category],
        unit: "of 100",
        goal: goals[category],
      });
  }
  await measurePage("sign-in", "/login?lang=en");
  await measurePage("leaflet", "/mobile/foldout?lang=en");
  const page = browser.pages()[0] ?? (await browser.newPage());
  await signIn(page, http, await readRootAccount(folder));
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.waitForURL(/#\/station\//);
  const station = new URL(page.url()).hash.slice(1);
  await measurePage("home", "/home");
  await measurePage("plant", station);
  await measurePage("data list", "/control/list");
  await report({ name: "console", rows });
  spawnSync(process.execPath, [join(import.meta.dirname, "../apps/web/check-bundle.ts")], {
    stdio: "inherit",
  });
} finally {
  await browser.close();
  server.kill("SIGTERM");
  await server.ended;
  await rm(folder, { recursive: true, force: true });
}
