import { endpoints } from "virtual:endpoints";
import { isHeldState } from "@heliograph/contract/safety-states";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { queryOf, refreshAll } from "../api/queries.ts";
import { useIsSafetyLive, useLive } from "../live/live.ts";
import { useThrottled } from "../live/use-throttled.ts";
import { toServerTime } from "../session/server-time.ts";
import { ageEvidence, getNextReadMs, toOldUnit } from "./evidence-age.ts";
import type { Safety } from "./safety-texts.ts";
import { isCounting } from "./safety-texts.ts";
import { usePassedMs } from "./use-evidence-age.ts";

/** Reports of many units come together. */
const RELOAD_MS = 500;
const RELOAD_HISTORY_MS = 2_000;
const TICK_MS = 500;
/** Reading again during a countdown, and while changes are not pushed. */
export const POLL_MS = 2_000;
/** Of a plant that is shut down: that its proof waits is not pushed. */
const HELD_POLL_MS = 10_000;
/** Three of these reads without a response. */
const OUTDATED_MS = 6_000;

/** Whether time alone will change the state of the plant, or of a device that is switched separately. */
const hasCountdown = (safety: Safety): boolean =>
  isCounting(safety) || safety.unitOperations.some(({ state }) => state === "opening" || state === "closing");

/** Whether something is not in the database yet: its end is not pushed. */
const isStorageWaiting = ({ storage }: Safety): boolean =>
  storage.pressedAt !== null || storage.hasWaitingReports;

const refreshState = () => refreshAll([endpoints.safety.get, endpoints.permission.checkStationOp]);
const refreshHistory = () =>
  refreshAll([endpoints.safety.ledger, endpoints.safety.records, endpoints.safety.drills]);

/** That of the plant, and of what is switched separately. */
const listEvidences = ({ evidence, unitOperations }: Safety) => [
  evidence,
  ...unitOperations.map((unit) => unit.evidence),
];

/** A state whose proofs have become old since it was read. */
function useAged(safety: Safety | undefined, readAt: number): Safety | undefined {
  const passedMs = usePassedMs(readAt, safety === undefined ? [] : listEvidences(safety));
  return useMemo(() => {
    if (safety === undefined || passedMs < 0) return safety;
    const evidence = ageEvidence(safety.evidence, passedMs);
    return {
      ...safety,
      evidence,
      units: evidence === safety.evidence ? safety.units : safety.units.map(toOldUnit),
      unitOperations: safety.unitOperations.map((unit) => ({
        ...unit,
        evidence: ageEvidence(unit.evidence, passedMs),
      })),
    };
  }, [safety, passedMs]);
}

/** The shutdown of a plant, read again whenever it changes, and before its proofs become old. */
export function useSafety(stationId: string, { withUnits }: { readonly withUnits: boolean }) {
  const isLive = useIsSafetyLive() || !withUnits;
  const query = useQuery({
    ...queryOf(endpoints.safety.get, { stationId, withUnits: String(withUnits) }),
    // Changes are pushed; a countdown must not stop where the event stream is interrupted.
    refetchInterval: ({ state: { data } }) => {
      if (!isLive) return POLL_MS;
      if (data === undefined) return false;
      if (hasCountdown(data) || isStorageWaiting(data)) return POLL_MS;
      return isHeldState(data.state)
        ? Math.min(HELD_POLL_MS, getNextReadMs(...listEvidences(data)) || HELD_POLL_MS)
        : getNextReadMs(...listEvidences(data));
    },
  });
  const reloadState = useThrottled(refreshState, RELOAD_MS);
  // The state comes first: a browser has few connections, and a busy server replies one after another.
  const reloadHistory = useThrottled(refreshHistory, RELOAD_HISTORY_MS);
  const reload = () => {
    reloadState();
    reloadHistory();
  };
  useLive(
    // The line in the head of a plant follows the stream that every page of the plant has open.
    withUnits ? `safety:${stationId}` : `plant:${stationId}`,
    ({ type }) => {
      if (type === "safety" || type === "gateway") reload();
    },
    reload,
  );
  return { ...query, data: useAged(query.data, query.dataUpdatedAt) };
}

/** What the caller may do with the switches of a plant; read again as often as its state. */
export function useSwitchOps(stationId: string, safety: Safety) {
  const isLive = useIsSafetyLive();
  return useQuery({
    ...queryOf(endpoints.permission.checkStationOp, { stationId }),
    refetchInterval: !isLive || hasCountdown(safety) ? POLL_MS : false,
  });
}

/** Whether a state that was read then is no longer refreshed: changes are not pushed, and reading it takes too long or fails. */
export function useIsOutdated(readAt: number): boolean {
  const isLive = useIsSafetyLive();
  const [outdatedAt, setOutdatedAt] = useState<number>();
  useEffect(() => {
    if (isLive) return undefined;
    const timer = setTimeout(() => setOutdatedAt(readAt), OUTDATED_MS);
    return () => {
      clearTimeout(timer);
      setOutdatedAt(undefined);
    };
  }, [isLive, readAt]);
  return outdatedAt === readAt;
}

/** Seconds until an instant of the server's clock, counted down while it is ahead. */
export function useSecondsUntil(at: string | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === undefined) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [at]);
  if (at === undefined) return 0;
  return Math.max(0, Math.ceil((Date.parse(at) - toServerTime(now)) / 1000));
}
