import { measuredValues } from "virtual:measured-values";
import type { Device } from "@heliograph/contract";
import { isValueStale } from "@heliograph/contract/report-age";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../base/format/times.ts";
import { unitText } from "../../base/format/unit-text.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { useLiveUnit } from "../../live/live.ts";
import { DeviceOperatingStatus } from "../status/device-operating-status.tsx";
import { statusText } from "../status/operating-status.tsx";
import { Missing, Plain, Scaled } from "../status/quantity.tsx";
import { TimeAgo, useServerNow } from "../status/time-ago.tsx";
import type { Column } from "./column.ts";
import "./device-columns.css";

type MeasuredValue = (typeof measuredValues)[number];

/** Power leads; the other values follow in the order of the device link's table of points. */
const inOrder = [...measuredValues].sort(
  (one, other) => Number(other.field === "powerW") - Number(one.field === "powerW"),
);

/** The energy counter ranges from a few watt hours to many megawatt hours within one column. */
const isScaled = ({ unit }: MeasuredValue): boolean => unit === "Wh";

function measuredColumn(value: MeasuredValue): Column<Device> {
  const { field, unit } = value;
  return {
    key: field,
    titleKey: `unit.${field}`,
    ...(isScaled(value) ? { exportUnit: unit } : { unit: unitText(unit) }),
    align: "right",
    render: (row) => <LiveValue row={row} value={value} />,
    exportValue: (row) => row[field],
  };
}

/** Columns of a device wherever devices are listed; measured ones follow the pushed values. */
export const deviceColumns = (t: TFunction) =>
  ({
    sn: {
      key: "sn",
      titleKey: "unit.sn",
      render: (row) => <span className="unit-sn">{row.sn}</span>,
      exportValue: (row) => row.sn,
    },
    place: {
      key: "slotLabel",
      titleKey: "unit.place",
      render: (row) => row.slotLabel || row.alias || <Missing />,
      exportValue: (row) => row.slotLabel || row.alias,
    },
    type: {
      key: "type",
      titleKey: "unit.type",
      render: (row) => t(`deviceKind.${row.type}`),
      exportValue: (row) => t(`deviceKind.${row.type}`),
    },
    status: {
      key: "status",
      titleKey: "column.status",
      render: (row) => <DeviceOperatingStatus device={row} />,
      exportValue: (row) => statusText(t, row),
    },
    measured: inOrder.map(measuredColumn),
    lastReport: {
      key: "updatedAt",
      titleKey: "unit.seen",
      align: "right",
      render: (row) => <LiveDeviceTime row={row} />,
      exportValue: (row) => row.updatedAt,
    },
  }) as const satisfies Readonly<Record<string, Column<Device> | readonly Column<Device>[]>>;

interface LiveValueProps {
  readonly row: Device;
  readonly value: MeasuredValue;
}

/** The latest value in the unit of its column, or scaled with a unit of its own. */
function LiveValue({ row, value }: LiveValueProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { value: latest, isStale, seenAt } = useLatest(row, value.field);
  // A value that is not current says of what time it is.
  const note =
    isStale && seenAt !== null
      ? t("unit.lastValue", { time: formatDateTime(Date.parse(seenAt), row.timeZone, tag) })
      : undefined;
  if (isScaled(value)) return <Scaled value={latest} unit="Wh" isStale={isStale} note={note} />;
  return <Plain value={latest} digits={value.digits} isStale={isStale} note={note} />;
}

interface Latest {
  readonly value: number | null;
  readonly isStale: boolean;
  /** When it was measured; null for what was never reported. */
  readonly seenAt: string | null;
}

/** The newer of the listed and the pushed value, and whether it is stale. */
function useLatest(row: Device, field: MeasuredValue["field"]): Latest {
  const live = useLiveUnit(row.deviceId);
  const now = useServerNow();
  const isPushed = live !== undefined && (row.updatedAt === null || live.at >= row.updatedAt);
  const seenAt = isPushed ? live.at : row.updatedAt;
  const isStale =
    row.communicationStatus === "offline" ||
    seenAt === null ||
    isValueStale(seenAt, row.reportIntervalS, now);
  return { value: isPushed ? live[field] : row[field], isStale, seenAt };
}

function LiveDeviceTime({ row }: { row: Device }) {
  const live = useLiveUnit(row.deviceId);
  return <TimeAgo at={live?.at ?? row.updatedAt} timeZone={row.timeZone} />;
}
