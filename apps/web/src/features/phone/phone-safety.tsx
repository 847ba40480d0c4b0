import type { StationDetail } from "@heliograph/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "../../shared/api/queries.ts";
import { NoSwitchesLine } from "../../shared/safety/no-switches.tsx";
import { SafetyPanel } from "../../shared/safety/safety-panel.tsx";
import { hasNoSwitches } from "../../shared/safety/safety-texts.ts";
import { useSafety } from "../../shared/safety/use-safety.ts";

/** Rapid shutdown on a phone. The other phone pages do without the query cache, which comes with this part. */
export function PhoneSafety({ plant }: { readonly plant: StationDetail }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SafetyPanel plant={plant} resetIn="page" />
    </QueryClientProvider>
  );
}

/** What a plant without switches has instead, further down its page. */
export function PhoneNoSwitches({ plant }: { readonly plant: StationDetail }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Line stationId={plant.stationId} />
    </QueryClientProvider>
  );
}

function Line({ stationId }: { readonly stationId: string }) {
  const { data, isError } = useSafety(stationId, { withUnits: true });
  return data !== undefined && !isError && hasNoSwitches(data) ? <NoSwitchesLine /> : null;
}
