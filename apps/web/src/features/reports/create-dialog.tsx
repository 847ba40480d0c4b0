import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/report.create";
import type { BodyInputOf } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { toast } from "../../shared/base/toast.ts";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import type { FieldControl } from "../../shared/form/layout.ts";
import { followJob } from "../../shared/tasks/jobs.ts";
import { PeriodInput } from "./period-input.tsx";
import { fitPeriod, lastPeriod, toReportKind } from "./periods.ts";
import { outputFields, tagField } from "./report-fields.tsx";
import type { Subject } from "./subject.ts";

interface CreateDialogProps {
  readonly subject: Subject;
  readonly onClose: () => void;
}

/** Creates a report in the background; the task list shows it, and the browser downloads it once it is written. */
export function CreateDialog({ subject: { plant, today }, onClose }: CreateDialogProps) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const create = useChange(endpoints.report.create, { refusalIn: "form" });
  const send = (body: BodyInputOf<typeof endpoints.report.create>) =>
    // The period of another kind may have been chosen before.
    create.mutateAsync({ ...body, period: fitPeriod(toReportKind(body.kind), body.period, today) });
  const { kind, ...output } = outputFields(t);
  return (
    <FormDialog
      title={
        plant === undefined ? t("reports.createTitle") : t("reports.createTitleOf", { name: plant.name })
      }
      endpoint={endpoints.report.create}
      schema={schema}
      fields={{
        kind,
        period: {
          labelKey: "reports.period",
          render: (control: FieldControl) => <PeriodInput control={control} today={today} />,
        },
        ...(plant === undefined && { tag: tagField }),
        ...output,
      }}
      initial={{ kind: "month", period: lastPeriod("month", today), format: "pdf", language }}
      {...(plant !== undefined && { fixed: { stationId: plant.stationId } })}
      send={send}
      submitText={t("reports.create")}
      onDone={({ jobId }) => {
        followJob(jobId);
        toast("success", t("reports.started"));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
