import type { AccountDetail, BodyOf, endpoints, FieldProblem, Language } from "@heliograph/contract";
import { isUnchanged } from "../../infra/apply-change.ts";
import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError, publishPlantAccess } from "../access/access.service.ts";
import type { AuditEntry } from "../audit/audit.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import {
  findGivableRole,
  findTakenContacts,
  holdsAll,
  isSupervisorFor,
  listAccountHolds,
  listAccountRows,
  toAccountRow,
} from "../companies/companies.service.ts";
import {
  countOtherRoots,
  deleteFactors,
  endSessionsOf,
  eraseAccount,
  hasFactors,
  hashPassword,
  isCommonPassword,
  lockIdentity,
  normalizeEmail,
  publishRightsChange,
  rootAccount,
  updatePasswordHash,
} from "../identity/identity.service.ts";
import type { SharingService } from "../sharing/sharing.service.ts";
import { tellOfContacts, tellOfFactors, tellOfPassword } from "./account-notices.ts";
import { findChangedFields, toColumns } from "./account-rules.ts";
import type { AccountColumns, AccountRecord } from "./accounts.repository.ts";
import {
  dropProofs,
  findAccount,
  listChoosablePlants,
  listScopeStations,
  takeAccount,
  writeAccount,
  writeDisabledAt,
  writeScope,
} from "./accounts.repository.ts";

type Calls = typeof endpoints.account;

interface Actor {
  readonly scope: Scope;
  readonly address: string;
}
interface Target {
  readonly accountId: string;
  /** Absent where no older state can be meant. */
  readonly revision?: string;
}

const holdKeys = {
  plants: "hold.ownsPlants",
  supervised: "hold.supervises",
  administered: "hold.administers",
} as const;

const isRootAccount = ({ columns }: AccountRecord) => columns.email?.toLowerCase() === rootAccount;

