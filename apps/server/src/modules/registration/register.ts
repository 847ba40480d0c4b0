import type { BodyOf, endpoints, FieldProblem, Language } from "@heliograph/contract";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import type { CompaniesService } from "../companies/companies.service.ts";
import { findAgreementVersion } from "../configuration/configuration.service.ts";
import type { IdentityService } from "../identity/identity.service.ts";
import { hashPassword, isCommonPassword, normalizeAccountName } from "../identity/identity.service.ts";
import type { StoredCode } from "./codes.repository.ts";
import type { Codes } from "./codes.ts";
import type { ContactRelease } from "./contact-release.ts";
import { findHolder, kindOf, writeProof } from "./holders.repository.ts";
import { acceptInvitation } from "./invitations.repository.ts";
import type { Invitations } from "./invitations.ts";
import { releaseInvited } from "./invitations.ts";
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

/** The sentence of the whole, and of the field that is to blame. */
function registerFailed(code: "A0111" | "A0240" | "A0400", problem: FieldProblem): AppError {
  return new AppError(code, { messageKey: "message.registerFailed", fields: [problem] });
}

/** Refused before a code is tried, so that it costs none of its tries. */
export function refuseCommon(password: string): void {
  if (isCommonPassword(password))
    throw new AppError("A0400", { fields: [{ path: "password", key: "field.commonPassword" }] });
}

/** Makes accounts for people who registered themselves, and signs them in. */
export function createRegister(deps: {
  db: Db;
  codes: Codes;
  tryCode: TryCode;
  invitations: Invitations;
  companies: CompaniesService;
  identity: IdentityService;
  contactRelease: ContactRelease;
}) {
  const { db, codes, tryCode, invitations, companies, identity, contactRelease } = deps;

  /**
   * Whoever verifies a contact gets it. An invited account that nobody has answered for is withdrawn; one that plants,
   * people or companies depend on, and any other that never verified the contact, stays and loses the contact.
   */
  async function addOwn(
    trx: Transaction,
    body: Register,
    { address, language, passwordHash }: Caller & { passwordHash: string },
  ): Promise<Registered> {
    const name = normalizeAccountName(body.target);
    const isMail = kindOf(name) === "email";
    const holder = await findHolder(trx, name);
    if (holder?.state === "invited" && !(await companies.isHeld(trx, holder.accountId)))
      await releaseInvited(trx, { ...holder, actorId: undefined, address });
    else if (holder && !(await contactRelease.release(trx, { holder, target: name })))
      throw registerFailed("A0111", { path: "target", key: "field.taken" });
    const owner = {
      userName: body.userName,
      companyName: body.companyName ?? "",
      email: isMail ? body.target : undefined,
      phone: isMail ? undefined : name,
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
    const row = await invitations.take(trx, invitation);
    if (!row) throw registerFailed("A0240", { path: "invitation", key: "field.invitationGone" });
    const isInvited = [row.email, row.phone].some(
      (contact) => contact !== null && normalizeAccountName(contact) === normalizeAccountName(target),
    );
    if (!isInvited) throw registerFailed("A0400", { path: "target", key: "field.invitedTarget" });
    const { accountId, companyId } = row;
    await acceptInvitation(trx, { accountId, userName, language, passwordHash });
    await writeProof(trx, { accountId, target: normalizeAccountName(target) });
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
    // Before the transaction: a hash takes long, and holds no connection here.
    const given = { ...caller, passwordHash: await hashPassword(body.password) };
    return await db.transaction().execute(async (trx) => {
      await codes.use(trx, code);
      const { invitation } = body;
      return invitation === undefined
        ? await addOwn(trx, body, given)
        : await join(trx, { ...body, invitation }, given);
    });
  }

  /** Throws A0240 for a wrong code, A0111 for a target that has an account; only who proved the target is told that. */
  return async (body: Register, caller: Caller) => {
    refuseCommon(body.password);
    const { address, userAgent } = caller;
    const code = await tryCode({ purpose: "register", target: body.target, code: body.code, address });
    const registered = await add(body, code, caller);
    return await identity.signInAfterProof({
      ...registered,
      method: "registration",
      endpoint: "WEB",
      address,
      userAgent,
    });
  };
}
