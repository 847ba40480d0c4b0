import { expect, test } from "vitest";
import { reportTexts } from "./texts/texts.ts";

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test("every language has the placeholders of the English texts, and texts of its own", () => {
  const { en, ...others } = reportTexts;
  // Spelled as in English.
  const alike = ["Total", "Manual"];
  const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ""));
  for (const [language, texts] of Object.entries(others)) {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect({ language, key, of: placeholders(texts[key]) }).toEqual({
        language,
        key,
        of: placeholders(en[key]),
      });
      if (hasWords(en[key]) && !alike.includes(texts[key]))
        expect({ language, key, text: texts[key] }).not.toEqual({ language, key, text: en[key] });
    }
  }
});
