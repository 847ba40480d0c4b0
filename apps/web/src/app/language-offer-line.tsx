import { setLanguage } from "../shared/i18n/i18n.ts";
import type { Language } from "../shared/i18n/language.ts";
import { htmlLanguage } from "../shared/i18n/language.ts";
import { Icon } from "../shared/ui/icon.tsx";
import "./language-offer.css";

/** In the language that is offered: its readers may not read the one on screen. */
const sentences: Record<
  Language,
  { readonly text: string; readonly accept: string; readonly dismiss: string }
> = {
  "zh-cn": { text: "本页面提供简体中文版本。", accept: "切换", dismiss: "关闭提示" },
  en: { text: "This page is available in English.", accept: "Switch", dismiss: "Dismiss" },
  pt: { text: "Esta página está disponível em português.", accept: "Mudar", dismiss: "Dispensar" },
  th: { text: "หน้านี้มีเป็นภาษาไทย", accept: "เปลี่ยน", dismiss: "ปิดข้อความ" },
};

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
