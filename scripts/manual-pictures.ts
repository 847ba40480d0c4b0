// Takes the manual's pictures in every language from a running product with its demo plants, and writes them beside
// the manual's text. It enters a few samples first and removes them afterwards.
//
//   npm start                              # in one terminal, with the demo
//   npm run manual:pictures -- [name …]    # in another; without names all of them
//
// Finds the server that runs on HELIOGRAPH_DATA (./data) automatically.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import type { Box, Scene } from "./lib/manual-recipes.ts";
import { PHONE, publicRecipes, recipes, showPhone, WINDOW } from "./lib/manual-recipes.ts";
import type { Samples } from "./lib/manual-samples.ts";
import { enterSamples } from "./lib/manual-samples.ts";

const languages = ["zh-cn", "en", "pt", "th"] as const;
type Language = (typeof languages)[number];

const WAIT_MS = 30_000;
/** More than the column of the pictures at 1520 px: sharp, and still small. */
const MAX_WIDTH = 1280;
const QUALITY = 54;

const root = join(import.meta.dirname, "..");
const data = process.env.HELIOGRAPH_DATA ?? join(root, "data");
const readData = (file: string) => JSON.parse(readFileSync(join(data, file), "utf8"));
const { address: url } = readData("server.json") as { address: string };
const who = readData("root-account.json") as { account: string; password: string };

const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
const failures: string[] = [];

const samples = await enterSamples(url, who);
const browser = await chromium.launch({
  executablePath: [process.env.HELIOGRAPH_CHROMIUM, "/usr/bin/chromium"].find(
    (path) => path && existsSync(path),
  ),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  for (const language of languages) await takeAll(language, samples);
} finally {
  await browser.close();
  await samples.remove();
}
for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exitCode = 1;

async function takeAll(language: Language, samples: Samples): Promise<void> {
  const context = await browser.newContext({
    viewport: WINDOW,
    deviceScaleFactor: 2,
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  await page.goto(`${url}/#/login?lang=${language}`);
  const scene: Scene = {
    page,
    samples,
    go: async (hash) => {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    },
  };
  for (const [name, recipe] of Object.entries(publicRecipes))
    await take(language, name, page, () => recipe(scene));
  await signIn(page);
  for (const [name, recipe] of Object.entries(recipes)) await take(language, name, page, () => recipe(scene));
  await page.setViewportSize(PHONE);
  await take(language, "phone", page, () => showPhone(scene));
  await context.close();
}

async function signIn(page: Page): Promise<void> {
  await page.reload();
  await page.locator('input[name="account"]').fill(who.account);
  await page.locator('input[name="password"]').fill(who.password);
  await page.locator("input[name=agreement]").check();
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/#\/home/u);
}

async function take(language: Language, name: string, page: Page, recipe: () => Promise<Box>): Promise<void> {
  if (!isWanted(name)) return;
  try {
    // What the picture before has opened.
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    const clip = await recipe();
    await page.evaluate("document.activeElement?.blur()");
    // Pictures and curves that have just come are drawn by the next frame.
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    await write(language, name, await page.screenshot({ clip }));
  } catch (error) {
    failures.push(`${language} ${name}: ${(error as Error).message}`);
  }
}

/** The picture and its size, which the page reserves for it. */
async function write(language: Language, name: string, png: Buffer): Promise<void> {
  const folder = join(root, "apps/web/src/features/agreement/pictures", language);
  mkdirSync(folder, { recursive: true });
  const { width, height } = await sharp(png)
    .resize({ width: MAX_WIDTH, withoutEnlargement: true })
    .webp({ quality: QUALITY, effort: 6, smartSubsample: true })
    .toFile(join(folder, `${name}.webp`));
  const sizesFile = join(folder, "sizes.json");
  const sizes = existsSync(sizesFile) ? JSON.parse(readFileSync(sizesFile, "utf8")) : {};
  const next = Object.entries({ ...sizes, [name]: [width, height] }).sort(([a], [b]) => a.localeCompare(b));
  const lines = next.map(
    ([key, size]) => `  ${JSON.stringify(key)}: ${JSON.stringify(size).replace(",", ", ")}`,
  );
  writeFileSync(sizesFile, `{\n${lines.join(",\n")}\n}\n`);
}
