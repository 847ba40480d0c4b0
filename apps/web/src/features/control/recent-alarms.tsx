import { endpoints } from "virtual:endpoints";
import type { AlarmRow } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AlarmReason } from "../../shared/alarms/alarm-reason.tsx";
import { queryOf } from "../../shared/api/queries.ts";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";

const SHOWN = 5;

interface RecentAlarmsProps {
  readonly deviceId: string;
  readonly stationId: string;
}

/** The latest alarms of a device, and the way to all of them. */
export function RecentAlarms({ deviceId, stationId }: RecentAlarmsProps) {
  const { t } = useTranslation();
  const alarms = useQuery(
    queryOf(endpoints.alarm.list, { stationId, deviceId, sort: "lastAt", order: "desc", pageSize: SHOWN }),
  );
  const rows = alarms.data?.rows;
  return (
    <section className="card" aria-label={t("control.alarms")}>
      <div className="card-head">
        <h2>{t("control.alarms")}</h2>
        <span className="push" />
        <Link to={`/alarms/log?deviceId=${deviceId}`}>{t("control.allAlarms")}</Link>
      </div>
      {rows === undefined && alarms.isError && (
        <FailedState error={alarms.error} onRetry={() => void alarms.refetch()} />
      )}
      {rows === undefined && !alarms.isError && <Skeleton width="100%" height="8rem" />}
      {rows?.length === 0 && <p className="panel-none">{t("control.noAlarms")}</p>}
      {rows !== undefined && rows.length > 0 && (
        <ul className="panel-alarms">
          {rows.map((alarm) => (
            <li key={alarm.alarmId}>
              <AlarmReason alarm={alarm} />
              <span className="note">{t(`control.${stateOf(alarm)}`)}</span>
              <TimeAgo at={alarm.lastAt} timeZone={alarm.timeZone} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function stateOf({ status, goneAt }: AlarmRow): "open" | "gone" | "resolved" {
  if (status === "resolved") return "resolved";
  return goneAt === null ? "open" : "gone";
}
