import type { Device } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { Link } from "react-router";
import { ExplainedStatus } from "../../shared/alarms/explained-status.tsx";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { Missing, Plain } from "../../shared/ui/status/quantity.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { deviceColumns } from "../../shared/ui/table/device-columns.tsx";

/** Measured values that are not shown until a user chooses them. */
const HIDDEN_VALUES: ReadonlySet<string> = new Set(["outputVoltageV", "outputCurrentA"]);

type TextField = "alias" | "model" | "softwareVersion" | "hardwareVersion" | "hplcVersion" | "mconStVersion";
type NumberField = "ratedPowerW" | "tiltDeg" | "azimuthDeg" | "polePosition" | "level";

const hidden = (column: Column<Device>): Column<Device> => ({ ...column, isInitiallyHidden: true });

const textColumn = (key: TextField): Column<Device> => ({
  key,
  titleKey: `control.${key}`,
  render: (row) => row[key] || <Missing />,
});

const nameColumn = (key: "companyName" | "ownerName", name: "company" | "owner"): Column<Device> => ({
  key,
  titleKey: `control.${name}`,
  isTruncated: true,
  render: (row) => row[key] ?? <Missing />,
  exportValue: (row) => row[key],
});

interface NumberColumn {
  readonly title: "ratedPower" | "tilt" | "azimuth" | "polePosition" | "level";
  readonly unit?: string;
  readonly digits?: number;
}

const numberColumn = (key: NumberField, { title, unit, digits = 0 }: NumberColumn): Column<Device> => ({
  key,
  titleKey: `control.${title}`,
  ...(unit !== undefined && { unit }),
  align: "right",
  render: (row) => <Plain value={row[key]} digits={digits} />,
});

/** All columns of R3.10; those that seldom differ are hidden until a user chooses them. */
export function dataColumns(t: TFunction, tag: string): readonly Column<Device>[] {
  const own = deviceColumns(t);
  return [
    { ...own.sn, isHideable: false, isOpener: true },
    own.type,
    {
      key: "stationName",
      titleKey: "control.plant",
      isTruncated: true,
      render: (row) => <Link to={`/station/${row.stationId}`}>{row.stationName}</Link>,
      exportValue: (row) => row.stationName,
    },
    own.place,
    {
      ...own.status,
      render: (row) => (
        <ExplainedStatus
          status={row.status}
          alarm={row.alarm}
          timeZone={row.timeZone}
          address={`/station/${row.stationId}/alarms?deviceId=${row.deviceId}`}
        >
          {own.status.render(row)}
        </ExplainedStatus>
      ),
    },
    ...own.measured.map((column) => (HIDDEN_VALUES.has(column.key) ? hidden(column) : column)),
    textColumn("softwareVersion"),
    own.lastReport,
    hidden(textColumn("alias")),
    hidden(textColumn("model")),
    hidden(textColumn("hardwareVersion")),
    hidden(textColumn("hplcVersion")),
    hidden(textColumn("mconStVersion")),
    hidden(numberColumn("ratedPowerW", { title: "ratedPower", unit: "W" })),
    hidden({
      key: "communicationStatus",
      titleKey: "control.communication",
      render: (row) => <OperatingStatus status={row.communicationStatus} />,
    }),
    hidden({
      key: "onlineAt",
      titleKey: "control.onlineAt",
      render: (row) => <Instant at={row.onlineAt} timeZone={row.timeZone} tag={tag} />,
    }),
    hidden(nameColumn("companyName", "company")),
    hidden(nameColumn("ownerName", "owner")),
    hidden(numberColumn("tiltDeg", { title: "tilt", unit: "°", digits: 1 })),
    hidden(numberColumn("azimuthDeg", { title: "azimuth", unit: "°", digits: 1 })),
    hidden(numberColumn("polePosition", { title: "polePosition" })),
    hidden(numberColumn("level", { title: "level" })),
  ];
}

interface InstantProps {
  readonly at: string | null;
  readonly timeZone: string;
  readonly tag: string;
}

function Instant({ at, timeZone, tag }: InstantProps) {
  if (at === null) return <Missing />;
  return (
    <time className="quantity" dateTime={at} title={timeZone}>
      {formatDateTime(Date.parse(at), timeZone, tag)}
    </time>
  );
}
