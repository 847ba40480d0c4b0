import type { StationDetail } from "@heliograph/contract";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

/**
 * What opening the plant shows first (R6.7): leads to its devices once, or returns an external address until the user
 * chooses to stay. A link to something on the page itself is not redirected.
 */
export function useJump({ stationId, jump, jumpAddress }: StationDetail, isAsked: boolean) {
  const navigate = useNavigate();
  const [stayedAt, setStayedAt] = useState<string>();
  const jumpedAt = useRef<string>(undefined);
  // A link to something on the page has opened the page itself.
  const [askedAt] = useState(isAsked);
  useEffect(() => {
    if (askedAt || jump !== "devices" || jumpedAt.current === stationId) return;
    jumpedAt.current = stationId;
    void navigate(`/station/${stationId}/devices`, { replace: true });
  }, [askedAt, stationId, jump, navigate]);
  const isLed = !askedAt && !isAsked && stayedAt !== stationId && jump === "address";
  return { address: isLed ? (jumpAddress ?? undefined) : undefined, stay: () => setStayedAt(stationId) };
}
