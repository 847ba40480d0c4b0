import type { LogKind, LogRow } from "@heliograph/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { deviceLogColumns, logColumns } from "../../../shared/logs/log-columns.tsx";
import { LogDrawer } from "../../../shared/logs/log-drawer.tsx";
import { createLogTexts } from "../../../shared/logs/log-texts.ts";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../../shared/ui/table/data-table.tsx";
import { useTable } from "../../../shared/ui/table/use-table.ts";
import { LogFilters } from "./log-filters.tsx";
import { logTable } from "./log-table.ts";

export interface Window {
  readonly fromAt: string;
  readonly toAt: string;
}

/** Rows of one log in a window, with all of one in a drawer. */
export function LogList({ kind, window }: { readonly kind: LogKind; readonly window: Window }) {
  const { t, i18n } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(logTable, { kind, ...window });
  const [open, setOpen] = useState<LogRow>();
  const words = useMemo(() => createLogTexts(t, i18n), [t, i18n]);
  const isOfDevices = kind === "device";
  const columns = useMemo(
    () => (isOfDevices ? deviceLogColumns(t, tag, words) : logColumns(t, tag, words)),
    [t, tag, words, isOfDevices],
  );
  const total = table.list.data?.total;
  return (
    <>
      <DataTable
        table={table}
        title={t(`logs.kind.${kind}`)}
        {...(total !== undefined && {
          note: t("logs.found", { count: total }),
        })}
        searchLabel={isOfDevices ? t("logs.device.search") : t("logs.search")}
        searchTitle={isOfDevices ? t("logs.device.searchIn") : t("logs.searchIn")}
        filters={<LogFilters table={table} isOfDevices={isOfDevices} />}
        columns={columns}
        keyOf={(row) => row.logId}
        nameOf={(row) => words.type(row.type)}
        onOpen={setOpen}
        exportName={t(`logs.kind.${kind}`)}
        noMatchTitle={t("logs.noMatch")}
        emptyState={
          <EmptyState
            icon="book"
            title={t("logs.none")}
            text={isOfDevices ? t("logs.device.noneText") : t("logs.noneText")}
          />
        }
      />
      {open !== undefined && (
        <LogDrawer
          row={open}
          isOfDevices={isOfDevices}
          onNarrow={(filters) => {
            setOpen(undefined);
            table.set({ filters });
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
