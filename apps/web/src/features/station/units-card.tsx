import { endpoints } from "virtual:endpoints";
import type { DeviceStatus, DeviceType, StationDetail } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Blank } from "../../shared/ui/blank.tsx";
import { Choice } from "../../shared/ui/choice.tsx";
import { DataTable } from "../../shared/ui/data-table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/data-table/use-table.ts";
import { unitColumns } from "./unit-columns.tsx";
import { useAskedUnit } from "./use-asked-unit.ts";

const types: readonly DeviceType[] = ["SCON", "MCON", "OPT", "RSD", "DCON"];
const statuses: readonly DeviceStatus[] = ["fault", "alarm", "warning", "offline", "normal"];

const unitList = defineTable({
  name: "units",
  endpoint: endpoints.device.list,
  sorts: ["slotLabel", "sn", "type", "status", "powerW", "updatedAt"],
  pageSize: 50,
  filters: { type: types, status: statuses },
});

/** Strings and modules with their latest values, as they come in. */
export function UnitsCard({ plant }: { plant: StationDetail }) {
  const { t } = useTranslation();
  const table = useTable(unitList, { stationId: plant.stationId });
  const marked = useAskedUnit(plant.stationId);
  const columns = useMemo(() => unitColumns(t, marked), [t, marked]);
  const { type, status } = table.state.filters;
  const total = table.list.data?.total;
  return (
    <DataTable
      id="units"
      table={table}
      title={t("unit.title")}
      {...(total !== undefined && { note: t("unit.found", { count: total }) })}
      searchLabel={t("unit.search")}
      filters={
        <>
          <Choice
            label={t("unit.type")}
            value={type}
            options={types.map((value) => ({ value, text: t(`deviceKind.${value}`) }))}
            onChange={(value) => table.set({ filters: { type: types.find((each) => each === value) } })}
          />
          <Choice
            label={t("column.status")}
            value={status}
            options={statuses.map((value) => ({ value, text: t(`status.${value}`) }))}
            onChange={(value) => table.set({ filters: { status: statuses.find((each) => each === value) } })}
          />
        </>
      }
      columns={columns}
      keyOf={(row) => row.deviceId}
      nameOf={(row) => row.alias || row.sn}
      exportName={`${plant.name} ${t("unit.title")}`}
      noneFits={t("unit.none")}
      blank={<Blank icon="panel" title={t("unit.none")} text={t("unit.noneText")} />}
    />
  );
}
