import { useLocation } from "react-router";

/** State of links from a page of a plant to its overview, which then shows itself and not what opening the plant shows first. */
export const fromPlant = { isFromPlant: true } as const;

/** Whether the page was opened from another page of the same plant. */
export function useIsFromPlant(): boolean {
  const state = useLocation().state as Partial<typeof fromPlant> | null;
  return state?.isFromPlant === true;
}
