import type { StationDetail } from "@heliograph/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "../../shared/api/queries.ts";
import { SafetyPanel } from "../../shared/safety/safety-panel.tsx";

/** Rapid shutdown on a phone. The other phone pages do without the query cache, which comes with this part. */
export function PhoneSafety({ plant }: { readonly plant: StationDetail }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SafetyPanel plant={plant} resetIn="console" />
    </QueryClientProvider>
  );
}
