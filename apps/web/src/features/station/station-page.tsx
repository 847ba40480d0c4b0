import { endpoints } from "virtual:endpoints";
import type { PlantPart } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams, useSearchParams } from "react-router";
import { useOpenAlarms } from "../../shared/alarms/use-open-alarms.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { dropPath, queryOf } from "../../shared/api/queries.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { catchUp } from "../../shared/live/catch-up.ts";
import { forgetLive, useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { useUpdatingReload } from "../../shared/live/use-updating-reload.ts";
import { usePageLabel } from "../../shared/routing/cached-page.ts";
import { FailedState } from "../../shared/ui/status/empty-state.tsx";
import { StationMissing } from "../../shared/ui/status/station-missing.tsx";
import { AddDeviceDialog } from "./add-device-dialog.tsx";
import { DayCurveCard } from "./day-curve-card.tsx";
import { EarningsCard } from "./earnings-card.tsx";
import { EnergyCard } from "./energy-card.tsx";
import { GatewaysCard } from "./gateways-card.tsx";
import { JumpCard } from "./jump-card.tsx";
import { NowCard } from "./now-card.tsx";
import { PlantSteps } from "./plant-steps.tsx";
import { StationHeader } from "./station-header.tsx";
import { StationSkeleton } from "./station-states.tsx";
import { UnitsCard } from "./units-card.tsx";
import { createUnseenUnits } from "./unseen-units.ts";
import { useJump } from "./use-jump.ts";
import "./station.css";

/** Curves and energies are reloaded after reports, at most this often; power and units are pushed. */
const RELOAD_MS = 10_000;
/** Units that the page does not show yet are loaded sooner. */
const UNSEEN_RELOAD_MS = 1_000;

function dropPlant(): void {
  void dropPath(endpoints.station.get.path);
  void dropPath(endpoints.station.curve.path);
  void dropPath(endpoints.station.energy.path);
  void dropPath(endpoints.station.earnings.path);
  void dropPath(endpoints.device.list.path);
}

export function StationPage() {
  const { id: stationId = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const mayAdd = useCan("device:add") === true;
  const canSeeDevices = useCan("device:read") === true;
  const canRead = useCan("station:read") === true;
  const station = useQuery(queryOf(endpoints.station.get, { stationId }));
  const canSeeAlarms = useCan("alarm:read") === true;
  const showsAlarms =
    canSeeAlarms &&
    station.data?.level !== "public" &&
    station.data?.hiddenParts.includes("alarms") === false;
  const alarms = useOpenAlarms(stationId, showsAlarms);
  usePageLabel(station.data?.name);
  const reload = useThrottled(dropPlant, RELOAD_MS);
  const reloadNow = useThrottled(dropPlant, UNSEEN_RELOAD_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another plant has other units
  const isUnseen = useMemo(() => createUnseenUnits(), [stationId]);
  useLive(
    `plant:${stationId}`,
    (message) => {
      if (message.type === "alarms") return;
      if (isUnseen(message, station.data)) reloadNow();
      reload();
    },
    () => void catchUp(station, reload).then(() => forgetLive(stationId)),
  );

  useUpdatingReload(station.data?.isUpdating === true, () => void dropPath(endpoints.station.get.path));

  function set(change: Record<string, string | undefined>): void {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change))
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    setParams(next, { replace: true });
  }

  function setEarnings(change: { by?: string; period?: string | undefined }): void {
    set({ ...("by" in change && { earningsBy: change.by }), earningsPeriod: change.period });
  }

  function showUnits(status: string): void {
    set({ type: undefined, search: undefined, page: undefined, status });
    document.getElementById("units")?.scrollIntoView();
  }

  const jump = useJump(station.data, [...params].length > 0);
  if (station.data === undefined) {
    if (!station.isError) return <StationSkeleton />;
    const isMissing = station.error instanceof ApiError && [400, 403, 404].includes(station.error.status);
    return isMissing ? (
      <StationMissing error={station.error} />
    ) : (
      <FailedState error={station.error} onRetry={() => void station.refetch()} />
    );
  }
  const plant = station.data;
  const shows = (part: PlantPart) => !plant.hiddenParts.includes(part);
  const showsDevices = canSeeDevices && shows("devices");
  const canAdd = mayAdd && plant.level !== "participant" && plant.level !== "public";
  const header = (
    <StationHeader
      plant={plant}
      canAdd={canAdd}
      onAdd={() => set({ add: "gateway" })}
      {...(showsDevices && { onTrouble: showUnits })}
      alarms={alarms}
      hasAlarms={showsAlarms}
    />
  );
  if (jump.address !== undefined)
    return (
      <div className="station">
        {header}
        <JumpCard address={jump.address} onStay={jump.stay} />
      </div>
    );
  return (
    <div className="station">
      {header}
      {plant.updatedAt === null && plant.firstDay === null && canAdd && (
        <PlantSteps plant={plant} onAdd={() => set({ add: "gateway" })} />
      )}
      <div className="station-top" data-alone={!shows("energy")}>
        {shows("energy") && (
          <DayCurveCard plant={plant} day={params.get("day") ?? plant.today} onDay={(day) => set({ day })} />
        )}
        <NowCard plant={plant} />
      </div>
      <div className="station-middle" data-alone={!(showsDevices && shows("energy"))}>
        {shows("energy") && (
          <EnergyCard plant={plant} by={params.get("by")} period={params.get("period")} onChange={set} />
        )}
        {showsDevices && <GatewaysCard plant={plant} />}
      </div>
      {shows("earnings") && canRead && (
        <EarningsCard
          plant={plant}
          by={params.get("earningsBy")}
          period={params.get("earningsPeriod")}
          onChange={setEarnings}
        />
      )}
      {showsDevices && <UnitsCard plant={plant} alarms={alarms?.rows} />}
      {params.get("add") === "gateway" && canAdd && (
        <AddDeviceDialog plant={plant} onClose={() => set({ add: undefined })} />
      )}
    </div>
  );
}
