import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { PlantSelect } from "../../shared/ui/form/pick/plant-select.tsx";
import { FilterSelect } from "../../shared/ui/table/filter-select.tsx";
import type { TableOf } from "../../shared/ui/table/use-table.ts";
import { ValueFilter } from "../../shared/ui/table/value-filter.tsx";
import type { dataList } from "./data-list.ts";

/** Filters of the data list; kept in the address. */
export function DataFilters({ table }: { readonly table: TableOf<typeof dataList> }) {
  const { t } = useTranslation();
  const choices = useQuery(queryOf(endpoints.device.choices));
  const { filters } = table.state;
  const { companies = [], softwareVersions = [] } = choices.data ?? {};
  return (
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
        textOf={(status) => t(`status.${status}`)}
      />
      <PlantSelect
        label={t("control.plant")}
        value={filters.stationId}
        onChange={(stationId) => table.set({ filters: { stationId } })}
      />
      {companies.length > 1 && (
        <FilterSelect
          label={t("control.company")}
          value={filters.companyId}
          options={companies.map(({ companyId, companyName }) => ({ value: companyId, text: companyName }))}
          onChange={(companyId) => table.set({ filters: { companyId } })}
        />
      )}
      <FilterSelect
        label={t("control.softwareVersion")}
        value={filters.softwareVersion}
        options={softwareVersions.map((value) => ({ value, text: value }))}
        onChange={(softwareVersion) => table.set({ filters: { softwareVersion } })}
      />
    </>
  );
}
