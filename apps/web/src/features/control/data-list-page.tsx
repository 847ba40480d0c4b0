import { endpoints } from "virtual:endpoints";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { refreshPath } from "../../shared/api/queries.ts";
import { loadTexts, useLocale } from "../../shared/base/i18n/i18n.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { changeParams } from "../../shared/routing/change-params.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { formatTotal } from "../../shared/ui/table/format-total.ts";
import { useTable } from "../../shared/ui/table/use-table.ts";
import { dataColumns } from "./data-columns.tsx";
import { dataExport } from "./data-export.ts";
import { DataFilters } from "./data-filters.tsx";
import { dataList } from "./data-list.ts";
import { WatchedPlants } from "./watched-plants.tsx";

/** States, and values of plants that are not watched one by one, follow reports but not faster than this. */
const RELOAD_MS = 10_000;

const DevicePanel = lazyPart(async () => {
  const [module] = await Promise.all([import("./device-panel.tsx"), loadTexts("unit-curve", "faults")]);
  return module.DevicePanel;
});

/** The devices of all plants with their latest values (R2.8); `?device=<id>` opens one in a side panel. */
export function DataListPage() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState(0);
  const table = useTable(dataList);
  const columns = useMemo(() => dataColumns(t, tag), [t, tag]);
  const reload = useThrottled(() => refreshPath(endpoints.device.list.path), RELOAD_MS);
  useLive("plants", reload, reload);
  const { rows, total, isTotalCapped = false } = table.list.data ?? {};
  const shown = params.get("device");

  // One step back closes the panel, whichever devices were looked at in it.
  function show(deviceId: string | undefined): void {
    setParams(changeParams(params, { device: deviceId }), { replace: shown !== null });
  }

  return (
    <PageBody title={t("title.dataList")}>
      <WatchedPlants rows={rows} onChange={reload} />
      <DataTable
        // Another saved view has columns of its own: the table reads them again.
        key={opened}
        table={table}
        title={t("control.devices")}
        {...(total !== undefined && {
          note: t("control.found", { count: total, figure: formatTotal(total, isTotalCapped, tag) }),
        })}
        searchLabel={t("unit.search")}
        filters={<DataFilters table={table} onOpen={() => setOpened(opened + 1)} />}
        columns={columns}
        keyOf={(row) => row.deviceId}
        nameOf={(row) => row.alias || row.sn}
        onOpen={(row) => show(row.deviceId)}
        exportName={t("control.devices")}
        exportJob={dataExport(table)}
        noMatchTitle={t("unit.noneFound")}
        emptyState={<EmptyState icon="panel" title={t("unit.none")} text={t("control.noneText")} />}
      />
      {shown !== null && (
        <Suspense fallback={null}>
          <DevicePanel
            deviceId={shown}
            // In the order of the list.
            listed={(rows ?? []).map((row) => row.deviceId)}
            onShow={show}
            onClose={() => show(undefined)}
          />
        </Suspense>
      )}
    </PageBody>
  );
}
