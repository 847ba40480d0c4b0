import { useTranslation } from "react-i18next";
import { rangeOfPreset } from "../../shared/ui/form/range-picker/range.ts";
import { RangePicker } from "../../shared/ui/form/range-picker/range-picker.tsx";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { useTable } from "../../shared/ui/table/use-table.ts";
import { AlarmFilters } from "./alarm-filters.tsx";
import { AlarmList } from "./alarm-list.tsx";
import { alarmTable } from "./alarm-table.ts";
import { useAlarmsLive } from "./use-alarms-live.ts";
import { usePeriod, useWindow } from "./use-period.ts";
import "./alarms.css";

/** All alarms of a period, unresolved and resolved, with who cleared them and why (R3.14). */
export function AlarmLogPage() {
  const { t } = useTranslation();
  const { bounds, kinds, range: chosen, set } = usePeriod();
  const range = chosen ?? rangeOfPreset("last30", bounds.today);
  const table = useTable(alarmTable, useWindow(range));
  useAlarmsLive();
  return (
    <PageBody
      title={t("title.alarmLog")}
      text={t("alarms.intro.log")}
      actions={
        <RangePicker
          {...bounds}
          label={t("alarms.period")}
          range={range}
          kinds={kinds}
          presets={["today", "yesterday", "last7", "last30", "thisMonth"]}
          onRange={set}
        />
      }
    >
      <AlarmList
        table={table}
        title={t("alarms.list.all")}
        exportName={t("title.alarmLog")}
        filters={<AlarmFilters table={table} hasKind hasPlant />}
        emptyTitle={t("alarms.none.log")}
        emptyText={t("alarms.noneText.log")}
      />
    </PageBody>
  );
}
