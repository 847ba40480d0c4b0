import type { AlarmRow } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { Link } from "react-router";
import { alarmName, unitName } from "../../shared/alarms/alarm-texts.ts";
import { conditionText } from "../../shared/alarms/condition-text.ts";
import { GroupedNote } from "../../shared/alarms/grouped-note.tsx";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { Missing } from "../../shared/ui/status/quantity.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { AlarmDuration, alarmSeconds } from "./alarm-duration.tsx";
import { AlarmState } from "./alarm-state.tsx";

export interface ColumnsInput {
  readonly t: TFunction;
  readonly tag: string;
  /** Zone of the times: the plant's, or the viewer's where a list has plants of all zones. */
  readonly timeZone: string;
  /** Columns that say the same in every row and are hidden until a user chooses them. */
  readonly hidden?: readonly ("stationName" | "kind")[];
}

/** Columns of R3.13, and who takes care of the alarm. */
export function alarmColumns({ t, tag, timeZone, hidden = [] }: ColumnsInput): readonly Column<AlarmRow>[] {
  const moment = (at: string | null) =>
    at === null ? (
      <Missing />
    ) : (
      <time className="quantity" dateTime={at} title={timeZone}>
        {formatDateTime(Date.parse(at), timeZone, tag)}
      </time>
    );
  const columns: readonly Column<AlarmRow>[] = [
    {
      key: "severity",
      titleKey: "alarms.column.severity",
      render: (row) => <OperatingStatus status={row.severity} />,
      exportValue: (row) => t(`status.${row.severity}`),
    },
    {
      key: "description",
      titleKey: "alarms.column.description",
      isHideable: false,
      isOpener: true,
      isTruncated: true,
      render: (row) => (
        <>
          {alarmName(row.faultCode, t)}
          <GroupedNote alarm={row} />
        </>
      ),
      exportValue: (row) => alarmName(row.faultCode, t),
    },
    {
      key: "sn",
      titleKey: "alarms.column.device",
      isTruncated: true,
      render: (row) => <Link to={`/device/${row.deviceId}`}>{unitName(row)}</Link>,
      exportValue: (row) => (unitName(row) === row.sn ? row.sn : `${unitName(row)} ${row.sn}`),
    },
    {
      key: "stationName",
      titleKey: "alarms.column.plant",
      isTruncated: true,
      render: (row) => <Link to={`/station/${row.stationId}`}>{row.stationName}</Link>,
      exportValue: (row) => row.stationName,
    },
    {
      key: "faultCode",
      titleKey: "alarms.column.code",
      render: (row) => <span className="mono">{row.faultCode}</span>,
      exportValue: (row) => row.faultCode,
    },
    {
      key: "source",
      titleKey: "alarms.column.source",
      render: (row) => t(`deviceKind.${row.deviceType}`),
      exportValue: (row) => t(`deviceKind.${row.deviceType}`),
    },
    {
      key: "kind",
      titleKey: "alarms.column.kind",
      render: (row) => t(`alarms.kind.${row.kind}`),
      exportValue: (row) => t(`alarms.kind.${row.kind}`),
    },
    {
      key: "status",
      titleKey: "alarms.column.status",
      render: (row) => <AlarmState alarm={row} />,
      exportValue: (row) => t(`alarms.status.${row.status}`),
    },
    {
      key: "goneAt",
      titleKey: "alarms.column.condition",
      render: (row) => conditionText(row, t, (at) => formatDateTime(at, timeZone, tag)),
      exportValue: (row) => row.goneAt ?? t("alarms.condition.present"),
    },
    {
      key: "firstAt",
      titleKey: "alarms.column.firstAt",
      render: (row) => moment(row.firstAt),
      exportValue: (row) => row.firstAt,
    },
    {
      key: "lastAt",
      titleKey: "alarms.column.lastAt",
      render: (row) => moment(row.lastAt),
      exportValue: (row) => row.lastAt,
    },
    {
      key: "duration",
      titleKey: "alarms.column.duration",
      // With it the list is wider than a page of 1520 px in the longest language.
      isInitiallyHidden: true,
      exportUnit: "min",
      render: (row) => <AlarmDuration alarm={row} />,
      exportValue: (row) => Math.floor(alarmSeconds(row, Date.now()) / 60),
    },
    {
      key: "count",
      titleKey: "alarms.column.count",
      align: "right",
      render: (row) => <span className="quantity">{formatNumber(row.count, tag, 0)}</span>,
      exportValue: (row) => row.count,
    },
    {
      key: "assigneeName",
      titleKey: "alarms.column.assignee",
      isInitiallyHidden: true,
      render: (row) => row.assigneeName ?? <Missing />,
      exportValue: (row) => row.assigneeName,
    },
    {
      key: "acknowledgedAt",
      titleKey: "alarms.column.acknowledgedAt",
      isInitiallyHidden: true,
      render: (row) => moment(row.acknowledgedAt),
      exportValue: (row) => row.acknowledgedAt,
    },
    {
      key: "resolvedAt",
      titleKey: "alarms.column.resolvedAt",
      isInitiallyHidden: true,
      render: (row) => moment(row.resolvedAt),
      exportValue: (row) => row.resolvedAt,
    },
    {
      key: "resolvedByName",
      titleKey: "alarms.column.resolvedBy",
      isInitiallyHidden: true,
      render: (row) => row.resolvedByName ?? <Missing />,
      exportValue: (row) => row.resolvedByName,
    },
    {
      key: "resolutionReason",
      titleKey: "alarms.column.reason",
      isInitiallyHidden: true,
      isTruncated: true,
      render: (row) => row.resolutionReason || <Missing />,
      exportValue: (row) => row.resolutionReason,
    },
  ];
  return columns.map((column) =>
    (hidden as readonly string[]).includes(column.key) ? { ...column, isInitiallyHidden: true } : column,
  );
}
