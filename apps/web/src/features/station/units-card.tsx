import { endpoints } from "virtual:endpoints";
import type { AlarmRow, StationDetail } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { statusChoiceText } from "../../shared/ui/status/operating-status.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";
import { ValueFilter } from "../../shared/ui/table/value-filter.tsx";
import { unitColumns } from "./unit-columns.tsx";

const unitList = defineTable({
  name: "units",
  endpoint: endpoints.device.list,
  pageSize: 50,
  filters: ["type", "status"],
});

interface UnitsCardProps {
  readonly plant: StationDetail;
  /** Open alarms, the most severe first; undefined where they are not visible. */
  readonly alarms: readonly AlarmRow[] | undefined;
}

/** Strings and modules with their latest values, as they come in. */
export function UnitsCard({ plant, alarms }: UnitsCardProps) {
  const { t } = useTranslation();
  const table = useTable(unitList, { stationId: plant.stationId });
  const columns = useMemo(() => {
    // Of several entries of a key the last one counts.
    const byDevice = new Map((alarms ?? []).toReversed().map((alarm) => [alarm.deviceId, alarm]));
    return unitColumns(t, { alarms: byDevice });
  }, [t, alarms]);
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
          <ValueFilter
            table={table}
            name="type"
            label={t("unit.type")}
            textOf={(type) => t(`deviceKind.${type}`)}
          />
          <ValueFilter
            table={table}
            name="status"
            label={t("column.status")}
            textOf={(status) => statusChoiceText(t, status)}
          />
        </>
      }
      columns={columns}
      keyOf={(row) => row.deviceId}
      nameOf={(row) => row.alias || row.sn}
      addressOf={(row) => `/device/${row.deviceId}`}
      exportName={`${plant.name} ${t("unit.title")}`}
      noMatchTitle={t("unit.noneFound")}
      emptyState={<EmptyState icon="panel" title={t("unit.none")} text={t("unit.noneText")} />}
    />
  );
}
