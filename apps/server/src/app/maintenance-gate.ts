import type { Endpoint, EndpointName } from "@heliograph/contract";
import { AppError } from "../errors.ts";
import type { Clock } from "../infra/clock.ts";
import type { Scope } from "../modules/base/access/scope.ts";
import type { IdentityService } from "../modules/people/identity/identity.service.ts";
import type { MaintenanceService } from "../modules/system/maintenance/maintenance.service.ts";

/** Identification of a call: its access token, and the endpoint name that counts when there is no session. */
export interface Credentials {
  token: string | undefined;
  endpointName: EndpointName;
}

export interface MaintenanceGateOptions {
  maintenance: MaintenanceService;
  identity: IdentityService;
  clock: Clock;
}

/** Refuses calls with B0100 during maintenance of their endpoint, except those of super users (domain: Maintenance). */
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

  /** The session of a public call, which needs none; an invalid token counts as none. */
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
    /** Looks up the session only during maintenance, so that public calls cost nothing otherwise. */
    async checkPublic(endpoint: Endpoint, { token, endpointName }: Credentials): Promise<void> {
      if (endpoint.duringMaintenance || !(await isAnythingStopped())) return;
      const scope = await findSession(token);
      await (scope ? checkSession(scope) : checkEndpoint(endpointName));
    },
  };
}

export type MaintenanceGate = ReturnType<typeof createMaintenanceGate>;
