import type { AlarmLogRow } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { Link } from "react-router";
import { formatSecond } from "../../base/format/times.ts";
import { OperatingStatus } from "../../ui/status/operating-status.tsx";
import { Missing } from "../../ui/status/quantity.tsx";
import type { Column } from "../../ui/table/column.ts";
import { alarmName, unitName } from "../alarm-texts.ts";
import { operationText, operatorText, valueText } from "./alarm-log-texts.ts";

interface ColumnsInput {
  readonly t: TFunction;
  readonly tag: string;
  /** Zone of the times: the plant's, or the viewer's where the list has plants of all zones. */
  readonly timeZone: string;
  readonly isOfPlant: boolean;
}

const method = ({ signInMethod }: AlarmLogRow, t: TFunction): string =>
  signInMethod === null ? "" : t(`logs.method.${signInMethod}`);

/** A column of texts, which may be empty. */
const textColumn = (
  column: Pick<Column<AlarmLogRow>, "key" | "isInitiallyHidden" | "isTruncated"> & {
    titleKey: Extract<Column<AlarmLogRow>, { titleKey: unknown }>["titleKey"];
  },
  textOf: (row: AlarmLogRow) => string,
): Column<AlarmLogRow> => ({
  ...column,
  render: (row) => textOf(row) || <Missing />,
  exportValue: textOf,
});

/** Columns of R3.14 for alarms. */
export function alarmLogColumns({
  t,
  tag,
  timeZone,
  isOfPlant,
}: ColumnsInput): readonly Column<AlarmLogRow>[] {
  const moment = (at: string) => (
    <time className="quantity" dateTime={at} title={timeZone}>
      {formatSecond(Date.parse(at), timeZone, tag)}
    </time>
  );
  return [
    {
      key: "at",
      titleKey: "logs.column.at",
      isHideable: false,
      isOpener: true,
      render: ({ at }) => moment(at),
      exportValue: ({ at }) => at,
    },
    textColumn({ key: "operation", titleKey: "logs.column.type", isTruncated: true }, ({ operation }) =>
      operationText(operation, t),
    ),
    {
      key: "alarm",
      titleKey: "alarms.column.description",
      isTruncated: true,
      render: ({ alarmId, faultCode }) => <Link to={`/alarms/${alarmId}`}>{alarmName(faultCode, t)}</Link>,
      exportValue: ({ faultCode }) => alarmName(faultCode, t),
    },
    {
      ...textColumn(
        { key: "faultCode", titleKey: "alarms.column.code", isInitiallyHidden: true },
        (row) => row.faultCode,
      ),
      render: ({ faultCode }) => <span className="mono">{faultCode}</span>,
    },
    {
      key: "severity",
      titleKey: "alarms.column.severity",
      // With long names of plants the other columns fill the width.
      isInitiallyHidden: !isOfPlant,
      render: ({ severity }) => <OperatingStatus status={severity} />,
      exportValue: ({ severity }) => t(`status.${severity}`),
    },
    {
      key: "device",
      titleKey: "alarms.column.device",
      isTruncated: true,
      render: (row) => <Link to={`/device/${row.deviceId}`}>{unitName(row)}</Link>,
      exportValue: (row) => (unitName(row) === row.sn ? row.sn : `${unitName(row)} ${row.sn}`),
    },
    {
      key: "station",
      titleKey: "alarms.column.plant",
      isTruncated: true,
      isInitiallyHidden: isOfPlant,
      render: ({ stationId, stationName }) => <Link to={`/station/${stationId}`}>{stationName}</Link>,
      exportValue: ({ stationName }) => stationName,
    },
    textColumn({ key: "original", titleKey: "logs.column.original", isTruncated: true }, (row) =>
      valueText(row, "original", t),
    ),
    textColumn({ key: "new", titleKey: "logs.column.new", isTruncated: true }, (row) =>
      valueText(row, "new", t),
    ),
    textColumn({ key: "text", titleKey: "logs.alarm.text", isTruncated: true }, ({ text }) => text),
    textColumn({ key: "operator", titleKey: "logs.column.actor", isTruncated: true }, (row) =>
      operatorText(row, t),
    ),
    textColumn({ key: "method", titleKey: "logs.column.method", isInitiallyHidden: true }, (row) =>
      method(row, t),
    ),
    {
      key: "signedInAt",
      titleKey: "logs.alarm.signedInAt",
      isInitiallyHidden: true,
      render: ({ signedInAt }) => (signedInAt === null ? <Missing /> : moment(signedInAt)),
      exportValue: ({ signedInAt }) => signedInAt,
    },
    textColumn(
      { key: "source", titleKey: "alarms.column.source", isInitiallyHidden: true },
      ({ deviceType }) => t(`deviceKind.${deviceType}`),
    ),
    textColumn({ key: "kind", titleKey: "alarms.column.kind", isInitiallyHidden: true }, ({ kind }) =>
      t(`alarms.kind.${kind}`),
    ),
  ];
}
