import type { Language, MessageParams } from "@heliograph/contract";
import type { ReportText } from "./en.ts";
import { en } from "./en.ts";
import { pt } from "./pt.ts";
import { th } from "./th.ts";
import { zhCn } from "./zh-cn.ts";

export type { ReportText };

/** Every text of reports in every language. */
export const reportTexts: Readonly<Record<Language, Readonly<Record<ReportText, string>>>> = {
  "zh-cn": zhCn,
  en,
  pt,
  th,
};

/** A text of a report; `{name}` stands for a parameter. */
export function formatText(language: Language, key: ReportText, params: MessageParams = {}): string {
  return reportTexts[language][key].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(params[name] ?? placeholder),
  );
}
