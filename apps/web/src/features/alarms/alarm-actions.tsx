import { useTranslation } from "react-i18next";
import { Icon } from "../../shared/ui/content/icon.tsx";
import type { AlarmDetail } from "./alarm-detail.ts";
import { useAlarmActions } from "./use-alarm-actions.ts";

/** Acknowledges and clears one alarm. */
export function AlarmActions({ alarm }: { readonly alarm: AlarmDetail }) {
  const { t } = useTranslation();
  const { acknowledge, clear, force, isBusy } = useAlarmActions(alarm);
  if (alarm.status === "resolved") return null;
  return (
    <>
      {alarm.acknowledgedAt === null && (
        <button type="button" className="button" disabled={isBusy} onClick={() => void acknowledge()}>
          <Icon name="eye" />
          {t("alarms.act.acknowledge")}
        </button>
      )}
      <button
        type="button"
        className="button"
        data-kind="danger"
        disabled={isBusy}
        onClick={() => void force()}
      >
        {t("alarms.act.force")}
      </button>
      <button
        type="button"
        className="button"
        data-kind="primary"
        disabled={isBusy}
        onClick={() => void clear()}
      >
        <Icon name="check" />
        {t("alarms.act.clear")}
      </button>
    </>
  );
}
