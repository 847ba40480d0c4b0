import { endpoints } from "virtual:endpoints";
import type { PlantLogRow } from "@heliograph/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/i18n/i18n.ts";
import { plantLogColumns } from "../../shared/logs/log-columns.tsx";
import { LogDrawer } from "../../shared/logs/log-drawer.tsx";
import { createLogWords } from "../../shared/logs/log-words.ts";
import { Blank } from "../../shared/ui/blank.tsx";
import { DataTable } from "../../shared/ui/data-table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/data-table/use-table.ts";

const plantLogTable = defineTable({
  name: "plantLog",
  endpoint: endpoints.log.ofPlant,
  sorts: ["at"],
  sort: "at",
  order: "desc",
  pageSize: 20,
});

/** What was done with the plant, by whom, with the values before and after: from when the reader administers it. */
export function PlantLog({ stationId }: { readonly stationId: string }) {
  const { t, i18n } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(plantLogTable, { stationId });
  const [open, setOpen] = useState<PlantLogRow>();
  const words = useMemo(() => createLogWords(t, i18n), [t, i18n]);
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
        blank={<Blank icon="book" title={t("logs.ofPlantNone")} text={t("logs.ofPlantNoneText")} />}
      />
      {open !== undefined && <LogDrawer row={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
