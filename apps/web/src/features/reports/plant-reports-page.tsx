import { useTranslation } from "react-i18next";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { PlantSection } from "../../shared/plant/plant-section.tsx";
import { CreateButton } from "./create-button.tsx";
import { ReportJobs } from "./report-jobs.tsx";
import { ScheduleList } from "./schedule-list.tsx";

/** Reports of one plant. */
export function PlantReportsPage() {
  const { t } = useTranslation();
  return (
    <PlantPage tab="reports" title={t("frame.reports")} part="energy" isPrivate>
      {({ plant }) => (
        <>
          <PlantSection
            text={t("reports.plantIntro")}
            actions={<CreateButton subject={{ plant, today: plant.today }} />}
          />
          <ScheduleList stationId={plant.stationId} />
          <ReportJobs />
        </>
      )}
    </PlantPage>
  );
}
