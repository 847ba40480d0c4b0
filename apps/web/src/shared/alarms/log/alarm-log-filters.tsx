import { useTranslation } from "react-i18next";
import { Icon } from "../../ui/content/icon.tsx";
import { PlantSelect } from "../../ui/form/pick/plant-select.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { ValueFilter } from "../../ui/table/value-filter.tsx";
import { CodeFilter } from "../code-filter.tsx";
import { operationText } from "./alarm-log-texts.ts";
import type { AlarmLogTable } from "./use-alarm-log.ts";

interface AlarmLogFiltersProps {
  readonly table: AlarmLogTable;
  readonly isOfPlant: boolean;
}

const MAX_NAME_LENGTH = 60;
const narrowed = [
  ["alarmId", "logs.alarm.dropAlarm"],
  ["deviceId", "alarms.dropDevice"],
] as const;

/** Filters of the alarm log, kept in the address; alarm and device are chosen in an entry's drawer. */
export function AlarmLogFilters({ table, isOfPlant }: AlarmLogFiltersProps) {
  const { t } = useTranslation();
  const { filters } = table.state;
  return (
    <>
      <ValueFilter
        table={table}
        name="operation"
        label={t("logs.column.type")}
        textOf={(operation) => operationText(operation, t)}
      />
      <CodeFilter value={filters.faultCode} onChange={(faultCode) => table.set({ filters: { faultCode } })} />
      <ValueFilter
        table={table}
        name="severity"
        label={t("alarms.column.severity")}
        textOf={(severity) => t(`status.${severity}`)}
      />
      <ValueFilter
        table={table}
        name="kind"
        label={t("alarms.column.kind")}
        textOf={(kind) => t(`alarms.kind.${kind}`)}
      />
      {!isOfPlant && (
        <PlantSelect
          label={t("alarms.column.plant")}
          value={filters.stationId}
          onChange={(stationId) => table.set({ filters: { stationId } })}
        />
      )}
      <SearchBox
        label={t("logs.column.actor")}
        maxLength={MAX_NAME_LENGTH}
        value={filters.operator ?? ""}
        onChange={(operator) => table.set({ filters: { operator: operator || undefined } })}
      />
      {narrowed.map(
        ([name, textKey]) =>
          filters[name] !== undefined && (
            <button
              key={name}
              type="button"
              className="button"
              onClick={() => table.set({ filters: { [name]: undefined } })}
            >
              <Icon name="close" />
              {t(textKey)}
            </button>
          ),
      )}
    </>
  );
}
