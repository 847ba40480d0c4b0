import type { LogRow } from "@heliograph/contract";
import { auditObjectTypes, auditTypes } from "@heliograph/contract/audit-types";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../../shared/i18n/i18n.ts";
import { createLogWords } from "../../../shared/logs/log-words.ts";
import { Choice } from "../../../shared/ui/choice.tsx";
import type { TableModel } from "../../../shared/ui/data-table/use-table.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import type { logTable } from "./log-table.ts";

type Filters = NonNullable<(typeof logTable)["filters"]>;

interface LogFiltersProps {
  readonly table: Pick<TableModel<LogRow, Filters>, "state" | "set" | "list">;
}

/** What narrows a log; lives in the address. Operator and plant are chosen in a row's drawer. */
export function LogFilters({ table }: LogFiltersProps) {
  const { t, i18n } = useTranslation();
  const { tag } = useLocale();
  const words = createLogWords(t, i18n);
  const { filters } = table.state;
  const { compare } = new Intl.Collator(tag);
  const toOptions = (codes: readonly string[], say: (code: string) => string) =>
    codes.map((value) => ({ value, text: say(value) })).sort((one, other) => compare(one.text, other.text));
  return (
    <>
      <Choice
        label={t("logs.column.type")}
        value={filters.type}
        options={toOptions(auditTypes, words.type)}
        onChange={(type) => table.set({ filters: { type } })}
      />
      <Choice
        label={t("logs.column.objectType")}
        value={filters.objectType}
        options={toOptions(auditObjectTypes, words.objectType)}
        onChange={(objectType) => table.set({ filters: { objectType } })}
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
