import type { Access, Endpoint, OfferBy, PermissionId, PlantBy, Who } from "@heliograph/contract";
import type { AccessService, Offer, PlantAccess, Scope } from "../modules/access/access.service.ts";
import { AppError, isLevelEnough, nobodyScope } from "../modules/access/access.service.ts";
import type { IdentityService } from "../modules/identity/identity.service.ts";
import type { AnonymousQuota } from "./anonymous-quota.ts";
import type { MaintenanceGate, Presented } from "./maintenance-gate.ts";

/** What the access check resolved of the object a call names. */
export interface Reached {
  plant?: PlantAccess;
  deviceId?: string;
}

type Fields = Record<string, unknown>;

function hasOneOf(scope: Scope, needed: readonly PermissionId[]): boolean {
  return needed.some((id) => scope.permissionIds.has(id));
}

function isAllowed(
  scope: Scope,
  who: Exclude<Who, "public">,
  accountsNeed: readonly PermissionId[] | undefined,
): boolean {
  if (who === "anonymous") return scope.isAnonymous || !accountsNeed || hasOneOf(scope, accountsNeed);
  if (scope.isAnonymous) return false;
  return who === "signed-in" || hasOneOf(scope, who);
}

/** Whether a level that only comes from a plant being public is enough: never for a call that needs an account. */
function isPublicEnough({ who }: Access): boolean {
  return who === "public" || who === "anonymous";
}

function toOffer(by: OfferBy, fields: Fields): Offer {
  return "grantId" in by
    ? { kind: "share", id: String(fields[by.grantId]) }
    : { kind: "transfer", id: String(fields[by.transferId]) };
}

/** The one place where access is decided; every call passes it before its handler runs. */
export function createAccessCheck({
  identity,
  access,
  gate,
  takeAnonymous,
}: {
  identity: IdentityService;
  access: AccessService;
  gate: MaintenanceGate;
  takeAnonymous: AnonymousQuota;
}) {
  async function findPlant(scope: Scope, by: PlantBy, fields: Fields) {
    if ("stationId" in by) return { plant: await access.findPlant(scope, String(fields[by.stationId])) };
    if (!("deviceId" in by)) return { plant: await access.findPlantOfOffer(scope, toOffer(by, fields)) };
    const deviceId = String(fields[by.deviceId]);
    return { plant: await access.findPlantOfDevice(scope, deviceId), deviceId };
  }

  async function checkTopics(scope: Scope, topics: readonly string[]): Promise<void> {
    for (const topic of topics) {
      const [, plantId] = topic.split(":");
      if (plantId !== undefined && !(await access.findPlant(scope, plantId))) throw new AppError("A0404");
    }
  }

  async function resolve(endpoint: Endpoint, scope: Scope, fields: Fields): Promise<Reached> {
    const need = endpoint.access.scope;
    switch (need.kind) {
      case "plant": {
        const { plant, deviceId } = await findPlant(scope, need.by, fields);
        if (!plant || (plant.level === "public" && !isPublicEnough(endpoint.access)))
          throw new AppError("A0404");
        const isHidden = need.part !== undefined && plant.hiddenParts.includes(need.part);
        if (isHidden || !isLevelEnough(plant, need.level)) throw new AppError("A0300");
        return { plant, deviceId };
      }
      case "addressed":
        if (!(await access.isAddressed(scope, toOffer(need.by, fields)))) throw new AppError("A0404");
        return {};
      case "company": {
        const companyId = (fields[need.by] as string | undefined) ?? scope.companyId;
        if (companyId === undefined || !(await access.isCompanyInScope(scope, companyId)))
          throw new AppError("A0404");
        return {};
      }
      case "account":
        if (!(await access.isAccountInScope(scope, String(fields[need.by])))) throw new AppError("A0404");
        return {};
      case "role":
        if (!(await access.isRoleInScope(scope, String(fields[need.by])))) throw new AppError("A0404");
        return {};
      case "topics":
        await checkTopics(scope, fields[need.by] as string[]);
        return {};
      default:
        return {};
    }
  }

  return {
    /** Before anything of the request is parsed: who is calling, and may such a caller at all? */
    async checkCaller(
      endpoint: Endpoint,
      presented: Presented,
      /** Told who it is as soon as that is known, so that a refusal is counted to whom it was given. */
      onKnown?: (scope: Scope) => void,
    ): Promise<Scope> {
      const { token } = presented;
      const { who, accountsNeed, scope: need } = endpoint.access;
      if (who === "public") {
        await gate.checkPublic(endpoint, presented);
        return nobodyScope();
      }
      if (token === undefined) throw new AppError("A0230");
      const scope = await identity.authenticate(token);
      onKnown?.(scope);
      await gate.checkSession(endpoint, scope);
      const isInside = need.kind !== "platform" || (scope.isPlatform && scope.reach === "company");
      if (!isInside || !isAllowed(scope, who, accountsNeed)) throw new AppError("A0300");
      if (scope.isAnonymous) takeAnonymous(scope.sessionId as string);
      return scope;
    },

    /**
     * Once the input is valid: does the caller reach what it names? "Not yours" and "not there" answer the same. Nobody
     * is asked for the password for what would be refused anyway.
     */
    async checkReach(endpoint: Endpoint, scope: Scope, fields: Fields): Promise<Reached> {
      const reached = await resolve(endpoint, scope, fields);
      if (endpoint.stepUp && !scope.isSteppedUp) throw new AppError("A0220");
      return reached;
    },
  };
}

export type AccessCheck = ReturnType<typeof createAccessCheck>;
