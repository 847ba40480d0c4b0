import type { Language } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { go, openConsole } from "../../../test/ui/console.tsx";

const languages = ["zh-cn", "en", "pt", "th"] as const;
const pages = [
  "/agreement",
  "/agreement?part=agreement",
  "/mobile/solutionR",
  "/mobile/solutionMR",
  "/mobile/solutionMRO",
  "/mobile/foldout",
];
const manualTitles: Record<Language, string> = {
  "zh-cn": "用户手册",
  en: "User manual",
  pt: "Manual do usuário",
  th: "คู่มือการใช้งาน",
};

const heading = page.getByRole("heading", { level: 1 });
/** How much wider than the window the page is, in px. */
const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
const listPictures = () => [...document.querySelectorAll<HTMLImageElement>("figure img")];

for (const language of languages) {
  test(`manual, agreement and solutions are open to everyone in ${language}, from 360 px [R2.19, R2.20, R1.13, R1.16]`, async () => {
    await openConsole({ isSignedOut: true, language, at: "/mobile/Choose" });
    await page.viewport(360, 740);
    for (const address of pages) {
      go(address);
      await expect.poll(() => location.hash).toBe(`#${address}`);
      await expect.element(heading).toBeVisible();
      expect(document.documentElement.lang).toMatch(new RegExp(`^${language.slice(0, 2)}`, "u"));
      await expect.poll(overflow).toBeLessThanOrEqual(0);
    }
  });

  test(`the manual's pictures load and are of ${language} [R2.19, R1.13]`, async () => {
    await openConsole({ isSignedOut: true, language, at: "/agreement" });
    await expect.element(page.getByRole("heading", { level: 1, name: manualTitles[language] })).toBeVisible();
    expect(listPictures().length).toBeGreaterThan(8);
    for (const [index, { alt }] of listPictures().entries()) {
      expect(alt).not.toBe("");
      // The pictures are loaded once they are near the window, and move as long as the fonts come.
      const scrollTo = () => {
        const picture = listPictures()[index];
        picture?.scrollIntoView();
        return picture?.naturalWidth;
      };
      await expect.poll(scrollTo).toBeGreaterThan(0);
    }
    // The addresses' names say nothing of the language in a build: another one shows other files.
    const shown = listPictures().map(({ src }) => src);
    await page.getByRole("button", { name: /English|简体中文|Português|ไทย/u }).click();
    const other = language === "en" ? "pt" : "en";
    await page
      .getByRole("button", { name: other === "pt" ? "Português" : "English" })
      .last()
      .click();
    await expect.element(page.getByRole("heading", { level: 1, name: manualTitles[other] })).toBeVisible();
    await expect.poll(() => shown.includes(listPictures()[0]?.src ?? "")).toBe(false);
  });
}

test("the manual's contents lead to its chapters, by keyboard and by address [R2.19]", async () => {
  await openConsole({ isSignedOut: true, at: "/agreement" });
  const link = page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Alarms" });
  await expect.element(link).toBeVisible();
  (link.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const alarms = page.getByRole("heading", { level: 2, name: "Alarms" });
  await expect.element(alarms).toBeInViewport();
  await expect.element(alarms).toHaveFocus();
  expect(location.hash).toMatch(/at=alarms/u);
  await expect.element(link).toHaveAttribute("aria-current", "location");
  go("/agreement?at=plant");
  await expect.element(page.getByRole("heading", { level: 2, name: "A plant's page" })).toBeInViewport();
});

test("the agreement has a version and a day, and is one link away from the manual [R2.19]", async () => {
  await openConsole({ isSignedOut: true, at: "/agreement" });
  await page.getByRole("link", { name: "User agreement", exact: true }).click();
  await expect.poll(() => location.hash).toMatch(/part=agreement/u);
  await expect.element(page.getByText(/^Version \d+\.\d+, \d{2}\/\d{2}\/\d{4}$/u)).toBeVisible();
  await expect.element(page.getByText("NEC 690.12")).toBeVisible();
});
