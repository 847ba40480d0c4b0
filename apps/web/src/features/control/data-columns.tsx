import type { Device } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { Link } from "react-router";
import { formatDateTime } from "../../shared/format/times.ts";
import type { Column } from "../../shared/ui/data-table/column.ts";
import { deviceColumns } from "../../shared/ui/device-columns.tsx";
import { Missing } from "../../shared/ui/quantity.tsx";

/** Columns of R3.10 that a list can hold. */
export function dataColumns(t: TFunction, tag: string): readonly Column<Device>[] {
  const own = deviceColumns(t);
  const text = (key: "alias" | "model" | "softwareVersion" | "hardwareVersion"): Column<Device> => ({
    key,
    titleKey: `control.${key}`,
    render: (row) => row[key] || <Missing />,
    exportValue: (row) => row[key],
  });
  const hidden = (column: Column<Device>): Column<Device> => ({ ...column, isHiddenFirst: true });
  return [
    { ...own.sn, isHideable: false, isOpener: true },
    own.type,
    {
      key: "stationName",
      titleKey: "control.plant",
      isCut: true,
      render: (row) => <Link to={`/station/${row.stationId}`}>{row.stationName}</Link>,
      exportValue: (row) => row.stationName,
    },
    own.place,
    own.status,
    own.power,
    own.inputVoltage,
    own.inputCurrent,
    hidden(own.outputVoltage),
    hidden(own.outputCurrent),
    own.temperature,
    own.generation,
    own.signal,
    text("softwareVersion"),
    own.seen,
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
