import { expect, test } from "vitest";
import type { TextForms } from "./texts/text-forms.ts";
import { formatText, reportTexts } from "./texts/texts.ts";

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
const formsOf = (text: TextForms) => (typeof text === "string" ? [text] : [text.one, text.other]);

test("every language has the placeholders of the English texts, and texts of its own", () => {
  const { en, ...others } = reportTexts;
  // Spelled as in English.
  const alike = ["Total", "Manual"];
  const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ""));
  for (const [language, texts] of Object.entries(others)) {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      const [english = ""] = formsOf(en[key]);
      for (const text of [...formsOf(en[key]), ...formsOf(texts[key])])
        expect({ language, key, of: placeholders(text) }).toEqual({
          language,
          key,
          of: placeholders(english),
        });
      for (const text of formsOf(texts[key]))
        if (hasWords(text) && !alike.includes(text))
          expect({ language, key, text }).not.toEqual({ language, key, text: english });
    }
  }
});

test("the form of a text follows its number", () => {
  expect(formatText("en", "correctedDays", { count: 1 })).toBe("1 day corrected");
  expect(formatText("en", "correctedDays", { count: 0 })).toBe("0 days corrected");
  expect(formatText("en", "coverageDays", { count: 1, total: 30 })).toBe("1 of 30 days with data");
  expect(formatText("en", "coverageDays", { count: 0, total: 1 })).toBe("0 of 1 day with data");
  expect(formatText("pt", "correctedDays", { count: 1 })).toBe("1 dia corrigido");
  expect(formatText("pt", "correctedDays", { count: 2 })).toBe("2 dias corrigidos");
  expect(formatText("zh-cn", "correctedDays", { count: 1 })).toBe("校正 1 天");
  expect(formatText("th", "correctedDays", { count: 1 })).toBe("ปรับแก้ 1 วัน");
});

test("no text has a number before a word in one form only", () => {
  // Used for larger numbers only.
  const large = ["note.missingMore", "note.rowLimit"];
  for (const language of ["en", "pt"] as const)
    for (const [key, text] of Object.entries(reportTexts[language]))
      if (typeof text === "string" && !large.includes(key))
        expect(text).not.toMatch(/\{(?:count|total)\} \p{L}/u);
});
