import type { AlarmRow, StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { faultKeyOf } from "../../shared/alarms/alarm-texts.ts";
import { GroupedNote } from "../../shared/alarms/grouped-note.tsx";
import { orderReasons } from "../../shared/alarms/order-reasons.ts";
import type { OpenAlarms } from "../../shared/alarms/use-open-alarms.ts";
import { useReasonSentence } from "../../shared/alarms/use-reason-sentence.ts";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import "./trouble.css";

export interface TroubleCardProps {
  readonly plant: StationDetail;
  readonly alarms: OpenAlarms;
  /** Whether the viewer may open the plant's devices. */
  readonly showsDevices: boolean;
}

/** Kinds of alarms that are named one by one; the others are behind a link. */
const FEW = 3;

/** What is wrong with a plant now: each alarm with its place, since when, and what to do. Needs the texts' part `faults`. */
export function TroubleCard({ plant, alarms, showsDevices }: TroubleCardProps) {
  const { t } = useTranslation();
  // Devices of one string often have the same alarm: the first one is named, the others are counted.
  const kinds = Map.groupBy(orderReasons(alarms.rows, plant.status), ({ faultCode }) => faultCode);
  const shown = [...kinds.values()].slice(0, FEW);
  const [worst] = shown.flat();
  if (worst === undefined) return null;
  const more = alarms.total - shown.flat().length;
  return (
    <section className="card trouble" data-severity={worst.severity} aria-label={t("station.trouble")}>
      <ul>
        {shown.map(([alarm, ...same]) =>
          alarm === undefined ? null : (
            <Trouble key={alarm.alarmId} alarm={alarm} sameCount={same.length} showsDevice={showsDevices} />
          ),
        )}
      </ul>
      {more > 0 && (
        <p className="trouble-more">
          <Link to={`/station/${plant.stationId}/alarms`}>{t("reason.more", { count: more })}</Link>
        </p>
      )}
    </section>
  );
}

interface TroubleProps {
  readonly alarm: AlarmRow;
  /** More devices with this alarm. */
  readonly sameCount: number;
  readonly showsDevice: boolean;
}

function Trouble({ alarm, sameCount, showsDevice }: TroubleProps) {
  const { t } = useTranslation();
  const { alarmId, deviceId, faultCode, severity, stationId } = alarm;
  return (
    <li>
      <OperatingStatus status={severity} />
      <div className="trouble-text">
        <Link to={`/alarms/${alarmId}`}>{useReasonSentence(alarm, true)}</Link>
        <GroupedNote alarm={alarm} />
        {sameCount > 0 && (
          <Link className="trouble-same" to={`/station/${stationId}/alarms`}>
            {t("reason.same", { count: sameCount })}
          </Link>
        )}
        <p>{t(`faults.${faultKeyOf(faultCode)}.remedy`)}</p>
      </div>
      {showsDevice && (
        <Link className="button" to={`/device/${deviceId}`}>
          {t("station.showDevice")}
        </Link>
      )}
    </li>
  );
}
