import type { Language, Permissions, UserInfo } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { createBatchedRead } from "../../../infra/shared-run.ts";
import type { Scope } from "../../base/access/scope.ts";
import { accountScope, anonymousScope } from "../../base/access/scope.ts";
import { createFactorSettings } from "./factors/factor-settings.ts";
import { createPasskeys } from "./factors/passkeys.ts";
import { createSecondFactors } from "./factors/second-factors.ts";
import { createPasswordChange } from "./passwords/password-change.ts";
import { buildPermissionTree, listEnabledPermissions } from "./permissions.service.ts";
import type { EndAccess } from "./profile/log-off.ts";
import { createLogOff } from "./profile/log-off.ts";
import { createProfile } from "./profile/profile.ts";
import { findUserInfo, listUserInfo } from "./profile/user-info.repository.ts";
import { toUserInfo } from "./profile/user-info.ts";
import { createServerKeys } from "./server-keys.service.ts";
import { createOwnSessions } from "./sessions/own-sessions.ts";
import { createSessionReader } from "./sessions/session-reader.ts";
import { createSessionStart } from "./sessions/session-start.ts";
import type { AccountState, SessionRow } from "./sessions/sessions.repository.ts";
import {
  deleteExpired,
  findSession,
  listAccessTokens,
  listAccountStates,
} from "./sessions/sessions.repository.ts";
import type { StartedSession } from "./sessions/token-lifetime.ts";
import { createTokenRefresh } from "./sessions/token-refresh.ts";
import { hashToken } from "./sessions/token-values.ts";
import { createSecondStep } from "./sign-in/second-step.ts";
import { createSignIn } from "./sign-in/sign-in.ts";
import { createStepUp, isWithinStepUp } from "./sign-in/step-up.ts";
import { createTickets } from "./sign-in/tickets.ts";
import { createSignInThrottle } from "./sign-in-throttle.service.ts";

export interface IdentityOptions {
  db: Db;
  clock: Clock;
  bus: Bus;
  /** Roles, by code or id, that require a second factor. */
  secondFactorRoles?: ReadonlySet<string>;
  endAccess: EndAccess;
}

const SUPER_ROLE = "ROOT";

/** What an account's scope consists of, by the current state of the account. */
function toScopeFields(row: AccountState) {
  const isSuper = row.roleCode === SUPER_ROLE;
  return {
    accountId: row.accountId,
    companyId: row.companyId,
    isSuper,
    isPlatform: row.isPlatform,
    hasCompaniesBelow: row.hasCompaniesBelow,
    permissionIds: listEnabledPermissions({ ...row, isSuper }),
    jurisdiction: row.scopeKind,
  };
}

/** The scope of a session by the current state of its account; throws A0230, or A0201 for a cancelled account. */
function toScope(row: SessionRow | undefined, now: number): Scope {
  if (!row || row.expiresAt === null || row.expiresAt.getTime() <= now) throw new AppError("A0230");
  if (row.cancelledAt) throw new AppError("A0201");
  if (row.endedAt || row.disabledAt) throw new AppError("A0230");
  if (row.accountId === null) return anonymousScope(row.sessionId, row.endpoint);
  return accountScope({
    ...toScopeFields(row),
    sessionId: row.sessionId,
    endpoint: row.endpoint,
    isSteppedUp: row.steppedUpAt !== null && isWithinStepUp(row.steppedUpAt, now),
  });
}

/** Sign-in, sessions, own account and permissions. */
export function createIdentityService(options: IdentityOptions) {
  const { db, clock, bus, endAccess, secondFactorRoles: requiredRoles = new Set() } = options;
  const readSession = createSessionReader(db);
  const readUserInfo = createBatchedRead((sessionIds) => listUserInfo(db, sessionIds));
  const throttle = createSignInThrottle({ db, clock });
  const serverKeys = createServerKeys(db);
  const factors = createSecondFactors({ db, clock, throttle, serverKeys, requiredRoles });
  const secondStep = createSecondStep({ db, clock, factors });
  const start = createSessionStart({ db, clock, secondStep });
  const signIn = createSignIn({ db, clock, bus, throttle, start });
  const tokenRefresh = createTokenRefresh({ db, clock, bus, serverKeys });

  /** Current scopes of accounts; none of one that is gone or disabled. */
  async function listAccountScopes(accountIds: readonly string[]): Promise<Scope[]> {
    const rows = await listAccountStates(db, accountIds);
    return rows
      .filter(({ cancelledAt, disabledAt }) => !cancelledAt && !disabledAt)
      .map((row) => accountScope(toScopeFields(row)));
  }

  return {
    signIn: signIn.byPassword,
    /** For a user verified by other means, such as a code; throws A0221 where a second factor is required. */
    signInVerified: start.afterFirstFactor,
    async signInBySecondFactor(input: Parameters<typeof secondStep.redeem>[0]): Promise<StartedSession> {
      return await start.afterAllFactors(await secondStep.redeem(input));
    },
    startAnonymous: signIn.anonymously,
    signOut: signIn.out,
    refresh: tokenRefresh.refresh,
    ...createTickets({ db, clock, start }),
    ...createPasskeys({ db, clock, start, factors }),
    ...createFactorSettings({ db, factors }),
    ...createOwnSessions({ db, clock, bus }),
    stepUp: createStepUp({ db, clock, throttle }),
    ...createPasswordChange({ db, clock, bus, throttle }),
    updateProfile: createProfile({ db }),
    logOff: createLogOff({ db, clock, bus, endAccess }),

    /** The scope of an access token. Throws A0230, or A0201 for a cancelled account. */
    async authenticate(accessToken: string): Promise<Scope> {
      return toScope(await readSession(accessToken), clock.now());
    },

    /** The same for an event stream, which outlives its access token and ends with its session. */
    async authenticateSession(sessionId: string): Promise<Scope> {
      return toScope(await findSession(db, sessionId), clock.now());
    },

    /** The scope of an account that acts without a session, in a background job; undefined when it may not act. */
    async findAccountScope(accountId: string): Promise<Scope | undefined> {
      return (await listAccountScopes([accountId]))[0];
    },
    listAccountScopes,

    /** Access tokens of accounts that have not expired, by the hash that `hashAccessToken` returns. */
    listAccessTokens: () => listAccessTokens(db, new Date(clock.now())),
    hashAccessToken: (token: string): string => hashToken(token).toString("latin1"),

    async getUserInfo(scope: Scope, language: Language): Promise<UserInfo> {
      const row = scope.sessionId === undefined ? undefined : await readUserInfo(scope.sessionId);
      if (!row) throw new AppError("A0201");
      return toUserInfo(row, { language, isPlatform: scope.isPlatform });
    },

    async getPermission(scope: Scope, language: Language): Promise<Permissions> {
      const row = scope.accountId === undefined ? undefined : await findUserInfo(db, scope.accountId);
      return {
        tree: buildPermissionTree(scope.permissionIds, language),
        roles: row ? [row.roleCode ?? row.roleName] : [],
        perms: [...scope.permissionIds],
      };
    },

    /** Deletes what expired; one process calls it periodically. */
    async sweep(): Promise<void> {
      await throttle.sweep();
      await deleteExpired(db, new Date(clock.now()));
    },
  };
}

export type IdentityService = ReturnType<typeof createIdentityService>;
