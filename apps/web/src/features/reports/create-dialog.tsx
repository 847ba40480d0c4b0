import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/report.create";
import type { BodyInputOf, DataOf } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { toast } from "../../shared/base/toast.ts";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import type { FieldControl } from "../../shared/form/layout.ts";
import { followJob } from "../../shared/tasks/jobs.ts";
import { Segmented } from "../../shared/ui/form/segmented.tsx";
import { PeriodInput } from "./period-input.tsx";
import { fitPeriod, lastPeriod, toReportKind } from "./periods.ts";
import { outputFields, plantFields } from "./report-fields.tsx";
import type { Subject } from "./subject.ts";

type Create = typeof endpoints.report.create;
type When = "now" | "scheduled";

interface CreateDialogProps {
  readonly subject: Subject;
  readonly onClose: () => void;
}

/**
 * Creates a report in the background, which the browser downloads once it is written, or schedules it by mail after each
 * period.
 */
export function CreateDialog({ subject: { plant, today }, onClose }: CreateDialogProps) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const [when, setWhen] = useState<When>("now");
  const [isChosen, setIsChosen] = useState(false);
  const create = useChange(endpoints.report.create, { refusalIn: "form" });
  const schedule = useChange(endpoints.report.addSchedule, { refusalIn: "form" });
  const { kind, ...output } = outputFields(t);

  /** Returns the job of a report that is written now. */
  async function send(typed: BodyInputOf<Create>): Promise<DataOf<Create> | undefined> {
    const { period, tag, stationIds, ...rest } = typed;
    // The other kind of choice may have been made before.
    const body = { ...rest, ...(isChosen ? { stationIds } : tag !== undefined && { tag }) };
    if (when === "scheduled") {
      await schedule.mutateAsync(body);
      return undefined;
    }
    // The period of another kind may have been chosen before.
    return await create.mutateAsync({ ...body, period: fitPeriod(toReportKind(body.kind), period, today) });
  }

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
          isShown: () => when === "now",
          render: (control: FieldControl) => <PeriodInput control={control} today={today} />,
        },
        ...(plant === undefined && plantFields(isChosen, setIsChosen)),
        ...output,
      }}
      initial={{ kind: "month", period: lastPeriod("month", today), format: "pdf", language }}
      {...(plant !== undefined && { fixed: { stationId: plant.stationId } })}
      send={send}
      note={() => (
        <div className="report-when">
          <Segmented
            label={t("reports.when")}
            value={when}
            options={[
              { value: "now", text: t("reports.now") },
              { value: "scheduled", text: t("reports.scheduled") },
            ]}
            onChange={setWhen}
          />
          {when === "scheduled" && <p className="field-hint">{t("reports.scheduledHint")}</p>}
        </div>
      )}
      submitText={t(when === "now" ? "reports.create" : "reports.saveSchedule")}
      onDone={(job) => {
        if (job !== undefined) followJob(job.jobId);
        toast("success", t(job === undefined ? "reports.scheduleSaved" : "reports.started"));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
