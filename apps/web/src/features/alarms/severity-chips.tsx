import { endpoints } from "virtual:endpoints";
import type { AlarmKind, AlarmSeverity } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";

/** The most severe first. */
const severities: readonly AlarmSeverity[] = ["fault", "alarm", "warning"];

interface SeverityChipsProps {
  readonly kind?: AlarmKind;
  readonly stationId?: string;
  readonly chosen: AlarmSeverity | undefined;
  readonly onChoose: (severity: AlarmSeverity | undefined) => void;
}

/** Number of unresolved alarms by severity; each chip filters the list. */
export function SeverityChips({ kind, stationId, chosen, onChoose }: SeverityChipsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { data } = useQuery(queryOf(endpoints.alarm.counts, stationId === undefined ? {} : { stationId }));
  const rows = data?.rows.filter((row) => kind === undefined || row.kind === kind);
  const sum = (severity: AlarmSeverity, part: "total" | "unacknowledged"): number =>
    (rows ?? []).filter((row) => row.severity === severity).reduce((total, row) => total + row[part], 0);
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">{t("alarms.bySeverity")}</legend>
      {severities.map((severity) => (
        <button
          key={severity}
          type="button"
          className="chip"
          aria-pressed={severity === chosen}
          title={t("alarms.unacknowledged", { count: sum(severity, "unacknowledged") })}
          onClick={() => onChoose(severity === chosen ? undefined : severity)}
        >
          <OperatingStatus status={severity} />
          <b className="quantity">
            {rows === undefined ? "–" : formatNumber(sum(severity, "total"), tag, 0)}
          </b>
        </button>
      ))}
    </fieldset>
  );
}
