import type { StationRow } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import type { TableModel } from "../../shared/ui/table/use-table.ts";
import { plantColumns } from "./plant-columns.tsx";
import { plantExport } from "./plant-export.ts";

/** Accessible plants (R3.9). */
export function PlantTable({ table }: { table: TableModel<StationRow> }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const columns = useMemo(() => plantColumns(t, tag), [t, tag]);
  const { isFiltered, list } = table;
  return (
    <DataTable
      table={table}
      title={t("home.list")}
      {...(isFiltered && list.data !== undefined && { note: t("home.found", { count: list.data.total }) })}
      searchLabel={t("home.search")}
      columns={columns}
      keyOf={(row) => row.stationId}
      nameOf={(row) => row.name}
      addressOf={(row) => `/station/${row.stationId}`}
      exportName={t("home.list")}
      exportJob={plantExport(table)}
      isSelectable
      noMatchTitle={t("home.noneFound")}
      emptyState={<EmptyState icon="panel" title={t("home.none")} text={t("home.noneText")} />}
    />
  );
}
