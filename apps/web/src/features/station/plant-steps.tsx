import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCanAddDevices } from "../../shared/plant/use-can-add-devices.ts";
import { Step, Steps } from "../../shared/ui/layout/steps.tsx";
import { CommissioningLink } from "./commissioning-link.tsx";
import { ImportLink } from "./import-link.tsx";

/** What is still to do before a new plant shows anything, for users who may do it. */
export function PlantSteps({ plant }: { plant: StationDetail }) {
  const { t } = useTranslation();
  const canAdd = useCanAddDevices(plant);
  if (plant.updatedAt !== null || plant.firstDay !== null || !canAdd) return null;
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
        <Link className="button" data-kind="primary" to={`/station/${plant.stationId}/devices?add=gateway`}>
          {t("guide.addGateway")}
        </Link>
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
        <ImportLink plant={plant} />
        <CommissioningLink plant={plant} />
      </Step>
    </Steps>
  );
}
