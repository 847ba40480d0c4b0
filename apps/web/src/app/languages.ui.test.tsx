import type { Language } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { go, openConsole } from "../../test/ui/console.tsx";
import { makePlantRow } from "../../test/ui/samples.ts";

const plant = makePlantRow();
const tags: Record<Language, string> = { "zh-cn": "zh-CN", en: "en-GB", pt: "pt-BR", th: "th-TH" };
const expectLanguage = (language: Language) =>
  expect.poll(() => document.documentElement.lang).toBe(tags[language]);

/** The days at the head of a calendar, Monday or Sunday first. */
const calendars: Record<Language, RegExp> = {
  "zh-cn": /^一二三四五六日$|^日一二三四五六$/u,
  en: /^MoTuWeThFrSaSu$/u,
  pt: /^(Se|Seg|2ª)/u,
  th: /อา/u,
};

test("switches the calendars with the language, Thai years included [R1.13]", async () => {
  await openConsole({ plants: [plant] });
  for (const language of ["zh-cn", "en", "pt", "th"] as const) {
    go(`/station/${plant.stationId}/devices?add=gateway&lang=${language}`);
    await expectLanguage(language);
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toBeVisible();
    await page.elementLocator(document.querySelector("dialog .ant-picker input") ?? document.body).click();
    const find = (part: string) =>
      [...document.querySelectorAll(`.ant-picker-dropdown ${part}`)].find((each) => each.checkVisibility())
        ?.textContent;
    await expect.poll(() => find(".ant-picker-content thead")).toMatch(calendars[language]);
    expect(find(".ant-picker-year-btn")).toContain(String(new Date().getFullYear()));
    await userEvent.keyboard("{Escape}");
    go("/home");
    await expect.element(dialog).not.toBeInTheDocument();
  }
});

test("shows Thai dates in the Gregorian year, with the digits everyone reads [R1.13]", async () => {
  await openConsole({
    plants: [plant],
    language: "th",
    at: `/station/${plant.stationId}?day=2026-05-04`,
  });
  await expectLanguage("th");
  await expect.element(page.getByRole("heading", { level: 1, name: plant.name })).toBeVisible();
  const shown = () => document.body.textContent;
  await expect.poll(shown).toContain("2026");
  await expect.poll(() => document.querySelector(".skeleton, [aria-busy=true]")).toBeNull();
  expect(shown()).not.toContain(String(2026 + 543));
  expect(shown()).not.toMatch(/[๐-๙]/u);
});
