import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../../shared/i18n/i18n.ts";
import { Blank } from "../../../shared/ui/blank.tsx";
import { DataTable } from "../../../shared/ui/data-table/data-table.tsx";
import { useTable } from "../../../shared/ui/data-table/use-table.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import { PageBody } from "../../../shared/ui/page/page-body.tsx";
import type { Opened } from "./maintenance-cells.tsx";
import { maintenanceColumns } from "./maintenance-columns.tsx";
import { MaintenanceForm } from "./maintenance-form.tsx";
import { kinds, maintenanceTable } from "./maintenance-table.ts";
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
        filters={<KindFilter table={table} />}
        actions={addButton}
        exportName={t("maintenance.list.label")}
        noneFits={t("maintenance.list.noneFit")}
        blank={
          <Blank icon="wrench" title={t("maintenance.list.empty")} text={t("maintenance.list.emptyText")} />
        }
      />
      {open?.kind === "form" && <MaintenanceForm row={open.row} onClose={close} />}
      {open?.kind === "sentences" && <SentencesDialog row={open.row} onClose={close} />}
    </PageBody>
  );
}

type Table = ReturnType<typeof useTable<typeof maintenanceTable.endpoint, { kind: typeof kinds }>>;

function KindFilter({ table }: { table: Table }) {
  const { t } = useTranslation();
  return (
    <select
      className="input maintenance-kind"
      aria-label={t("maintenance.column.kind")}
      value={table.state.filters.kind ?? ""}
      onChange={({ target }) => table.set({ filters: { kind: kinds.find((kind) => kind === target.value) } })}
    >
      <option value="">{t("maintenance.list.allKinds")}</option>
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          {t(`maintenance.kind.${kind}`)}
        </option>
      ))}
    </select>
  );
}
