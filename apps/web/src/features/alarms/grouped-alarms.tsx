import { useTranslation } from "react-i18next";
import { useTable } from "../../shared/ui/table/use-table.ts";
import type { AlarmDetail } from "./alarm-detail.ts";
import { AlarmList } from "./alarm-list.tsx";
import { groupedTable } from "./alarm-table.ts";

/** Unresolved alarms of devices behind the failed one, which explains them. */
export function GroupedAlarms({ alarm }: { readonly alarm: AlarmDetail }) {
  const { t } = useTranslation();
  const table = useTable(groupedTable, { parentAlarmId: alarm.alarmId, status: "unresolved" });
  return (
    <AlarmList
      table={table}
      title={t("alarms.grouped")}
      hasSearch={false}
      plantZone={alarm.timeZone}
      emptyTitle={t("alarms.none.plant")}
      emptyText={t("alarms.noneText.plant")}
    />
  );
}
