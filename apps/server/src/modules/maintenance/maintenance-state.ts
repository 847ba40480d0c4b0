import type { EndpointName, MaintenanceKind } from "@heliograph/contract";
import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Db } from "../../infra/postgres/database.ts";
import { listPopUpsAhead } from "./maintenance.repository.ts";
import type { MaintenanceTimes } from "./maintenance-phase.ts";

/** A pop-up that is on and was not over when it was read. */
export interface PopUpAhead extends MaintenanceTimes {
  readonly maintenanceId: string;
  readonly version: number;
  readonly kind: MaintenanceKind;
  readonly isOn: true;
}

const subject = "system.maintenance";
// How long another process may go on by what it read, should its message of the change be lost.
const keptForMs = 2_000;

const kinds: Record<EndpointName, MaintenanceKind> = { WEB: "web", APP: "app" };

/** The kind of pop-up that concerns the sessions of an endpoint. */
export const kindOf = (endpoint: EndpointName): MaintenanceKind => kinds[endpoint];

/**
 * What lies ahead, as PostgreSQL has it: kept for two seconds and read again on the first question after a change, so
 * that a request asks without a query of its own. Only instants are kept: what they mean is decided by the clock.
 */
export function createMaintenanceState({ db, clock, bus }: { db: Db; clock: Clock; bus: Bus }) {
  let kept: { readAt: number; popUps: Promise<readonly PopUpAhead[]> } | undefined;
  let unsubscribe: (() => void) | undefined;

  async function read(now: number): Promise<readonly PopUpAhead[]> {
    const rows = await listPopUpsAhead(db, new Date(now));
    return rows.map(({ maintenanceId, version, kind, previewAt, serviceStopAt, serviceRestartAt }) => ({
      maintenanceId,
      version,
      kind,
      isOn: true,
      previewAt: previewAt.getTime(),
      serviceStopAt: serviceStopAt.getTime(),
      serviceRestartAt: serviceRestartAt.getTime(),
    }));
  }

  const drop = (): void => {
    kept = undefined;
  };

  return {
    /** On and not over, of a kind, the earliest stop first. */
    async listAhead(kind: MaintenanceKind): Promise<readonly PopUpAhead[]> {
      const now = clock.now();
      if (kept === undefined || Math.abs(now - kept.readAt) >= keptForMs) {
        const reading = { readAt: now, popUps: read(now) };
        kept = reading;
        // Whoever asks next tries anew; those who wait hear of the failure.
        reading.popUps.catch(() => {
          if (kept === reading) kept = undefined;
        });
      }
      return (await kept.popUps).filter((popUp) => popUp.kind === kind);
    },
    /** After a change was stored: here at once, elsewhere when the message arrives. */
    tellChange(): void {
      drop();
      bus.publish(subject, {});
    },
    start(): void {
      unsubscribe ??= bus.subscribe(subject, drop);
    },
    stop(): void {
      unsubscribe?.();
      unsubscribe = undefined;
    },
  };
}
