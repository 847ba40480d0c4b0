import { endpoints } from "virtual:endpoints";
import type { PlantOffer } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { sessionStore } from "../session/current-session.ts";
import { queryOf } from "./queries.ts";

/** An offer is seen this soon after it was made; nothing is pushed for it. */
const POLL_INTERVAL_MS = 60_000;
const NONE: readonly PlantOffer[] = [];

/** What others offer the signed-in person; nobody offers anything to an anonymous session. */
export function useOffers(): readonly PlantOffer[] {
  const { data } = useQuery({
    ...queryOf(endpoints.sharing.invitations),
    enabled: sessionStore.read()?.isAnonymous === false,
    staleTime: POLL_INTERVAL_MS,
    refetchInterval: POLL_INTERVAL_MS,
  });
  return data?.rows ?? NONE;
}
