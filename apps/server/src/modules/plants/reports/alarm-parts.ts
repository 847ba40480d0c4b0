import { formatMessage } from "@heliograph/contract";
import { getFaultText } from "@heliograph/contract/fault-texts";
import type { DocumentFigure, DocumentTable } from "../../../infra/documents/document.ts";
import type { AlarmFigures } from "./plant-figures.ts";
import type { ReportFormat } from "./report-format.ts";

/** Alarms of the period in one figure; none where they are not visible to the caller. */
export function describeAlarms(
  alarms: AlarmFigures | undefined,
  { say, number }: ReportFormat,
): DocumentFigure[] {
  if (alarms === undefined) return [];
  const { raised, open } = alarms.counts;
  return [
    { label: `${say("alarms")}: ${say("raised")}`, text: number(raised, 0) },
    {
      label: `${say("alarms")}: ${say("resolved")}`,
      text: number(alarms.counts.resolved, 0),
      note: `${say("open")}: ${number(open, 0)}`,
    },
  ];
}

/** The alarms that were raised most often. */
export function alarmTables(
  alarms: AlarmFigures | undefined,
  { say, language, cell }: ReportFormat,
): DocumentTable[] {
  if (alarms === undefined) return [];
  return [
    {
      title: say("frequentAlarms"),
      columns: [
        { title: say("alarm"), share: 5 },
        { title: say("severity"), share: 1.5 },
        { title: say("count"), isNumber: true },
      ],
      rows: alarms.frequent.map(({ faultCode, severity, count }) => [
        `${getFaultText(language, faultCode).name} (${faultCode})`,
        formatMessage(language, `severity.${severity}`),
        cell(count, 0),
      ]),
      emptyText: say("noAlarms"),
    },
  ];
}
