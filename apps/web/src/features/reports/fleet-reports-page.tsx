import { useTranslation } from "react-i18next";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { CreateButton } from "./create-button.tsx";
import { ReportJobs } from "./report-jobs.tsx";
import { ScheduleList } from "./schedule-list.tsx";

/** The latest local day on Earth: a period that has begun somewhere can be reported. */
const today = (): string => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);

/** Reports of all plants of the account, or of those with a tag. */
export function FleetReportsPage() {
  const { t } = useTranslation();
  const title = t("frame.reports");
  return (
    <PageBody
      title={title}
      text={t("reports.fleetIntro")}
      here={title}
      actions={<CreateButton subject={{ today: today() }} />}
    >
      <ScheduleList />
      <ReportJobs />
    </PageBody>
  );
}
