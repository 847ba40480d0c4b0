import { useTranslation } from "react-i18next";

/** How many alarms are grouped under one, beside its name: "+20 grouped"; nothing for none. Needs the texts' part `faults`. */
export function GroupedNote({
  alarm: { groupedCount },
}: {
  readonly alarm: { readonly groupedCount: number };
}) {
  const { t } = useTranslation();
  if (groupedCount === 0) return null;
  return <span className="note"> {t("alarms.groupedCount", { count: groupedCount })}</span>;
}
