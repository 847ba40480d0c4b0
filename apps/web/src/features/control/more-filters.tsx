import { endpoints } from "virtual:endpoints";
import { GOOD_SIGNAL_DBM, WEAK_SIGNAL_DBM } from "@heliograph/contract/signal-levels";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { FilterSelect } from "../../shared/ui/table/filter-select.tsx";
import { ValueFilter } from "../../shared/ui/table/value-filter.tsx";
import type { DataListTable } from "./data-list.ts";

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, text: value }));

/** Company, model, software, signal and last report; a filter without a choice is not offered. */
export function MoreFilters({ table }: { readonly table: DataListTable }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const choices = useQuery(queryOf(endpoints.device.choices));
  const { filters } = table.state;
  const { companies = [], models = [], softwareVersions = [] } = choices.data ?? {};
  const limits = { good: GOOD_SIGNAL_DBM, weak: WEAK_SIGNAL_DBM, fair: 0, none: 0 };
  return (
    <div className="more-filter-list">
      {(companies.length > 1 || filters.companyId !== undefined) && (
        <FilterSelect
          label={t("control.company")}
          value={filters.companyId}
          options={companies.map(({ companyId, companyName }) => ({ value: companyId, text: companyName }))}
          onChange={(companyId) => table.set({ filters: { companyId } })}
        />
      )}
      <FilterSelect
        label={t("control.model")}
        value={filters.model}
        options={toOptions(models)}
        onChange={(model) => table.set({ filters: { model } })}
      />
      <FilterSelect
        label={t("control.softwareVersion")}
        value={filters.softwareVersion}
        options={toOptions(softwareVersions)}
        onChange={(softwareVersion) => table.set({ filters: { softwareVersion } })}
      />
      <ValueFilter
        table={table}
        name="signal"
        label={t("control.signal")}
        textOf={(level) => t(`control.signalLevel.${level}`, { dbm: formatNumber(limits[level], tag, 0) })}
      />
      <ValueFilter
        table={table}
        name="lastSeen"
        label={t("control.lastSeen")}
        textOf={(seen) => t(`control.seen.${seen}`)}
      />
      <button
        type="button"
        className="button"
        data-kind="quiet"
        onClick={() =>
          table.set({
            filters: {
              companyId: undefined,
              model: undefined,
              softwareVersion: undefined,
              signal: undefined,
              lastSeen: undefined,
            },
          })
        }
      >
        {t("control.clearFilters")}
      </button>
    </div>
  );
}
