import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { PhoneLayout } from "./phone-layout.tsx";
import type { PlantListingChange } from "./plant-listing.ts";
import { readPlantListing, writePlantListing } from "./plant-listing.ts";
import { usePhonePlants } from "./use-phone-plants.ts";

// The stream and the figures come while the first answer is on its way.
const Content = lazyPart(async () => (await import("./phone-plants-content.tsx")).PhonePlantsContent);

/** A phone's first page after sign-in: the plants, those that need attention first unless the address says otherwise. */
export function PhonePlantsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const listing = readPlantListing(params);
  const { known, reload, more } = usePhonePlants(listing);
  const set = (change: PlantListingChange) => setParams(writePlantListing(params, change), { replace: true });

  return (
    <PhoneLayout desktopAddress={params.size === 0 ? "/home" : `/home?${params}`}>
      <h1>{t("phone.plants")}</h1>
      {known.state === "failed" && <FailedState error={known.error} onRetry={reload} />}
      {known.state === "loading" && <ListSkeleton />}
      {known.state === "ready" && (
        <Suspense fallback={<ListSkeleton />}>
          <Content plants={known.data} listing={listing} onChange={set} onMore={more} onReload={reload} />
        </Suspense>
      )}
    </PhoneLayout>
  );
}

function ListSkeleton() {
  return (
    <div className="plant-cards" aria-busy="true">
      {["one", "two", "three", "four"].map((each) => (
        <Skeleton key={each} width="100%" height="14rem" />
      ))}
    </div>
  );
}
