import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../../shared/auth/allowed.tsx";
import { Fact, Facts } from "../../shared/ui/content/facts.tsx";
import type { AlarmDetail } from "./alarm-detail.ts";

/** Plant and device of an alarm. */
export function PlaceCard({ alarm }: { readonly alarm: AlarmDetail }) {
  const { t } = useTranslation();
  const canSeeDevices = useCan("device:read") === true;
  const { stationId, stationName, deviceId, sn, alias, slotLabel, deviceType, faultCode, kind } = alarm;
  return (
    <section className="card" aria-label={t("alarms.place")}>
      <div className="card-head">
        <h2>{t("alarms.place")}</h2>
      </div>
      <Facts>
        <Fact name={t("alarms.column.plant")}>
          <Link to={`/station/${stationId}`}>{stationName}</Link>
        </Fact>
        <Fact name={t("alarms.column.location")}>{slotLabel}</Fact>
        <Fact name={t("alarms.column.device")}>
          {canSeeDevices ? <Link to={`/device/${deviceId}`}>{sn}</Link> : sn}
          {alias !== "" && <> · {alias}</>}
        </Fact>
        <Fact name={t("alarms.column.source")}>{t(`deviceKind.${deviceType}`)}</Fact>
        <Fact name={t("alarms.column.code")}>
          <Link className="mono" to={`/alarms/codes?code=${encodeURIComponent(faultCode)}`}>
            {faultCode}
          </Link>
        </Fact>
        <Fact name={t("alarms.column.kind")}>{t(`alarms.kind.${kind}`)}</Fact>
      </Facts>
      <p className="alarm-more">
        <Link to={`/alarms/log?deviceId=${deviceId}`}>{t("alarms.ofDevice")}</Link>
      </p>
    </section>
  );
}
