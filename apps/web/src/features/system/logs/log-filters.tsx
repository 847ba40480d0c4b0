import { findSecurityFault } from "@heliograph/contract/fault-codes";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { createLogTexts } from "../../../shared/logs/log-texts.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { PlantSelect } from "../../../shared/ui/form/pick/plant-select.tsx";
import type { TableOf } from "../../../shared/ui/table/use-table.ts";
import { ValueFilter } from "../../../shared/ui/table/value-filter.tsx";
import type { logTable } from "./log-table.ts";

interface LogFiltersProps {
  readonly table: TableOf<typeof logTable>;
  readonly isOfDevices: boolean;
}

/** Whether rows of the device log can have a type. Those of the security log are not in it. */
const isTypeOfDevices = (type: string): boolean =>
  /^(?:command|device)\./u.test(type) && findSecurityFault(type) === undefined;

/** Filters of a log, stored in the address. Operator and plant are selected in a row's drawer. */
export function LogFilters({ table, isOfDevices }: LogFiltersProps) {
  const { t, i18n } = useTranslation();
  const { tag } = useLocale();
  const words = createLogTexts(t, i18n);
  const { filters } = table.state;
  const { compare } = new Intl.Collator(tag);
  return (
    <>
      <ValueFilter
        table={table}
        name="type"
        label={t("logs.column.type")}
        textOf={words.type}
        compare={compare}
        {...(isOfDevices && { isOffered: isTypeOfDevices })}
      />
      {isOfDevices ? (
        <DeviceFilters table={table} />
      ) : (
        <ValueFilter
          table={table}
          name="objectType"
          label={t("logs.column.objectType")}
          textOf={words.objectType}
          compare={compare}
        />
      )}
      {filters.actorId !== undefined && (
        <Narrowed text={t("logs.dropActor")} onDrop={() => table.set({ filters: { actorId: undefined } })} />
      )}
      {filters.stationId !== undefined && !isOfDevices && (
        <Narrowed
          text={t("logs.dropStation")}
          onDrop={() => table.set({ filters: { stationId: undefined } })}
        />
      )}
    </>
  );
}

function DeviceFilters({ table }: Pick<LogFiltersProps, "table">) {
  const { t } = useTranslation();
  const { stationId, deviceId } = table.state.filters;
  return (
    <>
      <ValueFilter
        table={table}
        name="deviceType"
        label={t("logs.device.type")}
        textOf={(type) => t(`deviceKind.${type}`)}
      />
      <PlantSelect
        label={t("logs.column.station")}
        value={stationId}
        onChange={(chosen) => table.set({ filters: { stationId: chosen } })}
      />
      {deviceId !== undefined && (
        <Narrowed
          text={t("logs.device.drop")}
          onDrop={() => table.set({ filters: { deviceId: undefined } })}
        />
      )}
    </>
  );
}

function Narrowed({ text, onDrop }: { readonly text: string; readonly onDrop: () => void }) {
  return (
    <button type="button" className="button" onClick={onDrop}>
      <Icon name="close" />
      {text}
    </button>
  );
}
