import type { Device } from "@heliograph/contract";
import type { TFunction } from "i18next";
import type { Column } from "../../shared/ui/table/column.ts";
import { deviceColumns } from "../../shared/ui/table/device-columns.tsx";

/** Columns of the plant's unit table; `marked` is the device an address has led to. */
export function unitColumns(t: TFunction, marked: string | undefined): readonly Column<Device>[] {
  const { place, sn, type, status, measured, lastReport } = deviceColumns(t);
  return [
    {
      ...place,
      isHideable: false,
      render: (row) => <span data-marked={row.deviceId === marked}>{place.render(row)}</span>,
    },
    sn,
    type,
    status,
    ...measured,
    lastReport,
  ];
}
