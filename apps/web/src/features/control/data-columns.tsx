import type { Device } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { Link } from "react-router";
import { ExplainedStatus } from "../../shared/alarms/explained-status.tsx";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { Missing } from "../../shared/ui/status/quantity.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { deviceColumns } from "../../shared/ui/table/device-columns.tsx";

/** Measured values that are not shown until a user chooses them. */
const HIDDEN_VALUES: ReadonlySet<string> = new Set(["outputVoltageV", "outputCurrentA"]);

/** Columns of R3.10 that a list can hold. */
export function dataColumns(t: TFunction, tag: string): readonly Column<Device>[] {
  const own = deviceColumns(t);
  const text = (key: "alias" | "model" | "softwareVersion" | "hardwareVersion"): Column<Device> => ({
    key,
    titleKey: `control.${key}`,
    render: (row) => row[key] || <Missing />,
    exportValue: (row) => row[key],
  });
  const hidden = (column: Column<Device>): Column<Device> => ({ ...column, isInitiallyHidden: true });
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
    text("softwareVersion"),
    own.lastReport,
    hidden(text("alias")),
    hidden(text("model")),
    hidden(text("hardwareVersion")),
    hidden({
      key: "companyName",
      titleKey: "control.company",
      render: (row) => row.companyName ?? <Missing />,
      exportValue: (row) => row.companyName,
    }),
    hidden({
      key: "onlineAt",
      titleKey: "control.onlineAt",
      render: (row) =>
        row.onlineAt === null ? (
          <Missing />
        ) : (
          <time className="quantity" dateTime={row.onlineAt} title={row.timeZone}>
            {formatDateTime(Date.parse(row.onlineAt), row.timeZone, tag)}
          </time>
        ),
      exportValue: (row) => row.onlineAt,
    }),
  ];
}
