import type { Language, MessageParams } from "@heliograph/contract";
import type { ReportText } from "./en.ts";
import { en } from "./en.ts";
import { pt } from "./pt.ts";
import type { TextForms } from "./text-forms.ts";
import { th } from "./th.ts";
import { zhCn } from "./zh-cn.ts";

export type { ReportText };

/** Every text of reports in every language. */
export const reportTexts: Readonly<Record<Language, Readonly<Record<ReportText, TextForms>>>> = {
  "zh-cn": zhCn,
  en,
  pt,
  th,
};

function chooseForm(language: Language, text: TextForms, params: MessageParams): string {
  if (typeof text === "string") return text;
  const category = new Intl.PluralRules(language).select(Number(params[text.of]));
  return category === "one" ? text.one : text.other;
}

/** A text of a report, in the form of its number; `{name}` stands for a parameter. */
export function formatText(language: Language, key: ReportText, params: MessageParams = {}): string {
  const text = chooseForm(language, reportTexts[language][key], params);
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder));
}
