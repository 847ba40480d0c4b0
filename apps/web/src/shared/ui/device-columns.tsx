import type { Device } from "@heliograph/contract";
import type { TFunction } from "i18next";
import type { MessageKey } from "../i18n/i18n.ts";
import { useLiveUnit } from "../live/live.ts";
import type { UnitLive } from "../live/live-store.ts";
import type { Column } from "./data-table/column.ts";
import { Missing, Plain, Scaled } from "./quantity.tsx";
import { Seen, useServerNow } from "./seen.tsx";
import { StatusMark } from "./status-mark.tsx";
import "./device-columns.css";

type Measured = Exclude<keyof UnitLive & keyof Device, "deviceId" | "isClosed">;

const measured = (key: Measured, titleKey: MessageKey, unit: string, digits: number): Column<Device> => ({
  key,
  titleKey,
  unit,
  align: "right",
  render: (row) => <LiveValue row={row} name={key} digits={digits} />,
  exportValue: (row) => row[key],
});

/** Columns of a device by name, wherever devices are listed; measured ones follow the pushed values. */
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
      render: (row) => <StatusMark status={row.isAsleep ? "normal" : row.status} isAsleep={row.isAsleep} />,
      exportValue: (row) => (row.isAsleep ? t("status.asleep") : t(`status.${row.status}`)),
    },
    power: measured("powerW", "unit.power", "W", 0),
    inputVoltage: measured("inputVoltageV", "unit.inputVoltage", "V", 1),
    inputCurrent: measured("inputCurrentA", "unit.inputCurrent", "A", 2),
    outputVoltage: measured("outputVoltageV", "unit.outputVoltage", "V", 1),
    outputCurrent: measured("outputCurrentA", "unit.outputCurrent", "A", 2),
    temperature: measured("temperatureC", "unit.temperature", "°C", 1),
    generation: {
      key: "generationWh",
      titleKey: "unit.generation",
      exportUnit: "Wh",
      align: "right",
      render: (row) => <LiveGeneration row={row} />,
      exportValue: (row) => row.generationWh,
    },
    signal: measured("signalDbm", "unit.signal", "dBm", 0),
    seen: {
      key: "updatedAt",
      titleKey: "unit.seen",
      align: "right",
      render: (row) => <LiveUnitSeen row={row} />,
      exportValue: (row) => row.updatedAt,
    },
  }) as const satisfies Readonly<Record<string, Column<Device>>>;

interface LiveValueProps {
  readonly row: Device;
  readonly name: Measured;
  readonly digits: number;
}

/** A value in the unit of its column. */
function LiveValue({ row, name, digits }: LiveValueProps) {
  const { value, isStale } = useNewer(row, name);
  return <Plain value={value} digits={digits} isStale={isStale} />;
}

/** Counted since the device was installed: from a few watt hours to many megawatt hours in one column. */
function LiveGeneration({ row }: { row: Device }) {
  const { value, isStale } = useNewer(row, "generationWh");
  return <Scaled value={value} unit="Wh" isStale={isStale} />;
}

/** The newer of the listed and the pushed value; stale when two reports are overdue. */
function useNewer(row: Device, name: Measured): { value: number | null; isStale: boolean } {
  const live = useLiveUnit(row.deviceId);
  const now = useServerNow();
  const isPushed = live !== undefined && (row.updatedAt === null || live.at >= row.updatedAt);
  const seenAt = isPushed ? live.at : row.updatedAt;
  const isStale =
    row.communicationStatus === "offline" ||
    seenAt === null ||
    now - Date.parse(seenAt) > 2 * row.reportIntervalS * 1000 + 15_000;
  return { value: isPushed ? live[name] : row[name], isStale };
}

function LiveUnitSeen({ row }: { row: Device }) {
  const live = useLiveUnit(row.deviceId);
  return <Seen at={live?.at ?? row.updatedAt} timeZone={row.timeZone} />;
}
