import type { MaintenancePhase } from "@heliograph/contract";

/** The times of a pop-up, ms. */
export interface MaintenanceTimes {
  readonly previewAt: number;
  readonly serviceStopAt: number;
  readonly serviceRestartAt: number;
}

/** Phase of a pop-up at an instant; from its restart time it is over, whether it was on or not. */
export function phaseAt(popUp: MaintenanceTimes & { readonly isOn: boolean }, now: number): MaintenancePhase {
  if (now >= popUp.serviceRestartAt) return "over";
  if (!popUp.isOn) return "off";
  if (now < popUp.previewAt) return "scheduled";
  return now < popUp.serviceStopAt ? "announced" : "running";
}

/**
 * When the service is back, given the enabled pop-ups of one kind: undefined while none is running. A pop-up that stops the
 * service before the running one ends extends it.
 */
export function findBackAt(popUps: readonly MaintenanceTimes[], now: number): number | undefined {
  let backAt: number | undefined;
  let from = now;
  for (;;) {
    const covering = popUps.filter(
      ({ serviceStopAt, serviceRestartAt }) => serviceStopAt <= from && serviceRestartAt > from,
    );
    if (covering.length === 0) return backAt;
    from = Math.max(...covering.map(({ serviceRestartAt }) => serviceRestartAt));
    backAt = from;
  }
}
