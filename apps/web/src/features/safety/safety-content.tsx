import type { StationDetail } from "@heliograph/contract";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { PlantSection } from "../../shared/plant/plant-section.tsx";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { SafetyPanel } from "../../shared/safety/safety-panel.tsx";
import { hasNoSwitches } from "../../shared/safety/safety-texts.ts";
import { useSafety } from "../../shared/safety/use-safety.ts";
import { Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { Drills } from "./drills.tsx";
import { Ledger } from "./ledger.tsx";
import { Records } from "./records.tsx";

// The button comes before the table and the form: on a phone these are the larger part of the page.
const Ignitions = lazyPart(async () => (await import("./ignitions.tsx")).Ignitions);
const ResponderCard = lazyPart(async () => (await import("./responder-card.tsx")).ResponderCard);

/** Everything about the shutdown of a plant, below its name: the same on a phone. */
export function SafetyContent({ plant }: { readonly plant: StationDetail }) {
  return (
    <>
      <Introduction plant={plant} />
      <SafetyPanel plant={plant} resetIn="here" />
      <Suspense fallback={<Skeleton width="100%" height="16rem" />}>
        <Ignitions plant={plant} />
      </Suspense>
      <DrillsOfSwitches plant={plant} />
      <Records plant={plant} />
      {plant.level === "owner" && (
        <Suspense>
          <ResponderCard plant={plant} />
        </Suspense>
      )}
      <Ledger stationId={plant.stationId} timeZone={plant.timeZone} />
    </>
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
