import { useTranslation } from "react-i18next";
import { formatNumber } from "../../base/format/numbers.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import "./hidden-note.css";

/** How many plants are missing in a sum because they hide what is summed; nothing where none is. */
export function HiddenNote({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (count === 0) return null;
  return <p className="hidden-note">{t("fleet.without", { count, figure: formatNumber(count, tag, 0) })}</p>;
}
