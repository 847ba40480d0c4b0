import type { ParseKeys } from "i18next";
import i18next from "i18next";
import { initReactI18next, useTranslation } from "react-i18next";
import type { Language } from "./language.ts";
import {
  findHashLanguage,
  getLanguage,
  htmlLanguage,
  localeTag,
  replaceHashLanguage,
  storeLanguage,
} from "./language.ts";
import { fillPlurals } from "./plurals.ts";
import type { Messages, Part } from "./texts.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: Messages };
  }
}

export type MessageKey = ParseKeys;
export type { Part };

const bundle = "translation";
const wanted = new Set<Part>();

async function addTexts(part: Part, language: Language): Promise<void> {
  const { texts } = (await import(`./locales/${part}/${language}.ts`)) as {
    texts: Parameters<typeof fillPlurals>[0];
  };
  i18next.addResourceBundle(language, bundle, fillPlurals(texts, localeTag(language)), true, true);
}

/** Loads parts of the texts in the current language; later language switches load them too. */
export async function loadTexts(...parts: readonly Part[]): Promise<void> {
  const missing = parts.filter((part) => !wanted.has(part));
  // The language may change while a part is on its way; then the switch has not known of it.
  let language: Language;
  do {
    language = getLanguage();
    await Promise.all(missing.map((part) => addTexts(part, language)));
  } while (language !== getLanguage());
  for (const part of missing) wanted.add(part);
}

export async function startI18n(): Promise<void> {
  const asked = findHashLanguage(location.hash);
  if (asked !== undefined) storeLanguage(asked);
  const language = getLanguage();
  document.documentElement.lang = htmlLanguage(language);
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    lowerCaseLng: true,
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await loadTexts("base");
  window.addEventListener("hashchange", () => {
    const next = findHashLanguage(location.hash);
    if (next !== undefined) void setLanguage(next);
  });
}

interface SwitchListener {
  /** Prepares other content on screen in the language. */
  readonly prepare?: (language: Language) => Promise<void>;
  /** The texts have changed. */
  readonly follow: (language: Language) => void;
}

/** A slow server does not hold the switch up longer than this. */
const PREPARE_MS = 1_500;
const switchListeners = new Set<SwitchListener>();

/** Takes part in every switch, so that nothing on screen stays behind in the old language. */
export function onLanguageSwitch(listener: SwitchListener): void {
  switchListeners.add(listener);
}

function prepareOthers(language: Language): Promise<unknown> {
  const late = new Promise((done) => setTimeout(done, PREPARE_MS));
  return Promise.race([late, Promise.all([...switchListeners].map(({ prepare }) => prepare?.(language)))]);
}

/** The language on screen; another one may have been chosen and be on its way. */
export const shownLanguage = (): Language => (i18next.language as Language | undefined) ?? getLanguage();

/** Switches every text, number and date on screen in one render. */
export async function setLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  const asked = findHashLanguage(location.hash);
  if (asked !== undefined && asked !== language)
    location.replace(replaceHashLanguage(location.hash, language));
  if (i18next.language === language) return;
  await Promise.all([prepareOthers(language), ...[...wanted].map((part) => addTexts(part, language))]);
  // Who chose again meanwhile gets the later choice.
  if (getLanguage() !== language) return;
  document.documentElement.lang = htmlLanguage(language);
  await i18next.changeLanguage(language);
  for (const { follow } of switchListeners) follow(language);
}

/** A text outside of a component. */
export const translate = (key: MessageKey): string => i18next.t(key);

/** The language on screen and its tag for `Intl`. */
export function useLocale(): { language: Language; tag: string } {
  const { i18n } = useTranslation();
  const language = i18n.language as Language;
  return { language, tag: localeTag(language) };
}
