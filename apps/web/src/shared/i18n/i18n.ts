import type { ParseKeys } from "i18next";
import i18next from "i18next";
import { initReactI18next, useTranslation } from "react-i18next";
import type { Language } from "./language.ts";
import { findHashLanguage, getLanguage, localeTag, replaceHashLanguage, storeLanguage } from "./language.ts";
import type { Messages } from "./messages.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: Messages };
  }
}

export type MessageKey = ParseKeys;

const loaders: Record<Language, () => Promise<Messages>> = {
  "zh-cn": async () => (await import("./locales/zh-cn.ts")).zhCn,
  en: async () => (await import("./locales/en.ts")).en,
  pt: async () => (await import("./locales/pt.ts")).pt,
  th: async () => (await import("./locales/th.ts")).th,
};

export async function startI18n(): Promise<void> {
  const asked = findHashLanguage(location.hash);
  if (asked !== undefined) storeLanguage(asked);
  const language = getLanguage();
  document.documentElement.lang = language;
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    lowerCaseLng: true,
    resources: { [language]: { translation: await loaders[language]() } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  window.addEventListener("hashchange", () => {
    const next = findHashLanguage(location.hash);
    if (next !== undefined) void setLanguage(next);
  });
}

/** Switches every text, number and date on screen. */
export async function setLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  const asked = findHashLanguage(location.hash);
  if (asked !== undefined && asked !== language)
    location.replace(replaceHashLanguage(location.hash, language));
  if (i18next.language === language) return;
  i18next.addResourceBundle(language, "translation", await loaders[language]());
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

/** A text outside of a component. */
export const translate = (key: MessageKey): string => i18next.t(key);

/** The language on screen and its tag for `Intl`. */
export function useLocale(): { language: Language; tag: string } {
  const { i18n } = useTranslation();
  const language = i18n.language as Language;
  return { language, tag: localeTag(language) };
}
