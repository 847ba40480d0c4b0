import type { Locator, Page } from "@playwright/test";
import type { PictureName } from "../../apps/web/src/features/agreement/pictures.ts";
import type { Samples } from "./manual-samples.ts";

/** Part of the window, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Scene {
  readonly page: Page;
  readonly samples: Samples;
  /** Shows another address of the console. */
  go(hash: string): Promise<void>;
}

/** Opens what a chapter describes, and returns the part of the window that shows it. */
type Recipe = (scene: Scene) => Promise<Box>;

/** The window of a phone. */
export const PHONE = { width: 390, height: 760 } as const;
export const WINDOW = { width: 1520, height: 1010 } as const;
const everything: Box = { x: 0, y: 0, ...WINDOW };

/** The element with a margin, up to a maximum height. */
async function around(element: Locator, maxHeight = 720, margin = 16): Promise<Box> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("is not on screen");
  const [x, y] = [Math.max(0, box.x - margin), Math.max(0, box.y - margin)];
  return {
    x,
    y,
    width: Math.min(WINDOW.width - x, box.width + 2 * margin),
    height: Math.min(WINDOW.height - y, box.height + 2 * margin, maxHeight),
  };
}

const heading = (page: Page): Locator =>
  page.getByRole("heading", { level: 1 }).locator("visible=true").first();
const rows = (page: Page): Locator => page.getByRole("row").locator("visible=true");

async function systemTab({ page, go }: Scene, tab: string): Promise<Box> {
  await go(`/system/setup/${tab}`);
  await heading(page).waitFor();
  return { x: 0, y: 0, width: WINDOW.width, height: 440 };
}

/** In the order of their creation: each may rely on the page state of the previous one. */
export const recipes: Readonly<Record<Exclude<PictureName, BeforeSignIn | "phone">, Recipe>> = {
  home: async ({ page, go }) => {
    await go("/home");
    await rows(page).nth(2).waitFor();
    await page.locator(".chart canvas").first().waitFor();
    await page.locator(".map-marks").waitFor({ state: "attached" });
    return { ...everything, height: 830 };
  },
  plant: async ({ page, samples, go }) => {
    await go(`/station/${samples.stationId}`);
    await page.locator(".chart canvas").nth(1).waitFor();
    await page.locator(".flow-nodes").waitFor();
    return everything;
  },
  "plant-units": async ({ page, samples, go }) => {
    await go(`/station/${samples.stationId}/devices`);
    await rows(page).nth(2).waitFor();
    const units = page.locator("#units");
    await units.evaluate((element: { scrollIntoView(): void }) => element.scrollIntoView());
    return await around(units, 520);
  },
  "add-device": async ({ page, samples, go }) => {
    await go(`/station/${samples.stationId}/devices?add=gateway`);
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    return await around(dialog, 760, 40);
  },
  "add-plant": async ({ page, go }) => {
    await go("/add-power-station");
    await heading(page).waitFor();
    return { ...everything, height: 860 };
  },
  tabs: async ({ page, go }) => {
    await go("/home");
    await heading(page).waitFor();
    return { ...everything, height: 300 };
  },
  appearance: async ({ page }) => {
    await page.locator(".top-bar .menu-button").nth(1).click();
    const list = page.locator(".menu-list:popover-open");
    await list.waitFor();
    const { y, height } = await around(list);
    return { x: WINDOW.width - 520, y: 0, width: 520, height: y + height };
  },
  alarms: async ({ page }) => {
    await page.locator(".bell").waitFor();
    return { x: WINDOW.width - 520, y: 0, width: 520, height: 68 };
  },
  palette: async ({ page, samples }) => {
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox").fill(samples.stationName.slice(0, 4));
    await dialog.getByRole("option").first().waitFor();
    return await around(dialog, 620, 40);
  },
  "data-list": async ({ page, go }) => {
    await go("/control/list");
    await rows(page).nth(2).waitFor();
    return { ...everything, height: 760 };
  },
  export: async ({ page, go }) => {
    await go("/home");
    await rows(page).nth(2).waitFor();
    await page
      .getByRole("button", { name: /^(Export|导出|Exportar|ส่งออก)$/u })
      .locator("visible=true")
      .first()
      .click();
    await page
      .getByRole("button", { name: /^(CSV file|CSV 文件|Arquivo CSV|ไฟล์ CSV)$/u })
      .locator("visible=true")
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    return await around(dialog, 720, 40);
  },
  earnings: async ({ page, go }) => {
    await go("/earnings?by=day");
    await page.locator(".chart canvas").locator("visible=true").first().waitFor();
    await rows(page).nth(1).waitFor();
    return { ...everything, height: 860 };
  },
  compare: async ({ page, go }) => {
    await go("/home");
    await rows(page).nth(2).waitFor();
    await page.locator("thead .choose input").locator("visible=true").check();
    await page.locator('a[href^="#/compare?"]').click();
    await page.locator(".compare-chart .chart canvas").waitFor();
    await page.locator(".compare-measure").nth(1).waitFor();
    return { ...everything, height: 760 };
  },
  reports: async ({ page, go }) => {
    await go("/reports");
    await page.locator('.page-actions .button[data-kind="primary"]').locator("visible=true").click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    return await around(dialog, 760, 40);
  },
  maintenance: (scene) => systemTab(scene, "maintenance"),
  providers: (scene) => systemTab(scene, "providers"),
  configuration: (scene) => systemTab(scene, "configuration"),
  accounts: async ({ page, go }) => {
    await go("/account/list");
    await rows(page).nth(1).waitFor();
    return { ...everything, height: 360 };
  },
};

type BeforeSignIn = "sign-in" | "servers";

/** Pages without an account. */
export const publicRecipes: Readonly<Record<BeforeSignIn, Recipe>> = {
  "sign-in": async ({ page, go }) => {
    await go("/login");
    await heading(page).waitFor();
    return { x: 560, y: 110, width: 960, height: 800 };
  },
  servers: async ({ page, go }) => {
    await go("/login");
    const choice = page.locator(".server-choice");
    await choice.waitFor();
    return around(choice, 720, 16);
  },
};

/** A plant as a phone shows it; the window has a phone's size by then. */
export async function showPhone({ page, samples, go }: Scene): Promise<Box> {
  await go(`/mobile/station/layout?stationId=${samples.stationId}`);
  await heading(page).waitFor();
  return { x: 0, y: 0, ...PHONE };
}
