import { useTranslation } from "react-i18next";
import { CodeFilter } from "../../shared/alarms/code-filter.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { PlantSelect } from "../../shared/ui/form/pick/plant-select.tsx";
import { FilterSelect } from "../../shared/ui/table/filter-select.tsx";
import type { TableOf } from "../../shared/ui/table/use-table.ts";
import { ValueFilter } from "../../shared/ui/table/value-filter.tsx";
import type { alarmTable } from "./alarm-table.ts";

interface AlarmFiltersProps {
  readonly table: TableOf<typeof alarmTable>;
  readonly hasKind?: boolean;
  readonly hasPlant?: boolean;
}

/**
 * Filters of an alarm list, stored in the address; severity is chosen above the list. Unresolved alarms are listed unless
 * another status is chosen.
 */
export function AlarmFilters({ table, hasKind = false, hasPlant = false }: AlarmFiltersProps) {
  const { t } = useTranslation();
  const { filters } = table.state;
  return (
    <>
      {hasKind && (
        <ValueFilter
          table={table}
          name="kind"
          label={t("alarms.column.kind")}
          textOf={(kind) => t(`alarms.kind.${kind}`)}
        />
      )}
      <FilterSelect
        label={t("alarms.column.status")}
        value={filters.status === "unresolved" ? undefined : filters.status}
        allText={t("alarms.status.unresolved")}
        options={[{ value: "resolved", text: t("alarms.status.resolved") }]}
        onChange={(status) => table.set({ filters: { status: status as typeof filters.status } })}
      />
      <ValueFilter
        table={table}
        name="condition"
        label={t("alarms.column.condition")}
        textOf={(condition) => t(`alarms.conditionFilter.${condition}`)}
      />
      <CodeFilter value={filters.faultCode} onChange={(faultCode) => table.set({ filters: { faultCode } })} />
      <FilterSelect
        label={t("alarms.column.assignee")}
        value={filters.assignedToMe === "true" ? "true" : undefined}
        options={[{ value: "true", text: t("alarms.assignedToMe") }]}
        onChange={(value) =>
          table.set({ filters: { assignedToMe: value === undefined ? undefined : "true" } })
        }
      />
      {hasPlant && (
        <PlantSelect
          label={t("alarms.column.plant")}
          value={filters.stationId}
          onChange={(stationId) => table.set({ filters: { stationId } })}
        />
      )}
      {filters.deviceId !== undefined && (
        <button
          type="button"
          className="button"
          onClick={() => table.set({ filters: { deviceId: undefined } })}
        >
          <Icon name="close" />
          {t("alarms.dropDevice")}
        </button>
      )}
    </>
  );
}
