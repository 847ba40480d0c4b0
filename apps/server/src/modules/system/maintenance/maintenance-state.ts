import type { EndpointName, MaintenanceKind } from "@heliograph/contract";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { createSharedValue } from "../../../infra/shared-value.ts";
import type { PopUpRow } from "./maintenance.repository.ts";
import { listPopUpsAhead } from "./maintenance.repository.ts";
import type { MaintenanceTimes } from "./maintenance-phase.ts";

/** A pop-up that is on and was not over when it was read. */
export interface PopUpAhead extends MaintenanceTimes {
  readonly maintenanceId: string;
  readonly version: number;
  readonly kind: MaintenanceKind;
  readonly isOn: true;
}

// How long another process may go on by what it read, should its message of the change be lost.
const KEPT_MS = 2_000;

const kinds: Record<EndpointName, MaintenanceKind> = { WEB: "web", APP: "app" };

/** The kind of pop-up that concerns the sessions of an endpoint. */
export const kindOf = (endpoint: EndpointName): MaintenanceKind => kinds[endpoint];

/**
 * What lies ahead, as PostgreSQL has it, kept so that a request asks without a query of its own. Only instants are kept:
 * what they mean is decided by the clock.
 */
export function createMaintenanceState({ db, clock, bus }: { db: Db; clock: Clock; bus: Bus }) {
  const ahead = createSharedValue<readonly PopUpAhead[]>({
    bus,
    clock,
    subject: "system.maintenance",
    maxAgeMs: KEPT_MS,
    load: async () => (await listPopUpsAhead(db, new Date(clock.now()))).map(toAhead),
  });
  return {
    /** On and not over, of a kind, the earliest stop first. */
    async listAhead(kind: MaintenanceKind): Promise<readonly PopUpAhead[]> {
      return (await ahead.get()).filter((popUp) => popUp.kind === kind);
    },
    /** After a change was stored: seen here at once, elsewhere when the message arrives. */
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
