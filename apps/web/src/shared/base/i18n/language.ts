import type { Language } from "@heliograph/contract";
import { readLocal, writeLocal } from "../theme/local-keys.ts";

export type { Language };

const key = "language";
const fallback: Language = "zh-cn";

/** Languages in the order the switch shows them, each in its own name (R1.13). */
export const languages: readonly { readonly id: Language; readonly name: string; readonly short: string }[] =
  [
    { id: "zh-cn", name: "简体中文", short: "中" },
    { id: "en", name: "English", short: "EN" },
    { id: "pt", name: "Português", short: "PT" },
    { id: "th", name: "ไทย", short: "TH" },
  ];

/** BCP 47 tag for numbers and dates; Thai with the Gregorian calendar and the digits everyone reads. */
const tags: Record<Language, string> = {
  "zh-cn": "zh-CN",
  en: "en-GB",
  pt: "pt-BR",
  th: "th-TH-u-ca-gregory-nu-latn",
};

const isLanguage = (value: string | null | undefined): value is Language =>
  languages.some(({ id }) => id === value);

/** The `lang` parameter inside the hash, as in `#/login?lang=en` (R1.14). */
export function findHashLanguage(hash: string): Language | undefined {
  const query = hash.split("?")[1];
  const value = new URLSearchParams(query ?? "").get("lang");
  return isLanguage(value) ? value : undefined;
}

/** The hash with its `lang` parameter set to what was chosen since, so that a reload keeps it. */
export function replaceHashLanguage(hash: string, language: Language): string {
  const [path = "", query = ""] = hash.split("?");
  const params = new URLSearchParams(query);
  params.set("lang", language);
  return `${path}?${params}`;
}

const isPrimary = (tag: string, id: Language): boolean =>
  new Intl.Locale(tag).language === new Intl.Locale(id).language;

/** The language a browser asks for first among those on offer; undefined where it asks for none of them. */
export function findBrowserLanguage(
  tags: readonly string[],
  offered: readonly Language[],
): Language | undefined {
  for (const tag of tags) {
    const found = offered.find((id) => isPrimary(tag, id));
    if (found !== undefined) return found;
  }
  return undefined;
}

// Without storage the selected language lasts until the page is closed.
let chosen: Language | undefined;

function findChosen(): Language | undefined {
  const language = chosen ?? readLocal(key);
  return isLanguage(language) ? language : undefined;
}

export const getLanguage = (): Language => findChosen() ?? fallback;

/** Whether a person or an address has chosen a language here before. */
export const isLanguageChosen = (): boolean => findChosen() !== undefined;

const choiceListeners = new Set<() => void>();

/** Calls back after each choice of a language, also of the one on screen. */
export function onLanguageChosen(listener: () => void): () => void {
  choiceListeners.add(listener);
  return () => choiceListeners.delete(listener);
}

export function storeLanguage(language: Language): void {
  chosen = language;
  for (const listener of choiceListeners) listener();
  writeLocal(key, language);
}

export const localeTag = (language: Language): string => tags[language];

/** BCP 47 tag for the `lang` attribute: by it browsers choose fonts, break lines, hyphenate and read aloud. */
export const htmlLanguage = (language: Language): string => localeTag(language).replace(/-u-.*$/u, "");
