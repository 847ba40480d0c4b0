import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { AlarmLogList } from "../../shared/alarms/log/alarm-log-list.tsx";
import { ZoneNote } from "../../shared/logs/zone-note.tsx";
import { rangeOfPreset } from "../../shared/ui/form/range-picker/range.ts";
import { RangePicker } from "../../shared/ui/form/range-picker/range-picker.tsx";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { PeriodFilter } from "./period-filter.tsx";
import { useAlarmsLive } from "./use-alarms-live.ts";
import { usePeriod, useWindow } from "./use-period.ts";
import "./alarms.css";

/** Each change of each alarm: of a period, or all of one alarm or device (R3.14). */
export function AlarmLogPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const period = usePeriod();
  const isOfOne = params.has("alarmId") || params.has("deviceId");
  const { bounds, kinds, set } = period;
  const last30 = rangeOfPreset("last30", bounds);
  const window = useWindow(period.range ?? (isOfOne ? undefined : last30));
  useAlarmsLive();
  return (
    <PageBody
      title={t("title.alarmLog")}
      text={
        <>
          {t("alarms.intro.log")} <ZoneNote />
        </>
      }
      actions={
        !isOfOne && (
          <RangePicker
            {...bounds}
            label={t("alarms.period")}
            range={period.range ?? last30}
            kinds={kinds}
            presets={["today", "yesterday", "last7", "last30", "thisMonth"]}
            onRange={set}
          />
        )
      }
    >
      <AlarmLogList
        fixed={window}
        exportName={t("title.alarmLog")}
        filters={isOfOne && <PeriodFilter period={period} />}
      />
    </PageBody>
  );
}
