import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { alarmName, faultKeyOf, unitName } from "../../shared/alarms/alarm-texts.ts";
import { orderReasons } from "../../shared/alarms/order-reasons.ts";
import type { OpenAlarms } from "../../shared/alarms/use-open-alarms.ts";
import { formatClock, formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";
import "./trouble.css";

export interface TroubleCardProps {
  readonly plant: StationDetail;
  readonly alarms: OpenAlarms;
  /** Whether the viewer may open the plant's devices. */
  readonly showsDevices: boolean;
}

/** Alarms that are named one by one; the others are behind a link. */
const FEW = 3;

/** What is wrong with a plant now: each alarm with its place, since when, and what to do. Needs the texts' part `faults`. */
export function TroubleCard({ plant, alarms, showsDevices }: TroubleCardProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  const { stationId, status, timeZone } = plant;
  const shown = orderReasons(alarms.rows, status).slice(0, FEW);
  const [worst] = shown;
  if (worst === undefined) return null;
  const more = alarms.total - shown.length;
  const since = (firstAt: string): string => {
    const at = Date.parse(firstAt);
    const isToday = dayOf(at, timeZone) === dayOf(now, timeZone);
    return t("station.since", { time: (isToday ? formatClock : formatDateTime)(at, timeZone, tag) });
  };
  return (
    <section className="card trouble" data-severity={worst.severity} aria-label={t("station.trouble")}>
      <ul>
        {shown.map(({ alarmId, severity, faultCode, firstAt, ...unit }) => (
          <li key={alarmId}>
            <OperatingStatus status={severity} />
            <div className="trouble-text">
              <p>
                <Link to={`/alarms/${alarmId}`}>
                  {unitName(unit)}: {alarmName(faultCode, t)}
                </Link>{" "}
                <span className="note">{since(firstAt)}</span>
              </p>
              <p className="trouble-remedy">{t(`faults.${faultKeyOf(faultCode)}.remedy`)}</p>
            </div>
            {showsDevices && (
              <Link className="button" to={`/device/${unit.deviceId}`}>
                {t("station.showDevice")}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="trouble-more">
          <Link to={`/station/${stationId}/alarms`}>
            {t("reason.more", { count: more })} <Icon name="right" />
          </Link>
        </p>
      )}
    </section>
  );
}

const dayOf = (at: number, timeZone: string): string => new Date(at).toLocaleDateString("sv", { timeZone });
