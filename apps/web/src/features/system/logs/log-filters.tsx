import { useTranslation } from "react-i18next";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { createLogTexts } from "../../../shared/logs/log-texts.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import type { TableOf } from "../../../shared/ui/table/use-table.ts";
import { ValueFilter } from "../../../shared/ui/table/value-filter.tsx";
import type { logTable } from "./log-table.ts";

interface LogFiltersProps {
  readonly table: TableOf<typeof logTable>;
}

/** Filters of a log, stored in the address. Operator and plant are selected in a row's drawer. */
export function LogFilters({ table }: LogFiltersProps) {
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
      />
      <ValueFilter
        table={table}
        name="objectType"
        label={t("logs.column.objectType")}
        textOf={words.objectType}
        compare={compare}
      />
      {filters.actorId !== undefined && (
        <Narrowed text={t("logs.dropActor")} onDrop={() => table.set({ filters: { actorId: undefined } })} />
      )}
      {filters.stationId !== undefined && (
        <Narrowed
          text={t("logs.dropStation")}
          onDrop={() => table.set({ filters: { stationId: undefined } })}
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
