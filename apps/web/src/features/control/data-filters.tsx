import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { Choice } from "../../shared/ui/choice.tsx";
import type { TableModel } from "../../shared/ui/data-table/use-table.ts";
import type { dataList } from "./data-list.ts";
import { statuses, types } from "./data-list.ts";
import { PlantSelect } from "./plant-select.tsx";

type Filters = NonNullable<(typeof dataList)["filters"]>;
type Values = TableModel<never, Filters>["state"]["filters"];

interface DataFiltersProps {
  readonly table: {
    readonly state: { readonly filters: Values };
    readonly set: (change: { readonly filters: Partial<Values> }) => void;
  };
}

/** What narrows the data list; lives in the address. */
export function DataFilters({ table }: DataFiltersProps) {
  const { t } = useTranslation();
  const choices = useQuery(queryOf(endpoints.device.choices));
  const { filters } = table.state;
  const set = (change: Partial<Values>): void => table.set({ filters: change });
  const { companies = [], softwareVersions = [] } = choices.data ?? {};
  return (
    <>
      <Choice
        label={t("unit.type")}
        value={filters.type}
        options={types.map((value) => ({ value, text: t(`deviceKind.${value}`) }))}
        onChange={(value) => set({ type: types.find((type) => type === value) })}
      />
      <Choice
        label={t("column.status")}
        value={filters.status}
        options={statuses.map((value) => ({ value, text: t(`status.${value}`) }))}
        onChange={(value) => set({ status: statuses.find((status) => status === value) })}
      />
      <PlantSelect value={filters.stationId} onChange={(stationId) => set({ stationId })} />
      {companies.length > 1 && (
        <Choice
          label={t("control.company")}
          value={filters.companyId}
          options={companies.map(({ companyId, companyName }) => ({ value: companyId, text: companyName }))}
          onChange={(companyId) => set({ companyId })}
        />
      )}
      <Choice
        label={t("control.softwareVersion")}
        value={filters.softwareVersion}
        options={softwareVersions.map((value) => ({ value, text: value }))}
        onChange={(softwareVersion) => set({ softwareVersion })}
      />
    </>
  );
}
