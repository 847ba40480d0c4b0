import { endpoints } from "virtual:endpoints";
import type { PlantLogRow } from "@heliograph/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { changeLogColumns } from "../../../shared/logs/log-columns.tsx";
import { LogDrawer } from "../../../shared/logs/log-drawer.tsx";
import { createLogTexts } from "../../../shared/logs/log-texts.ts";
import { formatMoment } from "../../../shared/logs/moments.ts";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../../shared/ui/table/use-table.ts";

const historyTable = defineTable({
  name: "configurationHistory",
  endpoint: endpoints.configuration.history,
});

/** Who changed which settings, from which values to which, and when. */
export function ConfigurationHistory() {
  const { t, i18n } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(historyTable, {});
  const [open, setOpen] = useState<PlantLogRow>();
  const words = useMemo(() => createLogTexts(t, i18n), [t, i18n]);
  const columns = useMemo(() => changeLogColumns(t, tag, words), [t, tag, words]);
  const title = t("configuration.history.title");
  return (
    <>
      <DataTable
        table={table}
        title={title}
        columns={columns}
        keyOf={(row) => row.logId}
        nameOf={(row) => formatMoment(row.at, tag)}
        onOpen={setOpen}
        exportName={title}
        emptyState={
          <EmptyState
            icon="book"
            title={t("configuration.history.none")}
            text={t("configuration.history.noneText")}
          />
        }
      />
      {open !== undefined && <LogDrawer row={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
