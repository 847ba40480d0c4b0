import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { PlantSection } from "../../shared/plant/plant-section.tsx";
import { SafetyPanel } from "../../shared/safety/safety-panel.tsx";
import { hasNoSwitches } from "../../shared/safety/safety-texts.ts";
import { useSafety } from "../../shared/safety/use-safety.ts";
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
          <Introduction plant={plant} />
          <SafetyPanel plant={plant} resetIn="here" />
          <Ignitions plant={plant} />
          <DrillsOfSwitches plant={plant} />
          <Records plant={plant} />
          {plant.level === "owner" && <ResponderCard plant={plant} />}
          <Ledger stationId={plant.stationId} timeZone={plant.timeZone} />
        </>
      )}
    </PlantPage>
  );
}

/** What a shutdown is, where there is one. */
function Introduction({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { data } = useSafety(plant.stationId, { withUnits: false });
  if (data !== undefined && hasNoSwitches(data)) return null;
  return <PlantSection text={t("safety.intro")} />;
}

/** Of plants with units that can be opened. */
function DrillsOfSwitches({ plant }: { readonly plant: StationDetail }) {
  const { data } = useSafety(plant.stationId, { withUnits: false });
  return data === undefined || hasNoSwitches(data) ? null : <Drills plant={plant} />;
}
