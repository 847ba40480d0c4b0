import type { StationDetail } from "@heliograph/contract";
import { useEffect, useRef, useState } from "react";

/**
 * What opening the plant shows first (R6.7): scrolls to its devices once, or returns an external address until the user
 * chooses to stay. A link to something on the page itself is not redirected.
 */
export function useJump(plant: StationDetail | undefined, isAsked: boolean) {
  const [stayedAt, setStayedAt] = useState<string>();
  const jumpedAt = useRef<string>(undefined);
  const { stationId, jump, jumpAddress } = plant ?? {};
  // A link to something on the page has opened the page itself.
  const [askedAt] = useState(isAsked);
  useEffect(() => {
    if (askedAt || stationId === undefined || jump !== "devices" || jumpedAt.current === stationId) return;
    jumpedAt.current = stationId;
    document.getElementById("units")?.scrollIntoView();
  }, [askedAt, stationId, jump]);
  const isLed = !askedAt && !isAsked && stayedAt !== stationId && jump === "address";
  return { address: isLed ? (jumpAddress ?? undefined) : undefined, stay: () => setStayedAt(stationId) };
}
