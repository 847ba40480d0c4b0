import { isHeldState } from "@heliograph/contract/safety-states";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { loadTexts } from "../base/i18n/i18n.ts";
import { lazyPart } from "../routing/lazy-part.tsx";
import { Icon } from "../ui/content/icon.tsx";
import { FailedState, Skeleton } from "../ui/status/empty-state.tsx";
import { KeepMarks } from "./keep-marks.tsx";
import { LiveNotice } from "./live-notice.tsx";
import { NoSwitches } from "./no-switches.tsx";
import { Readiness } from "./readiness.tsx";
import type { ResetPlace } from "./safety-actions.tsx";
import { SafetyActions } from "./safety-actions.tsx";
import { SafetyNow } from "./safety-now.tsx";
import { hasNoSwitches, isQuiet } from "./safety-texts.ts";
import { StopWithoutState, StorageNotice } from "./stop-button.tsx";
import { StorageState } from "./storage-state.tsx";
import { StringVoltages } from "./string-voltages.tsx";
import { UnitList } from "./unit-list.tsx";
import { UnitOperations } from "./unit-operations.tsx";
import { useSafety } from "./use-safety.ts";
import "./safety.css";

// The button is on screen before the drawing of the roof is loaded.
const Roof = lazyPart(async () => {
  const [module] = await Promise.all([import("./safety-roof.tsx"), loadTexts("layout")]);
  return module.SafetyRoof;
});

interface SafetyPanelProps {
  readonly plant: { readonly stationId: string; readonly name: string; readonly timeZone: string };
  readonly resetIn: ResetPlace;
}

/** Whether the database is unavailable: since a read failed for that reason, until one succeeds. */
function useDegraded({
  error,
  isSuccess,
}: Pick<ReturnType<typeof useSafety>, "error" | "isSuccess">): boolean {
  const [isDegraded, setDegraded] = useState(false);
  const isUnavailable = error instanceof ApiError && error.code === "B0300";
  // A query without data forgets its error while it reads again.
  if (isUnavailable && !isDegraded) setDegraded(true);
  if (isSuccess && isDegraded) setDegraded(false);
  return isUnavailable || (isDegraded && !isSuccess);
}

/** Whether the server replied that this person does not see the plant, or not now. */
const isRefused = (error: unknown) => error instanceof ApiError && error.code?.startsWith("A") === true;

/** The shutdown of a plant: state, countdown, holder, what can be done, the roof, and every unit that is not proven. */
export function SafetyPanel({ plant, resetIn }: SafetyPanelProps) {
  const { stationId, timeZone } = plant;
  const { t } = useTranslation();
  const query = useSafety(stationId, { withUnits: true });
  const { data } = query;
  // A press that waits in the journal could not be written: nothing else can.
  const isDegraded = useDegraded(query) || (data !== undefined && data.storage.pressedAt !== null);
  const [chosen, setOpen] = useState<boolean>();
  const isPart = resetIn === "page";
  if (data === undefined && isDegraded) return <StopWithoutState plant={plant} notice={<StorageNotice />} />;
  if (data === undefined && query.isError) {
    const failed = <FailedState error={query.error} onRetry={() => void query.refetch()} />;
    return isRefused(query.error) ? failed : <StopWithoutState plant={plant} notice={failed} />;
  }
  if (data === undefined) return <Skeleton width="100%" height={isPart ? "7rem" : "16rem"} />;
  if (hasNoSwitches(data) && !isDegraded)
    return isPart ? null : <NoSwitches stationId={stationId} hasLink={resetIn === "here"} />;
  // One row among the other parts of a plant's page while nothing is shut down. Always the same elements: the button keeps
  // what it says about a press while the panel grows.
  const isCompact = isPart && isQuiet(data) && !isDegraded && !data.storage.hasWaitingReports;
  const isOpen = chosen ?? data.units.some(({ isConnected }) => !isConnected);
  const title = isCompact ? (
    <button type="button" className="safety-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {t("safety.title")}
      <Icon name="down" />
    </button>
  ) : (
    t("safety.title")
  );
  return (
    <section
      className="card safety"
      aria-label={t("safety.title")}
      data-state={data.state}
      data-compact={isCompact}
    >
      <SafetyNow safety={data} timeZone={timeZone} title={isPart ? title : undefined} />
      <KeepMarks plant={plant} marks={data.marks} mayEnd={resetIn === "here" && !isDegraded} />
      <StorageState safety={data} timeZone={timeZone} />
      {isDegraded && <StorageNotice />}
      {!isDegraded && <LiveNotice readAt={query.dataUpdatedAt} timeZone={timeZone} />}
      <SafetyActions plant={plant} safety={data} resetIn={resetIn} isDegraded={isDegraded} />
      <UnitOperations
        safety={data}
        timeZone={timeZone}
        hasLinks={resetIn !== "nowhere"}
        mayClose={!isDegraded && !isHeldState(data.state)}
      />
      {data.state === "normal" ? (
        (!isCompact || isOpen) && <Readiness safety={data} timeZone={timeZone} />
      ) : (
        <>
          <Suspense fallback={<Skeleton width="100%" height="32rem" />}>
            <Roof stationId={stationId} safety={data} timeZone={timeZone} />
          </Suspense>
          <StringVoltages strings={data.strings} safety={data} timeZone={timeZone} />
          <UnitList safety={data} timeZone={timeZone} />
        </>
      )}
      {isPart && (!isCompact || isOpen) && (
        <Link className="button" data-kind="quiet" to={`/station/${stationId}/safety`}>
          {t("safety.action.more")}
        </Link>
      )}
    </section>
  );
}
