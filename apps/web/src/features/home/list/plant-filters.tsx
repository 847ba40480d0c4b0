import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../shared/api/queries.ts";
import { useCan } from "../../../shared/auth/allowed.tsx";
import { formatCountry } from "../../../shared/base/format/co2.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { sessionStore } from "../../../shared/session/current-session.ts";
import { Segmented } from "../../../shared/ui/form/segmented.tsx";
import { FilterSelect } from "../../../shared/ui/table/filter-select.tsx";
import { listValues } from "../../../shared/ui/table/list-schema.ts";
import { SavedViews } from "../../../shared/views/saved-views.tsx";
import type { PlantListTable } from "../plant-list.ts";
import { plantStatuses } from "../plant-statuses.ts";
import type { PlantView } from "../use-plant-view.ts";
import { CapacityFilter } from "./capacity-filter.tsx";

const gaps = listValues(endpoints.station.list, "gap");
const views: readonly PlantView[] = ["table", "cards"];
/** Filters that are numbers in the contract. */
const numbers: ReadonlySet<string> = new Set(["minCapacityKwp", "maxCapacityKwp"]);
const toOptions = (values: readonly string[]) => values.map((value) => ({ value, text: value }));

interface PlantFiltersProps {
  readonly table: PlantListTable;
  readonly view: PlantView;
  readonly onView: (view: PlantView) => void;
  /** A saved view was opened. */
  readonly onOpen: (view: PlantView) => void;
}

/**
 * Filters of the plant list, and how it is shown; a filter without a choice is not offered, and a status only once it is
 * chosen in the chips above.
 */
export function PlantFilters({ table, view, onView, onOpen }: PlantFiltersProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const canRead = useCan("station:read") === true;
  const choices = useQuery({ ...queryOf(endpoints.station.choices), enabled: canRead });
  const hasAccount = sessionStore.read()?.isAnonymous === false;
  const { filters } = table.state;
  const { companies = [], installers = [], countries = [], tags = [], currencies = [] } = choices.data ?? {};
  if (!canRead) return null;
  return (
    <>
      {filters.status !== undefined && (
        <FilterSelect
          isRemovable
          label={t("column.status")}
          value={filters.status}
          options={plantStatuses.map((value) => {
            const status = t(`status.${value}`);
            // The chosen one alone would not say what it filters.
            return { value, text: value === filters.status ? t("plantList.statusIs", { status }) : status };
          })}
          onChange={(value) =>
            table.set({ filters: { status: plantStatuses.find((status) => status === value) } })
          }
        />
      )}
      {(companies.length > 1 || filters.companyId !== undefined) && (
        <FilterSelect
          isRemovable
          label={t("plantList.company")}
          value={filters.companyId}
          options={companies.map(({ companyId, companyName }) => ({ value: companyId, text: companyName }))}
          onChange={(companyId) => table.set({ filters: { companyId } })}
        />
      )}
      {(installers.length > 0 || filters.installer !== undefined) && (
        <FilterSelect
          isRemovable
          label={t("plantList.installer")}
          value={filters.installer}
          options={toOptions(installers)}
          onChange={(installer) => table.set({ filters: { installer } })}
        />
      )}
      {(countries.length > 1 || filters.country !== undefined) && (
        <FilterSelect
          isRemovable
          label={t("plantList.country")}
          value={filters.country}
          options={countries
            .map((value) => ({ value, text: formatCountry(value, tag) }))
            .sort((one, other) => one.text.localeCompare(other.text, tag))}
          onChange={(country) => table.set({ filters: { country } })}
        />
      )}
      {(tags.length > 0 || filters.tag !== undefined) && (
        <FilterSelect
          isRemovable
          label={t("plantList.tag")}
          value={filters.tag}
          options={toOptions(tags)}
          onChange={(tag) => table.set({ filters: { tag } })}
        />
      )}
      {(currencies.length > 1 || filters.currency !== undefined) && (
        <FilterSelect
          isRemovable
          label={t("plantList.currency")}
          value={filters.currency}
          options={toOptions(currencies)}
          onChange={(currency) => table.set({ filters: { currency } })}
        />
      )}
      <FilterSelect
        isRemovable
        label={t("plantList.gap")}
        value={filters.gap}
        options={gaps.map((value) => ({ value, text: t(`plantList.gaps.${value}`) }))}
        onChange={(value) => table.set({ filters: { gap: gaps.find((gap) => gap === value) } })}
      />
      <CapacityFilter table={table} />
      <Segmented
        label={t("plantList.view")}
        value={view}
        options={views.map((value) => ({ value, text: t(`plantList.${value}`) }))}
        onChange={onView}
      />
      {hasAccount && (
        <SavedViews
          table={table}
          calls={endpoints.plantView}
          path="/home"
          numbers={numbers}
          kind={view}
          onOpen={onOpen}
        />
      )}
    </>
  );
}
