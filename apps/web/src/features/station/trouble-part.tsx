import { Suspense } from "react";
import { loadTexts } from "../../shared/base/i18n/i18n.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import type { TroubleCardProps } from "./trouble-card.tsx";

// The catalogue of fault codes is loaded where a plant has alarms.
const TroubleCard = lazyPart<TroubleCardProps>(async () => {
  const [module] = await Promise.all([import("./trouble-card.tsx"), loadTexts("faults")]);
  return module.TroubleCard;
});

/** What is wrong with a plant now. */
export function TroublePart(props: TroubleCardProps) {
  return (
    <Suspense fallback={null}>
      <TroubleCard {...props} />
    </Suspense>
  );
}
