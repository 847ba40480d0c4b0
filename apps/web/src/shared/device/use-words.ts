import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../base/i18n/i18n.ts";
import type { Words } from "./parameter-rules.ts";

/** What names of parameters are made with. */
export function useWords(): Words {
  const { t, i18n } = useTranslation();
  const { language } = useLocale();
  return useMemo(() => ({ t, exists: (key) => i18n.exists(key), language }), [t, i18n, language]);
}
