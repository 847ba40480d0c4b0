import type { Language, Permissions, UserInfo } from "@heliograph/contract";
import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Db } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError, accountScope, anonymousScope } from "../access/access.service.ts";
import { normalizeAccountName, normalizeEmail, normalizePhone } from "./account-name.ts";
import { findAccountRow, noticeContact, updatePasswordHash } from "./accounts.repository.ts";
import { companyCode, nameOf } from "./built-in-names.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { eraseAccount } from "./erase-account.ts";
import { createFactorSettings } from "./factor-settings.ts";
import { countOtherRoots } from "./log-off.repository.ts";
import type { EndAccess } from "./log-off.ts";
import { createLogOff } from "./log-off.ts";
import { createOwnSessions } from "./own-sessions.ts";
import { createPasskeys } from "./passkeys.ts";
import { createPasswordChange } from "./password-change.ts";
import { hashPassword } from "./password-hash.ts";
import { buildPermissionTree, enabledPermissions } from "./permission-tree.ts";
import { createProfile } from "./profile.ts";
import { ensureRootAccount, resetRootAccount, rootAccount } from "./root-account.ts";
import { deleteFactors, hasFactors } from "./second-factors.repository.ts";
import { createSecondFactors } from "./second-factors.ts";
import { createSecondStep } from "./second-step.ts";
import { lockIdentity } from "./seed-matrix.ts";
import type { ServerKeys } from "./server-keys.ts";
import { createServerKeys } from "./server-keys.ts";
import type { SessionEnd } from "./session-events.ts";
import { publishRightsChange, sessionSubject } from "./session-events.ts";
import { createSessionReader } from "./session-reader.ts";
import { createSessionStart } from "./session-start.ts";
import type { SessionRow } from "./sessions.repository.ts";
import { deleteExpired, endSessionsOf, findSession, findSessionStart } from "./sessions.repository.ts";
import { createSignIn } from "./sign-in.ts";
import { createSignInThrottle } from "./sign-in-throttle.ts";
import { createStepUp, isWithinStepUp } from "./step-up.ts";
import { createTickets } from "./tickets.ts";
import type { Started } from "./token-life.ts";
import { createTokenRefresh } from "./token-refresh.ts";

export type { ServerKeys, SessionEnd };
export {
  buildPermissionTree,
  companyCode,
  countOtherRoots,
  createServerKeys,
  createSignInThrottle,
  deleteFactors,
  endSessionsOf,
  ensureRootAccount,
  eraseAccount,
  hasFactors,
  hashPassword,
  isCommonPassword,
  lockIdentity,
  nameOf,
  normalizeAccountName,
  normalizeEmail,
  normalizePhone,
  noticeContact,
  publishRightsChange,
  resetRootAccount,
  rootAccount,
  sessionSubject,
  updatePasswordHash,
};

export interface IdentityOptions {
  db: Db;
  clock: Clock;
  bus: Bus;
  /** Roles, by code or id, that may not be without a second factor. */
  secondFactorRoles?: ReadonlySet<string>;
  endAccess: EndAccess;
}

const superRole = "ROOT";

/** The scope of a session as its account stands now; throws A0230 or, when the account is gone, A0201. */
function toScope(row: SessionRow | undefined, now: number): Scope {
  if (!row || row.expiresAt === null || row.expiresAt.getTime() <= now) throw new AppError("A0230");
  if (row.cancelledAt) throw new AppError("A0201");
  if (row.endedAt || row.disabledAt) throw new AppError("A0230");
  if (row.accountId === null) return anonymousScope(row.sessionId, row.endpoint);
  const isSuper = row.roleCode === superRole;
  return accountScope({
    accountId: row.accountId,
    companyId: row.companyId,
    sessionId: row.sessionId,
    endpoint: row.endpoint,
    isSuper,
    isPlatform: row.isPlatform,
    permissionIds: enabledPermissions({ ...row, isSuper }),
    reach: row.scopeKind,
    isSteppedUp: row.steppedUpAt !== null && isWithinStepUp(row.steppedUpAt, now),
  });
}

/** Sign-in, sessions and what an account is and may do. */
export function createIdentityService(options: IdentityOptions) {
  const { db, clock, bus, endAccess, secondFactorRoles: requiredRoles = new Set() } = options;
  const readSession = createSessionReader(db);
  const throttle = createSignInThrottle({ db, clock });
  const serverKeys = createServerKeys(db);
  const factors = createSecondFactors({ db, clock, throttle, serverKeys, requiredRoles });
  const secondStep = createSecondStep({ db, clock, factors });
  const start = createSessionStart({ db, clock, secondStep });
  const signIn = createSignIn({ db, clock, bus, throttle, start });
  const tokenRefresh = createTokenRefresh({ db, clock, bus, serverKeys });

  return {
    signIn: signIn.byPassword,
    /** For an account that proved by other means who it is; throws A0221 where a second factor is asked for. */
    signInAfterProof: start.afterFirstFactor,
    async signInBySecondFactor(input: Parameters<typeof secondStep.redeem>[0]): Promise<Started> {
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

    /** Who carries this access token. Throws A0230, or A0201 when its account is gone. */
    async authenticate(accessToken: string): Promise<Scope> {
      return toScope(await readSession(accessToken), clock.now());
    },

    /** The same for a stream that outlives its access token: it lives as long as its session. */
    async authenticateSession(sessionId: string): Promise<Scope> {
      return toScope(await findSession(db, sessionId), clock.now());
    },

    async getUserInfo(scope: Scope, language: Language): Promise<UserInfo> {
      const row = scope.accountId === undefined ? undefined : await findAccountRow(db, scope.accountId);
      const signedInAt =
        scope.sessionId === undefined ? undefined : await findSessionStart(db, scope.sessionId);
      if (!row || !signedInAt) throw new AppError("A0201");
      const { roleCode, customerTypeCode, companyCode, upstreamCode, ...info } = row;
      const { upstreamCompanyName } = row;
      return {
        ...info,
        isPlatform: scope.isPlatform,
        signedInAt: signedInAt.toISOString(),
        companyName: nameOf("company", { code: companyCode, name: row.companyName }, language),
        upstreamCompanyName:
          upstreamCompanyName &&
          nameOf("company", { code: upstreamCode, name: upstreamCompanyName }, language),
        roleName: nameOf("role", { code: roleCode, name: row.roleName }, language),
        customerTypeName: nameOf(
          "customerType",
          { code: customerTypeCode, name: row.customerTypeName },
          language,
        ),
      };
    },

    async getPermission(scope: Scope, language: Language): Promise<Permissions> {
      const row = scope.accountId === undefined ? undefined : await findAccountRow(db, scope.accountId);
      return {
        tree: buildPermissionTree(scope.permissionIds, language),
        roles: row ? [row.roleCode ?? row.roleName] : [],
        perms: [...scope.permissionIds],
      };
    },

    /** Removes what expired; called now and then by one process. */
    async sweep(): Promise<void> {
      await throttle.sweep();
      await deleteExpired(db, new Date(clock.now()));
    },
  };
}

export type IdentityService = ReturnType<typeof createIdentityService>;
