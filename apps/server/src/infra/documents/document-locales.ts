import type { Language } from "@heliograph/contract";

/** Locales of numbers and dates in documents, by language. */
export const DOCUMENT_LOCALES: Readonly<Record<Language, string>> = {
  "zh-cn": "zh-CN",
  en: "en-GB",
  pt: "pt-BR",
  th: "th-TH-u-ca-gregory-nu-latn",
};
