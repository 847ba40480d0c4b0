import type { AlarmLogRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatSecond } from "../../base/format/times.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { Fact, Facts } from "../../ui/content/facts.tsx";
import { Icon } from "../../ui/content/icon.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { OperatingStatus } from "../../ui/status/operating-status.tsx";
import { alarmName, unitName } from "../alarm-texts.ts";
import { operationText, operatorText, valueText } from "./alarm-log-texts.ts";

interface AlarmLogDrawerProps {
  readonly row: AlarmLogRow;
  readonly timeZone: string;
  /** Narrows the list to what this entry has too. */
  readonly onNarrow: (filter: { alarmId: string } | { deviceId: string } | { operator: string }) => void;
  readonly onClose: () => void;
}

/** All of one entry (R3.14). */
export function AlarmLogDrawer({ row, timeZone, onNarrow, onClose }: AlarmLogDrawerProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const moment = (at: string) => formatSecond(Date.parse(at), timeZone, tag);
  const { alarmId, deviceId, operatorName } = row;
  return (
    <Dialog kind="drawer" title={operationText(row.operation, t)} onClose={onClose}>
      <Facts>
        <Fact name={t("logs.column.at")}>{moment(row.at)}</Fact>
        <Fact name={t("alarms.column.description")}>
          <Link to={`/alarms/${alarmId}`}>{alarmName(row.faultCode, t)}</Link>
        </Fact>
        <Fact name={t("alarms.column.code")}>{row.faultCode}</Fact>
        <Fact name={t("alarms.column.severity")}>
          <OperatingStatus status={row.severity} />
        </Fact>
        <Fact name={t("alarms.column.kind")}>{t(`alarms.kind.${row.kind}`)}</Fact>
        <Fact name={t("alarms.column.plant")}>{row.stationName}</Fact>
        <Fact name={t("alarms.column.device")}>
          {unitName(row) === row.sn ? row.sn : `${unitName(row)} · ${row.sn}`}
        </Fact>
        <Fact name={t("alarms.column.source")}>{t(`deviceKind.${row.deviceType}`)}</Fact>
        <Fact name={t("logs.column.original")}>{valueText(row, "original", t)}</Fact>
        <Fact name={t("logs.column.new")}>{valueText(row, "new", t)}</Fact>
        <Fact name={t("logs.alarm.text")}>{row.text}</Fact>
        <Fact name={t("logs.column.actor")}>{operatorText(row, t)}</Fact>
        <Fact name={t("logs.column.method")}>{row.signInMethod && t(`logs.method.${row.signInMethod}`)}</Fact>
        <Fact name={t("logs.alarm.signedInAt")}>{row.signedInAt && moment(row.signedInAt)}</Fact>
      </Facts>
      <div className="log-narrow">
        <button type="button" className="button" onClick={() => onNarrow({ alarmId })}>
          <Icon name="bell" />
          {t("logs.alarm.onlyAlarm")}
        </button>
        <button type="button" className="button" onClick={() => onNarrow({ deviceId })}>
          <Icon name="panel" />
          {t("logs.alarm.onlyDevice")}
        </button>
        {operatorName !== null && (
          <button type="button" className="button" onClick={() => onNarrow({ operator: operatorName })}>
            <Icon name="person" />
            {t("logs.onlyActor")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
