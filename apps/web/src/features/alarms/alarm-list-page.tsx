import { endpoints } from "virtual:endpoints";
import type { AlarmKind } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { Allowed } from "../../shared/auth/allowed.tsx";
import { ZoneNote } from "../../shared/logs/zone-note.tsx";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { useTable } from "../../shared/ui/table/use-table.ts";
import { AlarmFilters } from "./alarm-filters.tsx";
import { AlarmList } from "./alarm-list.tsx";
import { alarmTable } from "./alarm-table.ts";
import { PeriodFilter } from "./period-filter.tsx";
import { SeverityChips } from "./severity-chips.tsx";
import { useAlarmsLive } from "./use-alarms-live.ts";
import { usePeriod, useWindow } from "./use-period.ts";
import "./alarms.css";

export const DeviceAlarmsPage = () => <AlarmListPage kind="device" />;
export const ThresholdAlarmsPage = () => <AlarmListPage kind="threshold" />;

const titles = { device: "title.deviceAlarms", threshold: "title.thresholdAlarms" } as const;

/** Alarms of one kind of all plants; the unresolved ones unless another status is chosen (R2.23, R3.13). */
function AlarmListPage({ kind }: { readonly kind: AlarmKind }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const period = usePeriod();
  const window = useWindow(period.range);
  const isResolved = params.get("status") === "resolved";
  const table = useTable(alarmTable, { kind, ...(!isResolved && { status: "unresolved" }), ...window });
  useAlarmsLive();
  const { filters } = table.state;
  const state = isResolved ? "resolved" : "unresolved";
  return (
    <PageBody
      title={t(titles[kind])}
      text={<Intro kind={kind} />}
      actions={
        <SeverityChips
          kind={kind}
          chosen={filters.severity}
          onChoose={(severity) => table.set({ filters: { severity } })}
        />
      }
    >
      <AlarmList
        table={table}
        title={t(`alarms.list.${state}`)}
        exportName={t(titles[kind])}
        filters={
          <>
            <AlarmFilters table={table} hasPlant />
            <PeriodFilter period={period} />
          </>
        }
        isOneKind
        emptyTitle={t(`alarms.none.${kind}`)}
        emptyText={t(`alarms.noneText.${kind}`)}
        emptyAction={
          kind === "threshold" && (
            <Allowed to="system:config">
              <Link className="button" to="/system/setup/alarms">
                {t("frame.alarmSettings")}
              </Link>
            </Allowed>
          )
        }
      />
    </PageBody>
  );
}

/** What the list has, the zone of its times, and the way to the unresolved alarms of the other kind, which the bell counts too. */
function Intro({ kind }: { readonly kind: AlarmKind }) {
  const { t } = useTranslation();
  const { data } = useQuery(queryOf(endpoints.alarm.counts, {}));
  const other = kind === "device" ? "threshold" : "device";
  const count = (data?.rows ?? [])
    .filter((row) => row.kind === other)
    .reduce((sum, { total }) => sum + total, 0);
  return (
    <>
      {t(`alarms.intro.${kind}`)} <ZoneNote />{" "}
      {count > 0 && (
        <Link to={`/alarms/${other}`} className="alarms-other-kind">
          {t(`alarms.others.${other}`, { count })}
        </Link>
      )}
    </>
  );
}
