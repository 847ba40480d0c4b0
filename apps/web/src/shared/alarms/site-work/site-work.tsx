import { Suspense } from "react";
import { loadTexts } from "../../base/i18n/i18n.ts";
import { lazyPart } from "../../routing/lazy-part.tsx";
import type { PlantOfWork } from "./use-site-work.ts";

// Pages load its code and texts when they show a plant whose alarms are visible.
const Lines = lazyPart<PlantOfWork>(async () => {
  const [module] = await Promise.all([import("./site-work-parts.tsx"), loadTexts("site-work")]);
  return module.SiteWorkLines;
});
const Button = lazyPart<PlantOfWork>(async () => {
  const [module] = await Promise.all([import("./site-work-parts.tsx"), loadTexts("site-work")]);
  return module.SiteWorkButton;
});

/** Running and planned site work of a plant; nothing without any. */
export function SiteWorkLines(props: PlantOfWork) {
  return (
    <Suspense fallback={null}>
      <Lines {...props} />
    </Suspense>
  );
}

/** Starts or plans site work; nothing for users who may not. */
export function SiteWorkButton(props: PlantOfWork) {
  return (
    <Suspense fallback={null}>
      <Button {...props} />
    </Suspense>
  );
}
