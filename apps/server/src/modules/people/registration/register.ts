import type { BodyOf, endpoints, FieldProblem, Language } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { findAgreementVersion } from "../../base/configuration/configuration.service.ts";
import type { AccountAdminService } from "../account-admin/account-admin.service.ts";
import { findAccountByContact, updateAccount, verifyContact } from "../accounts/accounts.service.ts";
import { contactKindOf, normalizeContact } from "../accounts/contacts.service.ts";
import type { CompaniesService } from "../companies/companies.service.ts";
import type { IdentityService } from "../identity/identity.service.ts";
import { checkNotCommon, hashPassword, setPasswordHash } from "../identity/passwords.service.ts";
import type { StoredCode } from "./codes.repository.ts";
import type { Codes } from "./codes.ts";
import type { ContactRelease } from "./contact-release.ts";
import { deleteInvitationsOf } from "./invitations.repository.ts";
import type { Invitations } from "./invitations.ts";
import { withdrawInvited } from "./invitations.ts";
import type { TryCode } from "./try-code.ts";

export type Register = BodyOf<typeof endpoints.registry.register>;
interface Caller {
  address: string;
  userAgent: string;
  language: Language;
}
interface Registered {
  accountId: string;
  companyId: string;
}

/** The message for the form, and the one for the field that caused it. */
function registerFailed(code: "A0111" | "A0240" | "A0400", problem: FieldProblem): AppError {
  return new AppError(code, { messageKey: "message.registerFailed", fields: [problem] });
}

/** Creates accounts for users who register themselves, and signs them in. */
export function createRegister(deps: {
  db: Db;
  clock: Clock;
  codes: Codes;
  tryCode: TryCode;
  invitations: Invitations;
  accountAdmin: AccountAdminService;
  companies: CompaniesService;
  identity: IdentityService;
  contactRelease: ContactRelease;
}) {
  const { db, clock, codes, tryCode, invitations, accountAdmin, companies, identity, contactRelease } = deps;

  /**
   * The user who verifies a contact gets it. An invited account that has not been used is withdrawn; one with plants,
   * supervised accounts or companies, and any other that has not verified the contact, stays and loses the contact.
   */
  async function addOwn(
    trx: Transaction,
    body: Register,
    { address, language, passwordHash }: Caller & { passwordHash: string },
  ): Promise<Registered> {
    const { target } = body;
    const holder = await findAccountByContact(trx, target);
    if (holder?.state === "invited" && !(await accountAdmin.hasDependents(trx, holder.accountId)))
      await withdrawInvited(trx, { ...holder, actorId: undefined, address, at: new Date(clock.now()) });
    else if (holder && !(await contactRelease.release(trx, { holder, target })))
      throw registerFailed("A0111", { path: "target", key: "field.taken" });
    const owner = {
      userName: body.userName,
      companyName: body.companyName ?? "",
      email: undefined,
      phone: undefined,
      [contactKindOf(target)]: target,
      language,
      passwordHash,
    };
    return await companies.addOwnCompany(trx, owner, {
      address,
      agreementVersion: await findAgreementVersion(trx),
    });
  }

  async function join(
    trx: Transaction,
    { invitation, target, userName }: Register & { invitation: string },
    { address, language, passwordHash }: Caller & { passwordHash: string },
  ): Promise<Registered> {
    const row = await invitations.lock(trx, invitation);
    if (!row) throw registerFailed("A0240", { path: "invitation", key: "field.invitationGone" });
    const isInvited = [row.email, row.phone].some(
      (contact) => contact !== null && normalizeContact(contact) === normalizeContact(target),
    );
    if (!isInvited) throw registerFailed("A0400", { path: "target", key: "field.invitedTarget" });
    const { accountId, companyId } = row;
    await updateAccount(trx, accountId, { userName, language });
    await setPasswordHash(trx, accountId, passwordHash);
    await deleteInvitationsOf(trx, accountId);
    await verifyContact(trx, { accountId, contact: target });
    await writeAudit(trx, {
      kind: "operation",
      type: "account.register",
      actorId: accountId,
      companyId,
      objectType: "account",
      objectId: accountId,
      new: { companyId, agreementVersion: await findAgreementVersion(trx) },
      method: "invitation",
      address,
    });
    return { accountId, companyId };
  }

  async function add(body: Register, code: StoredCode, caller: Caller): Promise<Registered> {
    // Before the transaction: hashing is slow and needs no connection.
    const input = { ...caller, passwordHash: await hashPassword(body.password) };
    return await db.transaction().execute(async (trx) => {
      await codes.use(trx, code);
      const { invitation } = body;
      return invitation === undefined
        ? await addOwn(trx, body, input)
        : await join(trx, { ...body, invitation }, input);
    });
  }

  /** Throws A0240 for a wrong code, A0111 for a target with an account; only the verified owner of the target learns that. */
  return async (body: Register, caller: Caller) => {
    // Before the code is tried, so that it costs none of its tries.
    checkNotCommon(body.password);
    const { address, userAgent } = caller;
    const code = await tryCode({ purpose: "register", target: body.target, code: body.code, address });
    const registered = await add(body, code, caller);
    return await identity.signInVerified({
      ...registered,
      method: "registration",
      endpoint: "WEB",
      address,
      userAgent,
    });
  };
}
