import { endpoints } from "virtual:endpoints";
import type { PlantPart, StationDetail } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useState } from "react";
import { useParams } from "react-router";
import type { OpenAlarms } from "../alarms/use-open-alarms.ts";
import { useOpenAlarms } from "../alarms/use-open-alarms.ts";
import { dropPath, refreshPath } from "../api/queries.ts";
import { useCan } from "../auth/allowed.tsx";
import { catchUp } from "../live/catch-up.ts";
import { markLive, useLive } from "../live/live.ts";
import { useThrottled } from "../live/use-throttled.ts";
import { useUpdatingReload } from "../live/use-updating-reload.ts";
import { usePageLabel } from "../routing/cached-page.ts";
import { FailedState } from "../ui/status/empty-state.tsx";
import { NoAccessState } from "../ui/status/no-access-state.tsx";
import { StationMissing } from "../ui/status/station-missing.tsx";
import { isPlantGivenUp } from "./given-up-plants.ts";
import { PlantHeader } from "./plant-header.tsx";
import { PlantSkeleton } from "./plant-skeleton.tsx";
import type { PlantTab } from "./plant-tabs.tsx";
import { PlantTabs } from "./plant-tabs.tsx";
import { createUnseenChanges } from "./unseen-changes.ts";
import { usePlant } from "./use-plant.ts";
import "./plant.css";

/** Figures are read again after reports, at most this often; power and units are pushed. */
const RELOAD_MS = 10_000;
/** A status or units that the page does not show yet are loaded sooner. */
const UNSEEN_RELOAD_MS = 1_000;

/** What a page of a plant shows of it. */
export interface ShownPlant {
  readonly plant: StationDetail;
  /** Undefined until they are read, and where they are not visible. */
  readonly alarms: OpenAlarms | undefined;
}

interface PlantPageProps {
  readonly tab: PlantTab;
  /** Name of the page after the plant's name; absent on the overview. */
  readonly title?: string;
  /** Addresses of calls whose figures change with the plant's reports. */
  readonly follows?: readonly string[];
  /** The plant's settings may hide the page with this part. */
  readonly part?: PlantPart;
  /** Not for users who see the plant only because it is public. */
  readonly isPrivate?: boolean;
  readonly children: (shown: ShownPlant) => ReactNode;
}

const noPaths: readonly string[] = [];

/** A page of a plant: the plant's header and tabs above its content. */
export function PlantPage({ tab, title, follows = noPaths, part, isPrivate, children }: PlantPageProps) {
  const { id: stationId = "" } = useParams();
  const { station, isMissing } = usePlant(stationId);
  const plant = station.data;
  const canSeeAlarms = useCan("alarm:read") === true;
  const isPublic = plant?.level === "public";
  const showsAlarms = canSeeAlarms && !isPublic && plant?.hiddenParts.includes("alarms") === false;
  const alarms = useOpenAlarms(stationId, showsAlarms);
  usePageLabel(plant && (title === undefined ? plant.name : `${plant.name} · ${title}`));
  usePlantReload(stationId, station, follows);
  if (isMissing)
    return plant !== undefined && isPlantGivenUp(stationId) ? (
      <PlantSkeleton error={station.error} />
    ) : (
      <StationMissing error={station.error} />
    );
  if (plant === undefined)
    return station.isError ? (
      <FailedState error={station.error} onRetry={() => void station.refetch()} />
    ) : (
      <PlantSkeleton />
    );
  const isHidden =
    (part !== undefined && plant.hiddenParts.includes(part)) || (isPrivate === true && isPublic);
  return (
    <div className="plant-page">
      <PlantHeader plant={plant} title={title} alarms={alarms} hasAlarms={showsAlarms} />
      <PlantTabs plant={plant} current={tab} alarmCount={alarms?.total} />
      {isHidden ? (
        <section className="card">
          <NoAccessState error={undefined} />
        </section>
      ) : (
        children({ plant, alarms })
      )}
    </div>
  );
}

interface PlantQuery {
  readonly data: StationDetail | undefined;
  readonly refetch: () => Promise<{ readonly data: unknown }>;
}

/** Reads the plant, and what else follows its reports, again while the page is open. */
function usePlantReload(stationId: string, station: PlantQuery, follows: readonly string[]): void {
  const refresh = () => Promise.all([endpoints.station.get.path, ...follows].map(refreshPath));
  const reload = useThrottled(refresh, RELOAD_MS);
  const reloadNow = useThrottled(refresh, UNSEEN_RELOAD_MS);
  // A page's path names its plant: another plant is another page.
  const [isUnseen] = useState(createUnseenChanges);
  useLive(
    `plant:${stationId}`,
    (message) => {
      if (message.type === "alarms") return;
      if (isUnseen(message, station.data)) reloadNow();
      reload();
    },
    () => {
      const forget = markLive(stationId);
      void catchUp(station, reload).then(forget);
    },
  );
  useUpdatingReload(station.data?.isUpdating === true, () => void dropPath(endpoints.station.get.path));
}
