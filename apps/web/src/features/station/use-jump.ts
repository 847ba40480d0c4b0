import type { PlantPart, StationDetail } from "@heliograph/contract";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

/** Pages that a plant can open on: what follows the plant's address, and the part whose settings may hide the page. */
const jumpPages: {
  readonly [jump in StationDetail["jump"]]?: { readonly path: string; readonly part: PlantPart };
} = {
  physicalLayout: { path: "/layout", part: "layout" },
  logicalLayout: { path: "/layout?view=logical", part: "layout" },
  devices: { path: "/devices", part: "devices" },
};

function findJumpPath({ jump, hiddenParts }: StationDetail): string | undefined {
  const page = jumpPages[jump];
  return page === undefined || hiddenParts.includes(page.part) ? undefined : page.path;
}

/**
 * What opening the plant shows first (R6.7): leads to that page once, or returns an external address until the user
 * chooses to stay. A link to something on the page itself is not redirected.
 */
export function useJump(plant: StationDetail, isAsked: boolean) {
  const { stationId, jump, jumpAddress } = plant;
  const navigate = useNavigate();
  const [stayedAt, setStayedAt] = useState<string>();
  const jumpedAt = useRef<string>(undefined);
  // A link to something on the page has opened the page itself.
  const [askedAt] = useState(isAsked);
  const path = findJumpPath(plant);
  useEffect(() => {
    if (askedAt || path === undefined || jumpedAt.current === stationId) return;
    jumpedAt.current = stationId;
    void navigate(`/station/${stationId}${path}`, { replace: true });
  }, [askedAt, stationId, path, navigate]);
  const isLed = !askedAt && !isAsked && stayedAt !== stationId && jump === "address";
  return { address: isLed ? (jumpAddress ?? undefined) : undefined, stay: () => setStayedAt(stationId) };
}
