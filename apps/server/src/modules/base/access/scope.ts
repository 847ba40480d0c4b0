import type { EndpointName, Language, PermissionId } from "@heliograph/contract";

declare const scopeBrand: unique symbol;

/**
 * The caller and its access rights. Only this module creates one, so a repository function with a Scope parameter cannot
 * be called without an access check.
 */
export interface Scope {
  readonly [scopeBrand]: true;
  /** `sessionless` is a public call without a session. */
  readonly kind: "account" | "anonymous" | "sessionless" | "system";
  readonly accountId?: string;
  readonly companyId?: string;
  readonly sessionId?: string;
  /** What opened the session; a call without one counts as WEB. */
  readonly endpoint: EndpointName;
  readonly isAnonymous: boolean;
  /** Holds the built-in role ROOT. */
  readonly isSuper: boolean;
  /** The account belongs to the platform operator, the root of the company tree. */
  readonly isPlatform: boolean;
  /** Whether the account's company has companies below it: most have none, and queries need no tree then. */
  readonly hasCompaniesBelow: boolean;
  readonly permissionIds: ReadonlySet<PermissionId>;
  /** Jurisdiction: all plants of the company and those below, or a chosen list. */
  readonly jurisdiction: "company" | "plants";
  /** The API key of the call, which acts for the account; `isLimited` to plants chosen for it. */
  readonly apiKey?: { readonly id: string; readonly isLimited: boolean };
  /** The password was given again not long ago (security: rule 5). */
  readonly isSteppedUp: boolean;
}

/** The caller of a change, as it is audited and notified. Every `Call` is one. */
export interface Actor {
  readonly scope: Scope;
  /** IP address of the client, also behind trusted proxies. */
  readonly address: string;
  /** Of the call; for recipients whose account has no language. */
  readonly language: Language;
}

type ScopeFields = Omit<Scope, typeof scopeBrand>;

const noPermissions: ReadonlySet<PermissionId> = new Set();
const closed = {
  endpoint: "WEB",
  isAnonymous: false,
  isSuper: false,
  isPlatform: false,
  hasCompaniesBelow: true,
  permissionIds: noPermissions,
  jurisdiction: "company",
  isSteppedUp: false,
} as const;

function brand(fields: ScopeFields): Scope {
  return Object.freeze(fields) as Scope;
}

export interface AccountScopeFields {
  accountId: string;
  companyId: string;
  /** Absent in background jobs. */
  sessionId?: string;
  endpoint?: EndpointName;
  isSuper: boolean;
  isPlatform: boolean;
  /** Default: true, which is right for every company. */
  hasCompaniesBelow?: boolean;
  permissionIds: ReadonlySet<PermissionId>;
  jurisdiction: "company" | "plants";
  isSteppedUp?: boolean;
}

export function accountScope(fields: AccountScopeFields): Scope {
  return brand({
    kind: "account",
    isAnonymous: false,
    endpoint: "WEB",
    isSteppedUp: false,
    hasCompaniesBelow: true,
    ...fields,
  });
}

/** The scope of an account as far as an API key has it. A key is never a super user. */
export function apiKeyScope(
  scope: Scope,
  { permissionIds, ...apiKey }: { id: string; isLimited: boolean; permissionIds: ReadonlySet<PermissionId> },
): Scope {
  return brand({ ...scope, isSuper: false, isSteppedUp: false, permissionIds, apiKey });
}

export function anonymousScope(sessionId: string, endpoint: EndpointName = "WEB"): Scope {
  return brand({ ...closed, kind: "anonymous", sessionId, endpoint, isAnonymous: true });
}

const sessionless = brand({ ...closed, kind: "sessionless" });

export function sessionlessScope(): Scope {
  return sessionless;
}

const system = brand({ ...closed, kind: "system", isPlatform: true });

/** For the device link and jobs, which act for the platform and see everything. */
export function systemScope(): Scope {
  return system;
}
