import { Suspense } from "react";
import { loadTexts } from "../base/i18n/i18n.ts";
import { lazyPart } from "../routing/lazy-part.tsx";
import type { PlantReasonProps } from "./plant-reason-links.tsx";

// The catalogue of fault codes is loaded where a plant has alarms.
const PlantReasonLinks = lazyPart<PlantReasonProps>(async () => {
  const [module] = await Promise.all([import("./plant-reason-links.tsx"), loadTexts("faults")]);
  return module.PlantReasonLinks;
});

/** Which alarms explain a plant's status, and how many more there are. */
export function PlantReason(props: PlantReasonProps) {
  return (
    <Suspense fallback={null}>
      <PlantReasonLinks {...props} />
    </Suspense>
  );
}
