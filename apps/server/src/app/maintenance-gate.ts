import type { Endpoint, EndpointName } from "@heliograph/contract";
import type { Clock } from "../infra/clock.ts";
import type { Scope } from "../modules/access/access.service.ts";
import { AppError } from "../modules/access/access.service.ts";
import type { IdentityService } from "../modules/identity/identity.service.ts";
import type { MaintenanceService } from "../modules/maintenance/maintenance.service.ts";

/** Who presents itself with a call: its access token, and the endpoint it names for when it has no session. */
export interface Presented {
  token: string | undefined;
  endpointName: EndpointName;
}

export interface MaintenanceGateOptions {
  maintenance: MaintenanceService;
  identity: IdentityService;
  clock: Clock;
}

/** Refuses with B0100 what maintenance has stopped: sessions of its kind, but for super users (domain: Maintenance). */
export function createMaintenanceGate({ maintenance, identity, clock }: MaintenanceGateOptions) {
  async function checkEndpoint(name: EndpointName): Promise<void> {
    const backAt = await maintenance.findBackAt(name);
    if (backAt === undefined) return;
    const retryAfterS = Math.max(1, Math.ceil((backAt - clock.now()) / 1000));
    throw new AppError("B0100", { retryAfterS });
  }

  async function checkSession(scope: Scope): Promise<void> {
    if (!scope.isSuper) await checkEndpoint(scope.endpoint);
  }

  /** The session behind a public call, which does not need one; a token that is worth nothing counts as none. */
  async function findSession(token: string | undefined): Promise<Scope | undefined> {
    if (token === undefined) return undefined;
    try {
      return await identity.authenticate(token);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  async function isAnythingStopped(): Promise<boolean> {
    const backAts = await Promise.all([maintenance.findBackAt("WEB"), maintenance.findBackAt("APP")]);
    return backAts.some((backAt) => backAt !== undefined);
  }

  return {
    async checkSession(endpoint: Endpoint, scope: Scope): Promise<void> {
      if (!endpoint.duringMaintenance) await checkSession(scope);
    },
    /** Who it is matters only while something is stopped: public calls pay for it no sooner. */
    async checkPublic(endpoint: Endpoint, { token, endpointName }: Presented): Promise<void> {
      if (endpoint.duringMaintenance || !(await isAnythingStopped())) return;
      const scope = await findSession(token);
      await (scope ? checkSession(scope) : checkEndpoint(endpointName));
    },
  };
}

export type MaintenanceGate = ReturnType<typeof createMaintenanceGate>;
