import type { Device, StationDetail } from "@heliograph/contract";
import type { TableColumnsType } from "antd";
import type { TFunction } from "i18next";
import { useLiveUnit } from "../../shared/live/live.ts";
import type { UnitLive } from "../../shared/live/live-store.ts";
import { Missing, Plain } from "../../shared/ui/quantity.tsx";
import { Seen, useServerNow } from "../../shared/ui/seen.tsx";
import { toSortOrder } from "../../shared/ui/sort-order.ts";
import { StatusMark } from "../../shared/ui/status-mark.tsx";
import type { DeviceSort, UnitOrder } from "./units-card.tsx";

type Column = TableColumnsType<Device>[number];
type Measured = Exclude<keyof UnitLive & keyof Device, "deviceId" | "isClosed">;

/** Columns of the unit table; measured ones follow the pushed values. */
export function unitColumns(t: TFunction, plant: StationDetail, order: UnitOrder): TableColumnsType<Device> {
  const sortable = (sort: DeviceSort): Partial<Column> => ({
    key: sort,
    sorter: true,
    sortOrder: toSortOrder(order, sort),
  });
  const measured = (title: string, name: Measured, digits: number, rest: Partial<Column> = {}): Column => ({
    key: name,
    title,
    align: "right",
    render: (_value, row) => (
      <LiveValue row={row} name={name} digits={digits} intervalS={plant.reportIntervalS} />
    ),
    ...rest,
  });
  return [
    {
      title: t("unit.place"),
      ...sortable("slotLabel"),
      render: (_value, row) => row.slotLabel || row.alias || <Missing />,
    },
    {
      title: t("unit.sn"),
      ...sortable("sn"),
      render: (_value, row) => <span className="unit-sn">{row.sn}</span>,
    },
    { title: t("unit.type"), ...sortable("type"), render: (_value, row) => t(`deviceKind.${row.type}`) },
    {
      title: t("column.status"),
      ...sortable("status"),
      render: (_value, row) => (
        <StatusMark status={row.isAsleep ? "normal" : row.status} isAsleep={row.isAsleep} />
      ),
    },
    measured(`${t("unit.power")} W`, "powerW", 0, sortable("powerW")),
    measured(`${t("unit.inputVoltage")} V`, "inputVoltageV", 1),
    measured(`${t("unit.inputCurrent")} A`, "inputCurrentA", 2),
    measured(`${t("unit.outputVoltage")} V`, "outputVoltageV", 1),
    measured(`${t("unit.outputCurrent")} A`, "outputCurrentA", 2),
    measured(`${t("unit.temperature")} °C`, "temperatureC", 1),
    measured(`${t("unit.generation")} Wh`, "generationWh", 0),
    measured(`${t("unit.signal")} dBm`, "signalDbm", 0),
    {
      title: t("unit.seen"),
      align: "right",
      ...sortable("updatedAt"),
      render: (_value, row) => <LiveUnitSeen row={row} timeZone={plant.timeZone} />,
    },
  ];
}

interface LiveValueProps {
  readonly row: Device;
  readonly name: Measured;
  readonly digits: number;
  readonly intervalS: number;
}

/** The newer of the listed and the pushed value; greyed when two reports are overdue. */
function LiveValue({ row, name, digits, intervalS }: LiveValueProps) {
  const live = useLiveUnit(row.deviceId);
  const now = useServerNow();
  const isPushed = live !== undefined && (row.updatedAt === null || live.at >= row.updatedAt);
  const seenAt = isPushed ? live.at : row.updatedAt;
  const isStale =
    row.communicationStatus === "offline" ||
    seenAt === null ||
    now - Date.parse(seenAt) > 2 * intervalS * 1000 + 15_000;
  return <Plain value={isPushed ? live[name] : row[name]} digits={digits} isStale={isStale} />;
}

function LiveUnitSeen({ row, timeZone }: { row: Device; timeZone: string }) {
  const live = useLiveUnit(row.deviceId);
  return <Seen at={live?.at ?? row.updatedAt} timeZone={timeZone} />;
}
