import type { Device } from "@heliograph/contract";
import type { TFunction } from "i18next";
import type { Column } from "../../shared/ui/data-table/column.ts";
import { deviceColumns } from "../../shared/ui/device-columns.tsx";

/** Columns of the plant's unit table; `marked` is the device an address has led to. */
export function unitColumns(t: TFunction, marked: string | undefined): readonly Column<Device>[] {
  const { place, sn, type, status, seen, ...rest } = deviceColumns(t);
  return [
    {
      ...place,
      isHideable: false,
      render: (row) => <span data-marked={row.deviceId === marked}>{place.render(row)}</span>,
    },
    sn,
    type,
    status,
    rest.power,
    rest.inputVoltage,
    rest.inputCurrent,
    rest.outputVoltage,
    rest.outputCurrent,
    rest.temperature,
    rest.generation,
    rest.signal,
    seen,
  ];
}
