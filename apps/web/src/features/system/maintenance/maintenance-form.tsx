import { endpoints } from "virtual:endpoints";
import { schema as addSchema } from "virtual:form/maintenance.add";
import { schema as updateSchema } from "virtual:form/maintenance.update";
import type { MaintenanceKind, MaintenanceRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { toast } from "../../../shared/base/toast.ts";
import { FormDialog } from "../../../shared/form/form-dialog.tsx";

interface MaintenanceFormProps {
  /** Without one, a new one is added. */
  readonly row: MaintenanceRow | undefined;
  readonly onClose: () => void;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Shown from now, two hours of work from tomorrow's same time: a beginning to correct. */
function firstTimes(): Pick<MaintenanceRow, "previewAt" | "serviceStopAt" | "serviceRestartAt"> {
  const now = Math.floor(Date.now() / minuteMs) * minuteMs;
  const iso = (ms: number): string => new Date(ms).toISOString();
  return {
    previewAt: iso(now),
    serviceStopAt: iso(now + 24 * hourMs),
    serviceRestartAt: iso(now + 26 * hourMs),
  };
}

export function MaintenanceForm({ row, onClose }: MaintenanceFormProps) {
  const { t } = useTranslation();
  const fields = {
    name: { labelKey: "maintenance.column.name", hintKey: "maintenance.form.nameHint", isWide: true },
    kind: {
      labelKey: "maintenance.column.kind",
      sayChoice: (kind: string) => t(`maintenance.kind.${kind as MaintenanceKind}`),
    },
    previewAt: { labelKey: "maintenance.column.preview", hintKey: "maintenance.form.clockHint" },
    serviceStopAt: { labelKey: "maintenance.column.stop" },
    serviceRestartAt: { labelKey: "maintenance.column.restart" },
  } as const;
  const shared = { fields, submitText: t("maintenance.form.save"), onClose, isPaired: true };
  if (row === undefined)
    return (
      <FormDialog
        {...shared}
        title={t("maintenance.form.addTitle")}
        endpoint={endpoints.maintenance.add}
        schema={addSchema}
        initial={{ kind: "web", ...firstTimes() }}
        onDone={onClose}
      />
    );
  return (
    <FormDialog
      {...shared}
      title={t("maintenance.form.editTitle")}
      submitText={t(row.isOn ? "maintenance.form.saveAndApply" : "maintenance.form.save")}
      endpoint={endpoints.maintenance.update}
      schema={updateSchema}
      initial={row}
      fixed={{ maintenanceId: row.maintenanceId, version: row.version }}
      onDone={() => {
        toast("success", t("maintenance.form.edited"));
        onClose();
      }}
    />
  );
}
