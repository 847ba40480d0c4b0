import { endpoints } from "virtual:endpoints";
import type { PlantOffer } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { sessionStore } from "../session/current-session.ts";
import { queryOf } from "./queries.ts";

/** Offers are polled; no live event announces them. */
const POLL_INTERVAL_MS = 60_000;
const NONE: readonly PlantOffer[] = [];

/** Plants offered to the signed-in user; an anonymous session has none. */
export function useOffers(): readonly PlantOffer[] {
  const { data } = useQuery({
    ...queryOf(endpoints.sharing.invitations),
    enabled: sessionStore.read()?.isAnonymous === false,
    staleTime: POLL_INTERVAL_MS,
    refetchInterval: POLL_INTERVAL_MS,
  });
  return data?.rows ?? NONE;
}
