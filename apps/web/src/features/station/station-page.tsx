import { endpoints } from "virtual:endpoints";
import type { PlantPart } from "@heliograph/contract";
import { isWithoutReports } from "@heliograph/contract/is-without-reports";
import { useSearchParams } from "react-router";
import { useCan } from "../../shared/auth/allowed.tsx";
import { useIsFromPlant } from "../../shared/plant/from-plant.ts";
import type { ShownPlant } from "../../shared/plant/plant-page.tsx";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { changeParams } from "../../shared/routing/change-params.ts";
import { DayCurveCard } from "./day-curve-card.tsx";
import { EnergyCard } from "./energy-card.tsx";
import { JumpCard } from "./jump-card.tsx";
import { NowCard } from "./now-card.tsx";
import { PerformanceCard } from "./performance-card.tsx";
import { PlantSteps } from "./plant-steps.tsx";
import { PowerFlowCard } from "./power-flow-card.tsx";
import { TroublePart } from "./trouble-part.tsx";
import { UnplacedHint } from "./unplaced-hint.tsx";
import { useJump } from "./use-jump.ts";
import "./station.css";

const follows = [
  endpoints.station.curve.path,
  endpoints.station.energy.path,
  endpoints.station.powerFlow.path,
];

type Parameter = "day" | "compare" | "by" | "period";

/** A plant's overview: power and energy. */
export function StationPage() {
  return (
    <PlantPage tab="overview" follows={follows}>
      {(shown) => <Overview {...shown} />}
    </PlantPage>
  );
}

function Overview({ plant, alarms }: ShownPlant) {
  const [params, setParams] = useSearchParams();
  const isFromPlant = useIsFromPlant();
  const canReadDevices = useCan("device:read") === true;
  const showsDevices = canReadDevices && plant.level !== "public" && !plant.hiddenParts.includes("devices");
  const jump = useJump(plant, isFromPlant || [...params].length > 0);

  function set(change: { readonly [name in Parameter]?: string | undefined }): void {
    setParams(changeParams(params, change), { replace: true });
  }

  if (jump.address !== undefined) return <JumpCard address={jump.address} onStay={jump.stay} />;
  const isNew = isWithoutReports(plant);
  const shows = (part: PlantPart) => !plant.hiddenParts.includes(part);
  return (
    <>
      <PlantSteps plant={plant} />
      {alarms !== undefined && alarms.total > 0 && (
        <TroublePart plant={plant} alarms={alarms} showsDevices={showsDevices} />
      )}
      {showsDevices && <UnplacedHint plant={plant} />}
      {showsDevices && !isNew && <PowerFlowCard plant={plant} />}
      <div className="station-top" data-alone={!shows("energy")}>
        {shows("energy") && (
          <DayCurveCard
            plant={plant}
            day={params.get("day") ?? plant.today}
            onDay={(day) => set({ day })}
            compare={params.get("compare")}
            onCompare={(compare) => set({ compare })}
          />
        )}
        <NowCard plant={plant} />
      </div>
      {shows("energy") && (
        <div className="station-middle">
          <EnergyCard plant={plant} by={params.get("by")} period={params.get("period")} onChange={set} />
          <PerformanceCard plant={plant} />
        </div>
      )}
    </>
  );
}
