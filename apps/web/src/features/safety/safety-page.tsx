import { useTranslation } from "react-i18next";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { SafetyContent } from "./safety-content.tsx";

/** Rapid shutdown and reset of a plant, with the evidence of each unit and the ledger. */
export function SafetyPage() {
  const { t } = useTranslation();
  return (
    <PlantPage tab="safety" title={t("frame.safety")} part="devices" isPrivate>
      {({ plant }) => <SafetyContent plant={plant} />}
    </PlantPage>
  );
}
