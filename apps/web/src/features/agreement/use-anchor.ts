import { useEffect } from "react";
import { useLocation } from "react-router";

/** Scrolls to the heading with this id and focuses it, each time a link to it is followed. */
export function useAnchor(headingId: string | undefined): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link followed again scrolls there again
  useEffect(() => {
    if (headingId === undefined) return;
    const heading = document.getElementById(headingId);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [headingId, key]);
}
