import type { Firmware } from "@heliograph/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../shared/auth/allowed.tsx";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../../shared/ui/table/data-table.tsx";
import { useTable } from "../../../shared/ui/table/use-table.ts";
import { ValueFilter } from "../../../shared/ui/table/value-filter.tsx";
import { firmwareColumns } from "./firmware-columns.tsx";
import { FirmwareDrawer } from "./firmware-drawer.tsx";
import { EditForm, PublishForm } from "./firmware-forms.tsx";
import { firmwareTable } from "./firmware-table.ts";
import { UploadDialog } from "./upload-dialog.tsx";
import { useFirmwareActions } from "./use-firmware-actions.ts";
import type { Uploaded } from "./use-upload.ts";
import "./firmware-tab.css";

type Opened =
  | { readonly kind: "upload" }
  | { readonly kind: "publish"; readonly uploaded: Uploaded }
  | { readonly kind: "show" | "edit"; readonly row: Firmware };

/** The firmware store (R1.6, R3.12): internal firmware is listed only for accounts with the permission for it (R6.2). */
export function FirmwareTab() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(firmwareTable);
  const canPublish = useCan("firmware:upload") === true;
  const canInternal = useCan("firmware:internal") === true;
  const { save, remove } = useFirmwareActions();
  const [open, setOpen] = useState<Opened>();
  const columns = useMemo(
    () =>
      firmwareColumns({
        t,
        tag,
        canPublish,
        show: (row) => setOpen({ kind: "show", row }),
        save,
        edit: (row) => setOpen({ kind: "edit", row }),
        remove: (row) => void remove(row),
      }),
    [t, tag, canPublish, save, remove],
  );
  const close = () => setOpen(undefined);
  const uploadButton = (
    <button type="button" className="button" data-kind="primary" onClick={() => setOpen({ kind: "upload" })}>
      <Icon name="plus" />
      {t("firmware.upload")}
    </button>
  );
  return (
    <PageBody title={t("title.firmware")} text={t("firmware.intro")}>
      <DataTable
        table={table}
        title={t("title.firmware")}
        columns={columns}
        keyOf={(row) => row.firmwareId}
        nameOf={(row) => row.name}
        searchLabel={t("firmware.column.name")}
        filters={
          <>
            <ValueFilter
              table={table}
              name="type"
              label={t("firmware.column.type")}
              textOf={(type) => t(`deviceKind.${type}`)}
              allText={t("firmware.allTypes")}
            />
            {canInternal && (
              <ValueFilter
                table={table}
                name="permission"
                label={t("firmware.column.permission")}
                textOf={(permission) => t(`firmware.permissions.${permission}`)}
                allText={t("firmware.allPermissions")}
              />
            )}
          </>
        }
        actions={canPublish && uploadButton}
        exportName={t("title.firmware")}
        noMatchTitle={t("firmware.noMatch")}
        emptyState={<EmptyState icon="box" title={t("firmware.none")} text={t("firmware.noneText")} />}
      />
      {open?.kind === "upload" && (
        <UploadDialog onUploaded={(uploaded) => setOpen({ kind: "publish", uploaded })} onClose={close} />
      )}
      {open?.kind === "publish" && <PublishForm uploaded={open.uploaded} onClose={close} />}
      {open?.kind === "show" && <FirmwareDrawer row={open.row} onClose={close} />}
      {open?.kind === "edit" && <EditForm row={open.row} onClose={close} />}
    </PageBody>
  );
}
