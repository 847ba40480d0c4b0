import { useTranslation } from "react-i18next";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { PlantSection } from "../../shared/plant/plant-section.tsx";
import { SafetyPanel } from "../../shared/safety/safety-panel.tsx";
import { Drills } from "./drills.tsx";
import { Ignitions } from "./ignitions.tsx";
import { Ledger } from "./ledger.tsx";
import { Records } from "./records.tsx";
import { ResponderCard } from "./responder-card.tsx";

/** Rapid shutdown and reset of a plant, with the evidence of each unit and the ledger. */
export function SafetyPage() {
  const { t } = useTranslation();
  return (
    <PlantPage tab="safety" title={t("frame.safety")} part="devices" isPrivate>
      {({ plant }) => (
        <>
          <PlantSection text={t("safety.intro")} />
          <SafetyPanel plant={plant} resetIn="here" />
          <Ignitions plant={plant} />
          <Drills plant={plant} />
          <Records plant={plant} />
          {plant.level === "owner" && <ResponderCard plant={plant} />}
          <Ledger stationId={plant.stationId} timeZone={plant.timeZone} />
        </>
      )}
    </PlantPage>
  );
}
