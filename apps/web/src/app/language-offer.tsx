import { Suspense, useState, useSyncExternalStore } from "react";
import {
  findBrowserLanguage,
  getLanguage,
  isLanguageChosen,
  onLanguageChosen,
} from "../shared/base/i18n/language.ts";
import { readPrefs, writePrefs } from "../shared/base/theme/prefs.ts";
import { useConfig } from "../shared/config/config.ts";
import { lazyPart } from "../shared/routing/lazy-part.tsx";

// Most people are shown a language they have chosen.
const Line = lazyPart(async () => (await import("./language-offer-line.tsx")).LanguageOfferLine);

/** One line above the page for a visitor whose browser asks for another language on offer, until one is chosen (R1.13). */
export function LanguageOffer() {
  const isChosen = useSyncExternalStore(onLanguageChosen, isLanguageChosen);
  const [isDismissed, setIsDismissed] = useState(() => readPrefs().isLanguageOfferDismissed === true);
  const language = findBrowserLanguage(navigator.languages, useConfig().languages);
  if (isChosen || isDismissed || language === undefined || language === getLanguage()) return null;
  return (
    <Suspense fallback={null}>
      <Line
        language={language}
        onDismiss={() => {
          writePrefs({ isLanguageOfferDismissed: true });
          setIsDismissed(true);
        }}
      />
    </Suspense>
  );
}
