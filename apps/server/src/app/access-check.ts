import type { Access, Endpoint, LiveTopic, OfferBy, PermissionId, PlantBy, Who } from "@heliograph/contract";
import { AppError } from "../errors.ts";
import type { AccessService } from "../modules/base/access/access.service.ts";
import type { Offer, PlantAccess } from "../modules/base/access/plant-access.ts";
import { isLevelEnough } from "../modules/base/access/plant-access.ts";
import type { Scope } from "../modules/base/access/scope.ts";
import { sessionlessScope } from "../modules/base/access/scope.ts";
import type { ApiKeyService } from "../modules/people/api-keys/api-keys.service.ts";
import type { AnonymousQuota } from "../modules/people/identity/anonymous-quota.service.ts";
import type { IdentityService } from "../modules/people/identity/identity.service.ts";
import type { CallQuota } from "./call-quota.ts";
import type { TopicPlants } from "./event-visibility.ts";
import { findTopicPlants } from "./event-visibility.ts";
import type { Credentials, MaintenanceGate } from "./maintenance-gate.ts";

/** Objects addressed by a call, as the access check resolved them. */
export interface CallTarget {
  plant?: PlantAccess;
  deviceId?: string;
  topicPlants?: TopicPlants;
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

/**
 * Whether a call may be made with an API key: one that reads plants, by a permission that the key has. What belongs to the
 * account itself, such as its sessions, has no permission or no plants, and needs a session.
 */
function isAllowedByKey({ method, access, responseType }: Endpoint, scope: Scope): boolean {
  const { who, accountsNeed, scope: need } = access;
  const needed = typeof who === "string" ? accountsNeed : who;
  const isReading = method === "GET" && responseType !== "stream";
  const isOfPlants = need.kind === "plant" || need.kind === "in-scope";
  return isReading && isOfPlants && needed !== undefined && hasOneOf(scope, needed);
}

/** Whether the level `public` suffices: never for a call that needs an account. */
function isPublicEnough({ who }: Access): boolean {
  return who === "public" || who === "anonymous";
}

function toOffer(by: OfferBy, fields: Fields): Offer {
  return "grantId" in by
    ? { kind: "share", id: String(fields[by.grantId]) }
    : { kind: "transfer", id: String(fields[by.transferId]) };
}

/** Decides access for every call, before its handler runs. */
export function createAccessCheck({
  identity,
  access,
  gate,
  apiKeys,
  countAnonymousCall,
  countKeyCall,
}: {
  identity: IdentityService;
  access: AccessService;
  gate: MaintenanceGate;
  apiKeys: Pick<ApiKeyService, "isApiKey" | "authenticate">;
  countAnonymousCall: AnonymousQuota;
  countKeyCall: CallQuota;
}) {
  const authenticate = async (token: string): Promise<Scope> =>
    apiKeys.isApiKey(token) ? await apiKeys.authenticate(token) : await identity.authenticate(token);

  async function findPlant(scope: Scope, by: PlantBy, fields: Fields) {
    if ("stationId" in by) return { plant: await access.findPlant(scope, String(fields[by.stationId])) };
    if ("alarmId" in by) return { plant: await access.findPlantOfAlarm(scope, String(fields[by.alarmId])) };
    if (!("deviceId" in by)) return { plant: await access.findPlantOfOffer(scope, toOffer(by, fields)) };
    const deviceId = String(fields[by.deviceId]);
    return { plant: await access.findPlantOfDevice(scope, deviceId), deviceId };
  }

  async function resolve(endpoint: Endpoint, scope: Scope, fields: Fields): Promise<CallTarget> {
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
        return { topicPlants: await findTopicPlants(access, scope, fields[need.by] as LiveTopic[]) };
      default:
        return {};
    }
  }

  return {
    /** Authenticates the caller and checks its permissions, before the request is parsed. */
    async checkCaller(
      endpoint: Endpoint,
      presented: Credentials,
      /** Called as soon as the caller is authenticated, so that a refusal counts for that account. */
      onKnown?: (scope: Scope) => void,
    ): Promise<Scope> {
      const { token } = presented;
      const { who, accountsNeed, scope: need } = endpoint.access;
      if (who === "public") {
        await gate.checkPublic(endpoint, presented);
        return sessionlessScope();
      }
      if (token === undefined) throw new AppError("A0230");
      const scope = await authenticate(token);
      onKnown?.(scope);
      if (scope.apiKey) countKeyCall(scope.apiKey.id);
      await gate.checkSession(endpoint, scope);
      const isInside = need.kind !== "platform" || (scope.isPlatform && scope.jurisdiction === "company");
      const isCallAllowed = scope.apiKey
        ? isAllowedByKey(endpoint, scope)
        : isAllowed(scope, who, accountsNeed);
      if (!isInside || !isCallAllowed) throw new AppError("A0300");
      if (scope.isAnonymous) await countAnonymousCall(scope.sessionId as string);
      return scope;
    },

    /**
     * Resolves the objects addressed by a valid call, and checks the caller's access to them. An object without access is
     * refused like one that does not exist. Step-up is required last, not for calls that are refused anyway.
     */
    async checkTarget(endpoint: Endpoint, scope: Scope, fields: Fields): Promise<CallTarget> {
      const target = await resolve(endpoint, scope, fields);
      if (endpoint.stepUp && !scope.isSteppedUp) throw new AppError("A0220");
      return target;
    },
  };
}

export type AccessCheck = ReturnType<typeof createAccessCheck>;
