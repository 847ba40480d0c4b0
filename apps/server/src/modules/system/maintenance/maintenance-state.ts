import type { EndpointName, MaintenanceKind } from "@heliograph/contract";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { createSharedValue } from "../../../infra/shared-value.ts";
import type { PopUpRow } from "./maintenance.repository.ts";
import { listPopUpsAhead } from "./maintenance.repository.ts";
import type { MaintenanceTimes } from "./maintenance-phase.ts";

/** An enabled pop-up that was not over when it was read. */
export interface PopUpAhead extends MaintenanceTimes {
  readonly maintenanceId: string;
  readonly version: number;
  readonly kind: MaintenanceKind;
  readonly isOn: true;
}

// How long another process may use an outdated state when the message of a change is lost.
const CACHE_MS = 2_000;

const kinds: Record<EndpointName, MaintenanceKind> = { WEB: "web", APP: "app" };

/** The kind of pop-up that concerns the sessions of an endpoint. */
export const kindOf = (endpoint: EndpointName): MaintenanceKind => kinds[endpoint];

/**
 * Caches running and upcoming pop-ups, so that a request needs no query. Only instants are cached: the phase follows from
 * the clock.
 */
export function createMaintenanceState({ db, clock, bus }: { db: Db; clock: Clock; bus: Bus }) {
  const ahead = createSharedValue<readonly PopUpAhead[]>({
    bus,
    clock,
    subject: "system.maintenance",
    maxAgeMs: CACHE_MS,
    load: async () => (await listPopUpsAhead(db, new Date(clock.now()))).map(toAhead),
  });
  return {
    /** Enabled pop-ups of a kind that are not over, the earliest stop first. */
    async listAhead(kind: MaintenanceKind): Promise<readonly PopUpAhead[]> {
      return (await ahead.get()).filter((popUp) => popUp.kind === kind);
    },
    /** Call after a change was stored: this process sees it immediately, others when the message arrives. */
    publishChange: ahead.invalidate,
  };
}

function toAhead(row: PopUpRow): PopUpAhead {
  const { maintenanceId, version, kind, previewAt, serviceStopAt, serviceRestartAt } = row;
  return {
    maintenanceId,
    version,
    kind,
    isOn: true,
    previewAt: previewAt.getTime(),
    serviceStopAt: serviceStopAt.getTime(),
    serviceRestartAt: serviceRestartAt.getTime(),
  };
}
