import { endpoints } from "virtual:endpoints";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { dropPath } from "../../shared/api/queries.ts";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { useTable } from "../../shared/ui/table/use-table.ts";
import { dataColumns } from "./data-columns.tsx";
import { DataFilters } from "./data-filters.tsx";
import { dataList } from "./data-list.ts";
import { WatchedPlants } from "./watched-plants.tsx";

/** States, and values of plants that are not watched one by one, follow reports but not faster than this. */
const RELOAD_MS = 10_000;

/** The devices of all plants with their latest values (R2.8). */
export function DataListPage() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(dataList);
  const columns = useMemo(() => dataColumns(t, tag), [t, tag]);
  const reload = useThrottled(() => void dropPath(endpoints.device.list.path), RELOAD_MS);
  useLive("plants", reload, reload);
  const total = table.list.data?.total;
  return (
    <PageBody title={t("title.dataList")}>
      <WatchedPlants rows={table.list.data?.rows} onChange={reload} />
      <DataTable
        table={table}
        title={t("control.devices")}
        {...(total !== undefined && {
          note: t("control.found", { count: total, figure: formatNumber(total, tag, 0) }),
        })}
        searchLabel={t("unit.search")}
        filters={<DataFilters table={table} />}
        columns={columns}
        keyOf={(row) => row.deviceId}
        nameOf={(row) => row.alias || row.sn}
        addressOf={(row) => `/station/${row.stationId}/devices?unit=${row.deviceId}`}
        exportName={t("control.devices")}
        noMatchTitle={t("unit.noneFound")}
        emptyState={<EmptyState icon="panel" title={t("unit.none")} text={t("control.noneText")} />}
      />
    </PageBody>
  );
}
