import type { AlarmResult, AlarmRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { alarmName, unitName } from "../../shared/alarms/alarm-texts.ts";
import { Dialog } from "../../shared/ui/dialog/dialog.tsx";
import type { StatusVariant } from "../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import type { BatchOutcome } from "./use-batch.ts";

/** What needs attention first. */
const variants: Readonly<Record<AlarmResult, StatusVariant>> = {
  persists: "alarm",
  notAllowed: "stopped",
  unchanged: "inactive",
  done: "done",
};
const results = Object.keys(variants) as AlarmResult[];

interface ResultDialogProps {
  readonly outcome: BatchOutcome;
  readonly onForce: (alarms: readonly AlarmRow[]) => void;
  readonly onClose: () => void;
}

/** What became of each alarm of a batch; offers the forced clear of those whose condition is still present (R4.11). */
export function ResultDialog({ outcome: { act, rows }, onForce, onClose }: ResultDialogProps) {
  const { t } = useTranslation();
  const of = (result: AlarmResult) => rows.filter((row) => row.result === result);
  const persisting = of("persists").map(({ alarm }) => alarm);
  const shown = results.flatMap(of);
  return (
    <Dialog title={t(`alarms.result.title.${act}`)} onClose={onClose}>
      <ul className="result-counts">
        {results
          .filter((result) => of(result).length > 0)
          .map((result) => (
            <li key={result}>
              <StatusMark
                variant={variants[result]}
                text={
                  result === "done"
                    ? t(`alarms.done.${act}`, { count: of(result).length })
                    : t(`alarms.result.${result}`, { count: of(result).length })
                }
              />
            </li>
          ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area is reached by keyboard */}
      <section className="result-rows" tabIndex={0} aria-label={t("alarms.result.rows")}>
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">{t("alarms.column.description")}</th>
              <th scope="col">{t("alarms.column.device")}</th>
              <th scope="col">{t("alarms.result.column")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ alarm, result }) => (
              <tr key={alarm.alarmId}>
                <td data-wrapped="true">{alarmName(alarm.faultCode, t)}</td>
                <td>{unitName(alarm)}</td>
                <td>
                  <StatusMark variant={variants[result]} text={t(`alarms.result.row.${result}`)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t("action.close")}
        </button>
        {persisting.length > 0 && (
          <button type="button" className="button" data-kind="danger" onClick={() => onForce(persisting)}>
            {t("alarms.result.force", { count: persisting.length })}
          </button>
        )}
      </div>
    </Dialog>
  );
}
