import { useTranslation } from "react-i18next";
import { formatNumber } from "../base/format/numbers.ts";
import { useLocale } from "../base/i18n/i18n.ts";

/** How many alarms are grouped under one, beside its name: "+20 grouped"; nothing for none. Needs the texts' part `faults`. */
export function GroupedNote({
  alarm: { groupedCount },
}: {
  readonly alarm: { readonly groupedCount: number };
}) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (groupedCount === 0) return null;
  return (
    <span className="note">
      {" "}
      {t("alarms.groupedCount", { count: groupedCount, figure: formatNumber(groupedCount, tag, 0) })}
    </span>
  );
}
