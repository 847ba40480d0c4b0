import type { AlarmRow, Device } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { AlarmReason } from "../../shared/alarms/alarm-reason.tsx";
import { DeviceOperatingStatus } from "../../shared/ui/status/device-operating-status.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { deviceColumns } from "../../shared/ui/table/device-columns.tsx";
import "../../shared/alarms/explained-status.css";

interface UnitColumnsInput {
  /** The most severe open alarm of each device that has one. */
  readonly alarms: ReadonlyMap<string, AlarmRow>;
}

/** Columns of the plant's unit table. */
export function unitColumns(t: TFunction, { alarms }: UnitColumnsInput): readonly Column<Device>[] {
  const { place, sn, type, status, measured, lastReport } = deviceColumns(t);
  return [
    { ...place, isHideable: false },
    { ...sn, isOpener: true },
    type,
    { ...status, render: (row) => <UnitStatus row={row} alarm={alarms.get(row.deviceId)} /> },
    ...measured,
    lastReport,
  ];
}

/** A unit's status; beside it the alarm that explains it. */
function UnitStatus({ row, alarm }: { readonly row: Device; readonly alarm: AlarmRow | undefined }) {
  return (
    <span className="explained-status">
      <DeviceOperatingStatus device={row} />
      {alarm !== undefined && row.status !== "normal" && <AlarmReason alarm={alarm} isShort />}
    </span>
  );
}
