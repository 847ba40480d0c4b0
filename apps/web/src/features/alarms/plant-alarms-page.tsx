import type { StationDetail } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { AlarmLogList } from "../../shared/alarms/log/alarm-log-list.tsx";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { PlantSection } from "../../shared/plant/plant-section.tsx";
import { useTable } from "../../shared/ui/table/use-table.ts";
import { AlarmFilters } from "./alarm-filters.tsx";
import { AlarmList } from "./alarm-list.tsx";
import { alarmTable } from "./alarm-table.ts";
import { PeriodFilter } from "./period-filter.tsx";
import { SeverityChips } from "./severity-chips.tsx";
import { useAlarmsLive } from "./use-alarms-live.ts";
import { usePeriod, useWindow } from "./use-period.ts";
import "./alarms.css";

/** Alarms of one plant or the log of their changes, in its own time zone. */
export function PlantAlarmsPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const isLog = params.get("view") === "log";
  const title = t(isLog ? "title.alarmLog" : "title.plantAlarms");
  return (
    <PlantPage tab="alarms" title={title} part="alarms" isPrivate>
      {({ plant }) => (isLog ? <PlantLog plant={plant} /> : <PlantAlarms plant={plant} />)}
    </PlantPage>
  );
}

interface AlarmsSectionProps {
  readonly stationId: string;
  readonly isLog?: boolean;
  readonly lead?: ReactNode;
}

/** The ways to the plant's log and limits, beside what filters its alarms. */
function AlarmsSection({ stationId, isLog = false, lead }: AlarmsSectionProps) {
  const { t } = useTranslation();
  const list = `/station/${stationId}/alarms`;
  return (
    <PlantSection
      lead={lead}
      actions={
        <>
          <Link className="button" to={isLog ? list : `${list}?view=log`}>
            {t(isLog ? "title.plantAlarms" : "title.alarmLog")}
          </Link>
          <Link className="button" to={`/station/${stationId}/thresholds`}>
            {t("frame.alarmSettings")}
          </Link>
        </>
      }
    />
  );
}

function PlantLog({ plant: { stationId, name, timeZone } }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const period = usePeriod(timeZone);
  const window = useWindow(period.range, timeZone);
  useAlarmsLive();
  return (
    <>
      <AlarmsSection stationId={stationId} isLog />
      <AlarmLogList
        fixed={{ stationId, ...window }}
        plantZone={timeZone}
        exportName={`${name} ${t("title.alarmLog")}`}
        filters={<PeriodFilter period={period} />}
      />
    </>
  );
}

function PlantAlarms({ plant: { stationId, name, timeZone } }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const period = usePeriod(timeZone);
  const window = useWindow(period.range, timeZone);
  const isResolved = params.get("status") === "resolved";
  const fixed = { stationId, ...(!isResolved && { status: "unresolved" as const }), ...window };
  const table = useTable(alarmTable, fixed);
  useAlarmsLive();
  return (
    <>
      <AlarmsSection
        stationId={stationId}
        lead={
          <SeverityChips
            stationId={stationId}
            chosen={table.state.filters.severity}
            onChoose={(severity) => table.set({ filters: { severity } })}
          />
        }
      />
      <AlarmList
        table={table}
        title={t(`alarms.list.${isResolved ? "resolved" : "unresolved"}`)}
        exportName={`${name} ${t("title.plantAlarms")}`}
        filters={
          <>
            <AlarmFilters table={table} hasKind />
            <PeriodFilter period={period} />
          </>
        }
        plantZone={timeZone}
        emptyTitle={t("alarms.none.plant")}
        emptyText={t("alarms.noneText.plant")}
      />
    </>
  );
}
