import type { Device, StationDetail } from "@heliograph/contract";
import type { TFunction } from "i18next";
import type { MessageKey } from "../../shared/i18n/i18n.ts";
import { useLiveUnit } from "../../shared/live/live.ts";
import type { UnitLive } from "../../shared/live/live-store.ts";
import type { Column } from "../../shared/ui/data-table/column.ts";
import { Missing, Plain } from "../../shared/ui/quantity.tsx";
import { Seen, useServerNow } from "../../shared/ui/seen.tsx";
import { StatusMark } from "../../shared/ui/status-mark.tsx";

type Measured = Exclude<keyof UnitLive & keyof Device, "deviceId" | "isClosed">;

/** Columns of the unit table; measured ones follow the pushed values. */
export function unitColumns(t: TFunction, plant: StationDetail): readonly Column<Device>[] {
  const measured = (key: Measured, titleKey: MessageKey, unit: string, digits: number): Column<Device> => ({
    key,
    titleKey,
    unit,
    align: "right",
    render: (row) => <LiveValue row={row} name={key} digits={digits} intervalS={plant.reportIntervalS} />,
    exportValue: (row) => row[key],
  });
  return [
    {
      key: "slotLabel",
      titleKey: "unit.place",
      isHideable: false,
      render: (row) => row.slotLabel || row.alias || <Missing />,
      exportValue: (row) => row.slotLabel || row.alias,
    },
    {
      key: "sn",
      titleKey: "unit.sn",
      render: (row) => <span className="unit-sn">{row.sn}</span>,
      exportValue: (row) => row.sn,
    },
    {
      key: "type",
      titleKey: "unit.type",
      render: (row) => t(`deviceKind.${row.type}`),
      exportValue: (row) => t(`deviceKind.${row.type}`),
    },
    {
      key: "status",
      titleKey: "column.status",
      render: (row) => <StatusMark status={row.isAsleep ? "normal" : row.status} isAsleep={row.isAsleep} />,
      exportValue: (row) => (row.isAsleep ? t("status.asleep") : t(`status.${row.status}`)),
    },
    measured("powerW", "unit.power", "W", 0),
    measured("inputVoltageV", "unit.inputVoltage", "V", 1),
    measured("inputCurrentA", "unit.inputCurrent", "A", 2),
    measured("outputVoltageV", "unit.outputVoltage", "V", 1),
    measured("outputCurrentA", "unit.outputCurrent", "A", 2),
    measured("temperatureC", "unit.temperature", "°C", 1),
    measured("generationWh", "unit.generation", "Wh", 0),
    measured("signalDbm", "unit.signal", "dBm", 0),
    {
      key: "updatedAt",
      titleKey: "unit.seen",
      align: "right",
      render: (row) => <LiveUnitSeen row={row} timeZone={plant.timeZone} />,
      exportValue: (row) => row.updatedAt,
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
