import { Suspense } from "react";
import { loadTexts } from "../../shared/base/i18n/i18n.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { page } from "../../shared/routing/page.tsx";
import { useMaintenance } from "./use-maintenance.ts";

// Nothing of this is fetched while there is nothing to say.

const Lines = lazyPart(async () => {
  const [{ MaintenanceLines }] = await Promise.all([
    import("./maintenance-lines.tsx"),
    loadTexts("maintenance"),
  ]);
  return MaintenanceLines;
});

/** What is announced or running, as lines above the page; nothing when there is nothing. */
export function MaintenanceNotice() {
  const maintenance = useMaintenance();
  if (maintenance === undefined || maintenance.phase === "none") return null;
  return (
    <Suspense fallback={null}>
      <Lines maintenance={maintenance} />
    </Suspense>
  );
}

/** In place of the console while the service is stopped. */
export const maintenancePage = page(
  async () => (await import("./maintenance-page.tsx")).MaintenancePage,
  "maintenance",
  "console",
  "frame",
);
