import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Step, Steps } from "../../shared/ui/layout/steps.tsx";

/** What is still to do before a new plant shows anything. */
export function PlantSteps({ plant, onAdd }: { plant: StationDetail; onAdd: () => void }) {
  const { t } = useTranslation();
  const hasGateway = (plant.gatewayCount ?? 0) > 0;
  return (
    <Steps title={t("guide.title")} text={t("guide.text")}>
      <Step number={1} state="done" title={t("guide.addPlant")} text={plant.name} />
      <Step
        number={2}
        state={hasGateway ? "done" : "now"}
        title={t("guide.addGateway")}
        text={t("guide.addGatewayText")}
      >
        <button type="button" className="button" data-kind="primary" onClick={onAdd}>
          {t("guide.addGateway")}
        </button>
      </Step>
      <Step
        number={3}
        state={hasGateway ? "now" : "later"}
        title={t("guide.firstReport")}
        text={t("guide.firstReportText")}
      >
        <p className="waiting" role="status">
          <i aria-hidden="true" />
          {t("guide.waiting")}
        </p>
      </Step>
    </Steps>
  );
}
