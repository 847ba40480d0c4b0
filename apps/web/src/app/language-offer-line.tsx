import { setLanguage } from "../shared/base/i18n/i18n.ts";
import type { Language } from "../shared/base/i18n/language.ts";
import { htmlLanguage } from "../shared/base/i18n/language.ts";
import { Icon } from "../shared/ui/content/icon.tsx";
import { texts as en } from "./language-offer/en.ts";
import { texts as pt } from "./language-offer/pt.ts";
import { texts as th } from "./language-offer/th.ts";
import { texts as zhCn } from "./language-offer/zh-cn.ts";
import "./language-offer.css";

const sentences = { "zh-cn": zhCn, en, pt, th } as const;

/** Offers the browser's language above the page (R1.13). */
export function LanguageOfferLine({
  language,
  onDismiss,
}: {
  readonly language: Language;
  readonly onDismiss: () => void;
}) {
  const { text, accept, dismiss } = sentences[language];
  return (
    <p className="language-offer" role="status" lang={htmlLanguage(language)}>
      <Icon name="globe" />
      {text}
      <button type="button" className="link-button" onClick={() => void setLanguage(language)}>
        {accept}
      </button>
      <button
        type="button"
        className="language-offer-dismiss"
        aria-label={dismiss}
        title={dismiss}
        onClick={onDismiss}
      >
        <Icon name="close" />
      </button>
    </p>
  );
}
