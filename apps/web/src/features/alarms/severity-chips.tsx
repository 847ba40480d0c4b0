import { endpoints } from "virtual:endpoints";
import type { AlarmKind, AlarmSeverity } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { FilterChips } from "../../shared/ui/form/filter-chips.tsx";
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
  const { data } = useQuery(queryOf(endpoints.alarm.counts, stationId === undefined ? {} : { stationId }));
  const rows = data?.rows.filter((row) => kind === undefined || row.kind === kind);
  const sum = (severity: AlarmSeverity, part: "total" | "unacknowledged"): number =>
    (rows ?? []).filter((row) => row.severity === severity).reduce((total, row) => total + row[part], 0);
  return (
    <FilterChips
      label={t("alarms.bySeverity")}
      chips={severities.map((severity) => ({
        value: severity,
        label: <OperatingStatus status={severity} />,
        count: rows && sum(severity, "total"),
        title: t("alarms.unacknowledged", { count: sum(severity, "unacknowledged") }),
      }))}
      {...{ chosen, onChoose }}
    />
  );
}