/** Changes to accounts; mount() has checked that the account's company lies in the caller's reach. */
export function createAccountsService(deps: { db: Db; clock: Clock; bus: Bus; sharing: SharingService }) {
  const { db, clock, bus, sharing } = deps;

  /** As `take`, for what could shut out the last ROOT: of two at once one waits, here as when somebody logs off. */
  async function takeAlone(trx: Transaction, scope: Scope, target: Target): Promise<AccountRecord> {
    await lockIdentity(trx);
    return await take(trx, scope, target);
  }

  /** The account, locked, if the caller holds all that it may do. */
  async function take(
    trx: Transaction,
    scope: Scope,
    { accountId, revision }: Target,
  ): Promise<AccountRecord> {
    const account = await takeAccount(trx, scope, accountId);
    if (!account) throw new AppError("A0404");
    if (!holdsAll(scope, account)) throw new AppError("A0300");
    if (revision !== undefined && account.revision !== revision) throw new AppError("A0440");
    return account;
  }

  function refuseOneself(scope: Scope, accountId: string): void {
    if (accountId === scope.accountId) throw new AppError("A0300", { messageKey: "message.notOneself" });
  }

  async function refuseLastRoot(trx: Transaction, account: AccountRecord): Promise<void> {
    if (account.isSuper && !account.isDisabled && (await countOtherRoots(trx, account.accountId)) === 0)
      throw new AppError("A0430", { messageKey: "message.lastRoot" });
  }

  async function endSessions(trx: Transaction, accountId: string, reason: string): Promise<number> {
    return await endSessionsOf(trx, { accountId, reason, endedAt: new Date(clock.now()) });
  }

  const record = (
    trx: Transaction,
    { scope, address }: Actor,
    account: AccountRecord,
    entry: Pick<AuditEntry, "type" | "original" | "new">,
  ) =>
    writeAudit(trx, {
      kind: "operation",
      actorId: scope.accountId,
      companyId: account.companyId,
      objectType: "account",
      objectId: account.accountId,
      method: "api",
      address,
      ...entry,
    });

  async function checkRole(
    trx: Transaction,
    scope: Scope,
    { companyId }: AccountRecord,
    roleId: string,
  ): Promise<FieldProblem | undefined> {
    const role = await findGivableRole(trx, scope, { roleId, companyId });
    if (!role) return { path: "roleId", key: "field.notThere" };
    if (!holdsAll(scope, role)) throw new AppError("A0300", { messageKey: "message.grantWhatYouHave" });
    if (role.isOperatorType && companyId !== scope.companyId) return { path: "roleId", key: "field.choice" };
    return undefined;
  }

  async function checkSupervisor(
    trx: Transaction,
    scope: Scope,
    { accountId, companyId }: AccountRecord,
    supervisorId: string,
  ): Promise<FieldProblem | undefined> {
    const isFit =
      supervisorId !== accountId && (await isSupervisorFor(trx, scope, { supervisorId, companyId }));
    return isFit ? undefined : { path: "supervisorId", key: "field.notThere" };
  }

  /** One's own change in the personal centre, by a code: a session left open must not be enough to take an account. */
  function checkOwnContacts(
    scope: Scope,
    { accountId, columns: before }: AccountRecord,
    after: AccountColumns,
  ): FieldProblem[] {
    if (accountId !== scope.accountId) return [];
    return (["email", "phone"] as const)
      .filter((path) => after[path] !== before[path])
      .map((path) => ({ path, key: "message.notOneself" }));
  }

  async function checkContacts(
    trx: Transaction,
    { accountId }: AccountRecord,
    after: AccountColumns,
  ): Promise<void> {
    const taken = await findTakenContacts(trx, {
      email: after.email === null ? undefined : normalizeEmail(after.email),
      phone: after.phone ?? undefined,
      exceptId: accountId,
    });
    const fields = (["email", "phone"] as const)
      .filter((path) => taken[path])
      .map((path) => ({ path, key: "field.taken" as const }));
    if (fields.length > 0) throw new AppError("A0111", { fields });
  }

  async function check(trx: Transaction, scope: Scope, account: AccountRecord, after: AccountColumns) {
    const before = account.columns;
    const problems: (FieldProblem | undefined)[] = [];
    if (after.roleId !== before.roleId) problems.push(await checkRole(trx, scope, account, after.roleId));
    if (after.supervisorId !== null && after.supervisorId !== before.supervisorId)
      problems.push(await checkSupervisor(trx, scope, account, after.supervisorId));
    problems.push(...checkOwnContacts(scope, account, after));
    const hadContact = before.email !== null || before.phone !== null;
    if (hadContact && after.email === null && after.phone === null)
      problems.push({ path: "email", key: "field.emailOrPhone" });
    if (isRootAccount(account) && after.email !== before.email)
      problems.push({ path: "email", key: "field.rootEmail" });
    const fields = problems.filter((problem) => problem !== undefined);
    if (fields.length > 0) throw new AppError("A0400", { fields });
    // By its contacts an account is taken for good, by its role it may do more: a console left open must not be enough.
    const isGrave = (["email", "phone", "roleId"] as const).some((name) => after[name] !== before[name]);
    if (isGrave && !scope.isSteppedUp) throw new AppError("A0220");
    await checkContacts(trx, account, after);
  }

  return {
    async getAccount(scope: Scope, accountId: string, language: Language): Promise<AccountDetail> {
      const page = { sort: "userName", order: "asc", offset: 0, limit: 1 } as const;
      const { rows } = await listAccountRows(db, scope, { filter: { accountId }, page });
      const account = await findAccount(db, scope, accountId);
      const [row] = rows;
      if (!row || !account) throw new AppError("A0404");
      return {
        ...toAccountRow(row, language),
        roleId: account.columns.roleId,
        customerTypeId: account.customerTypeId,
        supervisorId: account.columns.supervisorId,
        revision: account.revision,
        scopeKind: account.scopeKind,
        scopeStations: await listScopeStations(db, scope, accountId),
        hasSecondFactor: holdsAll(scope, account) && (await hasFactors(db, accountId)),
        isWithinRights: holdsAll(scope, account),
        isOneself: accountId === scope.accountId,
      };
    },

    async updateAccount(actor: Actor, body: BodyOf<Calls["update"]>) {
      const { scope } = actor;
      const { accountId } = body;
      const { revision, hasNewRole } = await db.transaction().execute(async (trx) => {
        const account = await takeAlone(trx, scope, body);
        const before = account.columns;
        const after = toColumns(before, body);
        await check(trx, scope, account, after);
        const hasNewRole = after.roleId !== before.roleId;
        if (hasNewRole) await refuseLastRoot(trx, account);
        const fields = findChangedFields(before, after);
        if (fields.length === 0) return { revision: account.revision, hasNewRole };
        const pick = ({ roleId, supervisorId }: AccountColumns) => ({ roleId, supervisorId });
        await record(trx, actor, account, {
          type: "account.update",
          original: pick(before),
          new: { ...pick(after), fields },
        });
        await tellOfContacts(trx, { account, after, address: actor.address, now: clock.now() });
        return { revision: await writeAccount(trx, scope, accountId, after), hasNewRole };
      });
      if (hasNewRole) publishRightsChange(bus, [accountId]);
      return { accountId, revision };
    },

    async disableAccount(actor: Actor & { language: Language }, { accountId }: BodyOf<Calls["disable"]>) {
      const { scope } = actor;
      refuseOneself(scope, accountId);
      const plantIds = await db.transaction().execute(async (trx) => {
        const account = await takeAlone(trx, scope, { accountId });
        if (account.isDisabled) return [];
        await refuseLastRoot(trx, account);
        await writeDisabledAt(trx, scope, { accountId, disabledAt: new Date(clock.now()) });
        const endedSessions = await endSessions(trx, accountId, "disabled");
        await record(trx, actor, account, { type: "account.disable", new: { endedSessions } });
        return await sharing.invitations.endLeft(trx, actor, { accountId, isForGood: false });
      });
      publishRightsChange(bus, [accountId]);
      for (const plantId of plantIds) publishPlantAccess(bus, { plantId, newAccountIds: [] });
      return { accountId };
    },

    async enableAccount(actor: Actor, { accountId }: BodyOf<Calls["enable"]>) {
      const { scope } = actor;
      await db.transaction().execute(async (trx) => {
        const account = await take(trx, scope, { accountId });
        if (!account.isDisabled) return;
        await writeDisabledAt(trx, scope, { accountId, disabledAt: null });
        await record(trx, actor, account, { type: "account.enable" });
      });
      return { accountId };
    },

    async deleteAccount(actor: Actor & { language: Language }, body: BodyOf<Calls["delete"]>): Promise<null> {
      const { scope } = actor;
      const { accountId } = body;
      refuseOneself(scope, accountId);
      const plantIds = await db.transaction().execute(async (trx) => {
        const account = await takeAlone(trx, scope, body);
        if (isRootAccount(account)) throw new AppError("A0430", { messageKey: "message.builtInStays" });
        await refuseLastRoot(trx, account);
        const holds = await listAccountHolds(trx, scope, accountId);
        const fields = holds.map(({ path, count, names }) => ({
          path,
          key: holdKeys[path],
          params: { count, names },
        }));
        if (fields.length > 0) throw new AppError("A0430", { fields });
        const endedSessions = await endSessions(trx, accountId, "cancelled");
        const left = await sharing.invitations.endLeft(trx, actor, { accountId, isForGood: true });
        await eraseAccount(trx, actor, { accountId, at: new Date(clock.now()) });
        const { roleId } = account.columns;
        await record(trx, actor, account, {
          type: "account.delete",
          original: { roleId },
          new: { endedSessions },
        });
        return left;
      });
      publishRightsChange(bus, [accountId]);
      for (const plantId of plantIds) publishPlantAccess(bus, { plantId, newAccountIds: [] });
      return null;
    },

    async resetPassword(actor: Actor, { accountId, password }: BodyOf<Calls["resetPassword"]>) {
      const { scope } = actor;
      refuseOneself(scope, accountId);
      if (isCommonPassword(password))
        throw new AppError("A0400", { fields: [{ path: "password", key: "field.commonPassword" }] });
      // Before the transaction: a hash takes long, and holds no connection here.
      const passwordHash = await hashPassword(password);
      await db.transaction().execute(async (trx) => {
        const account = await take(trx, scope, { accountId });
        await updatePasswordHash(trx, accountId, passwordHash);
        await dropProofs(trx, scope, accountId);
        const endedSessions = await endSessions(trx, accountId, "password-reset");
        await record(trx, actor, account, { type: "account.reset-password", new: { endedSessions } });
        await tellOfPassword(trx, { account, address: actor.address, now: clock.now() });
      });
      publishRightsChange(bus, [accountId]);
      return { accountId };
    },

    /** For somebody who has lost it: the next sign-in asks for the password alone, or for a new factor to be set. */
    async removeSecondFactors(actor: Actor, { accountId }: BodyOf<Calls["removeSecondFactors"]>) {
      const { scope } = actor;
      refuseOneself(scope, accountId);
      await db.transaction().execute(async (trx) => {
        const account = await take(trx, scope, { accountId });
        if (!(await hasFactors(trx, accountId))) return;
        await deleteFactors(trx, accountId);
        const endedSessions = await endSessions(trx, accountId, "second-factors-removed");
        await record(trx, actor, account, { type: "account.remove-second-factors", new: { endedSessions } });
        await tellOfFactors(trx, { account, address: actor.address, now: clock.now() });
      });
      publishRightsChange(bus, [accountId]);
      return { accountId };
    },

    async setScope(actor: Actor, body: BodyOf<Calls["setScope"]>) {
      const { scope } = actor;
      const { accountId } = body;
      // Users cannot limit their own access: there might be no other user who can undo it.
      refuseOneself(scope, accountId);
      const { revision, isChanged } = await db.transaction().execute(async (trx) => {
        const account = await take(trx, scope, body);
        const kind = body.kind ?? account.scopeKind;
        const before = (await listScopeStations(trx, scope, accountId)).map(({ stationId }) => stationId);
        const stationIds = kind === "plants" ? [...new Set(body.stationIds ?? before)] : [];
        // Who sees a chosen list cannot let others see everything.
        if (kind === "company" && scope.reach === "plants") throw new AppError("A0300");
        const { companyId, scopeKind } = account;
        const added = stationIds.filter((id) => !before.includes(id));
        const choosable = await listChoosablePlants(trx, scope, { companyId, stationIds: added });
        if (choosable.size !== added.length)
          throw new AppError("A0400", { fields: [{ path: "stationIds", key: "field.notThere" }] });
        const original = { kind: scopeKind, stationIds: before };
        const changed = { kind, stationIds };
        const toSet = (of: typeof original) => ({ ...of, stationIds: new Set(of.stationIds) });
        if (isUnchanged(toSet(original), toSet(changed)))
          return { revision: account.revision, isChanged: false };
        const revision = await writeScope(trx, scope, { accountId, ...changed });
        await record(trx, actor, account, { type: "account.scope", original, new: changed });
        return { revision, isChanged: true };
      });
      if (isChanged) publishRightsChange(bus, [accountId]);
      return { accountId, revision };
    },
  };
}

export type AccountsService = ReturnType<typeof createAccountsService>;
