import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../../shared/ui/table/data-table.tsx";
import { useTable } from "../../../shared/ui/table/use-table.ts";
import { ValueFilter } from "../../../shared/ui/table/value-filter.tsx";
import type { Opened } from "./maintenance-cells.tsx";
import { maintenanceColumns } from "./maintenance-columns.tsx";
import { MaintenanceForm } from "./maintenance-form.tsx";
import { maintenanceTable } from "./maintenance-table.ts";
import { SentencesDialog } from "./sentences-dialog.tsx";
import "./maintenance-tab.css";

/** Phases move with the clock, and others work here too. */
const REFRESH_MS = 30_000;

/** Maintenance pop-ups of System (R1.12, R3.18, R4.15). */
export function MaintenanceTab() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(maintenanceTable);
  const [open, setOpen] = useState<Opened>();
  const columns = useMemo(() => maintenanceColumns(t, tag, setOpen), [t, tag]);
  const { refetch } = table.list;
  useEffect(() => {
    const timer = setInterval(() => void refetch(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  const close = () => setOpen(undefined);
  const addButton = (
    <button
      type="button"
      className="button"
      data-kind="primary"
      onClick={() => setOpen({ kind: "form", row: undefined })}
    >
      <Icon name="plus" />
      {t("maintenance.list.add")}
    </button>
  );
  return (
    <PageBody title={t("title.maintenance")} text={t("maintenance.list.intro")}>
      <DataTable
        table={table}
        title={t("maintenance.list.label")}
        columns={columns}
        keyOf={(row) => row.maintenanceId}
        nameOf={(row) => row.name}
        searchLabel={t("maintenance.list.search")}
        filters={
          <ValueFilter
            table={table}
            name="kind"
            label={t("maintenance.column.kind")}
            textOf={(kind) => t(`maintenance.kind.${kind}`)}
            allText={t("maintenance.list.allKinds")}
          />
        }
        actions={addButton}
        exportName={t("maintenance.list.label")}
        noMatchTitle={t("maintenance.list.noMatch")}
        emptyState={
          <EmptyState
            icon="wrench"
            title={t("maintenance.list.empty")}
            text={t("maintenance.list.emptyText")}
          />
        }
      />
      {open?.kind === "form" && <MaintenanceForm row={open.row} onClose={close} />}
      {open?.kind === "sentences" && <SentencesDialog row={open.row} onClose={close} />}
    </PageBody>
  );
}
