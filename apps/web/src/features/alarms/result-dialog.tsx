import type { AlarmResult, AlarmRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { alarmName, unitName } from "../../shared/alarms/alarm-texts.ts";
import { ResultsDialog } from "../../shared/ui/dialog/results-dialog.tsx";
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

/** The result of each alarm of a batch; offers the forced clear of those whose condition is still present (R4.11). */
export function ResultDialog({ outcome: { act, rows }, onForce, onClose }: ResultDialogProps) {
  const { t } = useTranslation();
  const of = (result: AlarmResult) => rows.filter((row) => row.result === result);
  const persisting = of("persists").map(({ alarm }) => alarm);
  return (
    <ResultsDialog
      title={t(`alarms.result.title.${act}`)}
      label={t("alarms.result.rows")}
      summary={
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
      }
      columns={[t("alarms.column.description"), t("alarms.column.device"), t("alarms.result.column")]}
      rows={results.flatMap(of).map(({ alarm, result }) => ({
        key: alarm.alarmId,
        cells: [
          alarmName(alarm.faultCode, t),
          unitName(alarm),
          <StatusMark key="result" variant={variants[result]} text={t(`alarms.result.row.${result}`)} />,
        ],
      }))}
      actions={
        persisting.length > 0 && (
          <button type="button" className="button" data-kind="danger" onClick={() => onForce(persisting)}>
            {t("alarms.result.force", { count: persisting.length })}
          </button>
        )
      }
      onClose={onClose}
    />
  );
}
