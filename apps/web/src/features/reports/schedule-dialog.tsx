import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/report.updateSchedule";
import type { ReportSchedule } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { toast } from "../../shared/base/toast.ts";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import { outputFields } from "./report-fields.tsx";

interface ScheduleDialogProps {
  readonly schedule: ReportSchedule;
  readonly onClose: () => void;
}

/** Changes a schedule; one that has stopped starts again. */
export function ScheduleDialog({ schedule, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation();
  const { scheduleId, kind: ownKind, format: ownFormat, language: ownLanguage } = schedule;
  const { kind, format, language } = outputFields(t);
  return (
    <FormDialog
      title={t("reports.editSchedule")}
      endpoint={endpoints.report.updateSchedule}
      schema={schema}
      fields={{ kind, format, language }}
      initial={{ kind: ownKind, format: ownFormat, language: ownLanguage }}
      fixed={{ scheduleId }}
      submitText={t("reports.saveSchedule")}
      onDone={() => {
        toast("success", t("reports.scheduleSaved"));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
