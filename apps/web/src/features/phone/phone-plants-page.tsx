import type { PlantStatus } from "@heliograph/contract";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { PhoneLayout } from "./phone-layout.tsx";
import { usePhonePlants } from "./use-phone-plants.ts";

// The stream and the figures come while the first answer is on its way.
const Content = lazyPart(async () => (await import("./phone-plants-content.tsx")).PhonePlantsContent);

/** A phone's first page after sign-in: the plants, those that need attention first. */
export function PhonePlantsPage() {
  const { t } = useTranslation();
  // In the address, so that the way back from a plant leads to the same list.
  const [params, setParams] = useSearchParams();
  const typed = params.get("search") ?? "";
  const search = typed.trim();
  const status = (params.get("status") as PlantStatus | null) ?? undefined;
  const { known, reload, more } = usePhonePlants({ search, status });

  function set(change: { search?: string; status?: PlantStatus | undefined }): void {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change))
      if (value) next.set(name, value);
      else next.delete(name);
    setParams(next, { replace: true });
  }

  return (
    <PhoneLayout desktopAddress="/home">
      <h1>{t("phone.plants")}</h1>
      {known.state === "failed" && <FailedState error={known.error} onRetry={reload} />}
      {known.state === "loading" && <ListSkeleton />}
      {known.state === "ready" && (
        <Suspense fallback={<ListSkeleton />}>
          <Content
            plants={known.data}
            typed={typed}
            status={status}
            onChange={set}
            onMore={more}
            onReload={reload}
          />
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
