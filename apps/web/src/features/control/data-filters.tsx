import { endpoints } from "virtual:endpoints";
import { useTranslation } from "react-i18next";
import { PlantSelect } from "../../shared/ui/form/pick/plant-select.tsx";
import { Menu } from "../../shared/ui/menu/menu.tsx";
import { ValueFilter } from "../../shared/ui/table/value-filter.tsx";
import { SavedViews } from "../../shared/views/saved-views.tsx";
import { toViewCalls } from "../../shared/views/view-calls.ts";
import type { DataListTable } from "./data-list.ts";
import { MoreFilters } from "./more-filters.tsx";
import "./data-filters.css";
import { statusChoiceText } from "../../shared/ui/status/operating-status.tsx";

interface DataFiltersProps {
  readonly table: DataListTable;
  /** A saved view was opened. */
  readonly onOpen: () => void;
}

const viewCalls = toViewCalls(endpoints.deviceView);
const further = ["companyId", "model", "softwareVersion", "signal", "lastSeen"] as const;

/** Filters of the data list, kept in the address: those used most beside the search, the others in a menu. */
export function DataFilters({ table, onOpen }: DataFiltersProps) {
  const { t } = useTranslation();
  const { filters } = table.state;
  const chosen = further.filter((name) => filters[name] !== undefined).length;
  const label = chosen === 0 ? t("control.moreFilters") : t("control.moreFiltersChosen", { count: chosen });
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
        textOf={(status) => statusChoiceText(t, status)}
      />
      <PlantSelect
        label={t("control.plant")}
        value={filters.stationId}
        onChange={(stationId) => table.set({ filters: { stationId } })}
      />
      <span className="table-tool more-filters" data-chosen={chosen > 0}>
        <Menu label={label} button={label}>
          {() => <MoreFilters table={table} />}
        </Menu>
      </span>
      <SavedViews table={table} calls={viewCalls} path="/control/list" onOpen={onOpen} />
    </>
  );
}
