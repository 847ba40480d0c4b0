import type { MaintenancePhase } from "@heliograph/contract";

/** The times of a pop-up, ms. */
export interface MaintenanceTimes {
  readonly previewAt: number;
  readonly serviceStopAt: number;
  readonly serviceRestartAt: number;
}

/** Where a pop-up stands at an instant; at its restart it is over, whether it was on or not. */
export function phaseAt(popUp: MaintenanceTimes & { readonly isOn: boolean }, now: number): MaintenancePhase {
  if (now >= popUp.serviceRestartAt) return "over";
  if (!popUp.isOn) return "off";
  if (now < popUp.previewAt) return "scheduled";
  return now < popUp.serviceStopAt ? "announced" : "running";
}

/**
 * When the service is back, of pop-ups of one kind that are on: undefined while none is running. One that stops the
 * service before the running one is over carries on from there.
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
