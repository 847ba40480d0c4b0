import { useTranslation } from "react-i18next";
import { findLatestDay } from "../../shared/base/format/days-anywhere.ts";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { CreateButton } from "./create-button.tsx";
import { ReportJobs } from "./report-jobs.tsx";
import { ScheduleList } from "./schedule-list.tsx";

/** Reports of all plants of the account, or of those with a tag. */
export function FleetReportsPage() {
  const { t } = useTranslation();
  const title = t("frame.reports");
  return (
    <PageBody
      title={title}
      text={t("reports.fleetIntro")}
      here={title}
      actions={<CreateButton subject={{ today: findLatestDay(Date.now()) }} />}
    >
      <ScheduleList />
      <ReportJobs />
    </PageBody>
  );
}
