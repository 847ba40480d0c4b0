import { endpoints } from "virtual:endpoints";
import type { PlantLogRow } from "@heliograph/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { plantLogColumns } from "../../shared/logs/log-columns.tsx";
import { LogDrawer } from "../../shared/logs/log-drawer.tsx";
import { createLogTexts } from "../../shared/logs/log-texts.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";

const plantLogTable = defineTable({
  name: "plantLog",
  endpoint: endpoints.log.ofPlant,
});

/** What was done with the plant, by whom, with the values before and after: from when the reader administers it. */
export function PlantLog({ stationId }: { readonly stationId: string }) {
  const { t, i18n } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(plantLogTable, { stationId });
  const [open, setOpen] = useState<PlantLogRow>();
  const words = useMemo(() => createLogTexts(t, i18n), [t, i18n]);
  const columns = useMemo(() => plantLogColumns(t, tag, words), [t, tag, words]);
  return (
    <>
      <DataTable
        table={table}
        title={t("logs.ofPlant")}
        columns={columns}
        keyOf={(row) => row.logId}
        nameOf={(row) => words.type(row.type)}
        onOpen={setOpen}
        exportName={t("logs.ofPlant")}
        emptyState={<EmptyState icon="book" title={t("logs.ofPlantNone")} text={t("logs.ofPlantNoneText")} />}
      />
      {open !== undefined && <LogDrawer row={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
