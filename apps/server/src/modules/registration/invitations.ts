import { createHash, randomBytes } from "node:crypto";
import type { BodyOf, DataOf, endpoints, Language } from "@heliograph/contract";
import type { Clock } from "../../infra/clock.ts";
import type { OwnAddress } from "../../infra/own-address.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import type { CompaniesService } from "../companies/companies.service.ts";
import { nameOf, normalizeEmail, normalizePhone } from "../identity/identity.service.ts";
import { writeNotice } from "../notices/notices.service.ts";
import { findHolder } from "./holders.repository.ts";
import type { InvitationRow } from "./invitations.repository.ts";
import { findInvitation, findInviter, insertInvitation, withdrawInvited } from "./invitations.repository.ts";

type Invite = BodyOf<typeof endpoints.registry.invite>;
interface Actor {
  scope: Scope;
  address: string;
}

const DAY_MS = 24 * 3_600_000;
const lifeDays = 7;

const hash = (token: string) => createHash("sha256").update(token).digest();
const companyName = (row: { companyName: string; companyCode: string | null }, language: Language) =>
  nameOf("company", { name: row.companyName, code: row.companyCode }, language);

/** Gives an invited account's email and phone free again, with its audit row. */
export async function releaseInvited(
  trx: Transaction,
  options: { accountId: string; companyId: string; actorId: string | undefined; address: string },
): Promise<void> {
  const { accountId, companyId, actorId, address } = options;
  if (!(await withdrawInvited(trx, accountId))) return;
  await writeAudit(trx, {
    kind: "operation",
    type: "account.invitation-withdrawn",
    actorId,
    companyId,
    objectType: "account",
    objectId: accountId,
    address,
  });
}

/** Links to accounts whose password nobody has chosen yet: 256 bits, stored as SHA-256, seven days, good once. */
export function createInvitations(deps: {
  db: Db;
  clock: Clock;
  companies: CompaniesService;
  ownAddress: OwnAddress;
}) {
  const { db, clock, companies, ownAddress } = deps;

  /**
   * Somebody who was invited to the same company before is invited anew: the first link is worth nothing then. What the
   * caller may not give up stays, and its contact is taken like any other.
   */
  async function replaceEarlier(trx: Transaction, actor: Actor, body: Invite & { companyId: string }) {
    const contacts = [body.email && normalizeEmail(body.email), body.phone && normalizePhone(body.phone)];
    for (const contact of contacts) {
      const holder = contact === undefined ? undefined : await findHolder(trx, contact);
      if (holder?.state !== "invited" || holder.companyId !== body.companyId) continue;
      if (!(await companies.mayGiveUp(trx, actor.scope, holder.accountId))) continue;
      await releaseInvited(trx, { ...holder, actorId: actor.scope.accountId, address: actor.address });
    }
  }

  async function writeInvitation(
    trx: Transaction,
    options: {
      to: string;
      token: string;
      inviterId: string;
      companyId: string;
      language: Language;
      now: number;
    },
  ): Promise<void> {
    const { to, token, inviterId, companyId, language, now } = options;
    const inviter = await findInviter(trx, { accountId: inviterId, companyId });
    await writeNotice(trx, {
      to,
      language,
      subject: "mail.invitation.subject",
      text: "mail.invitation.text",
      params: {
        inviter: inviter.userName,
        company: companyName(inviter, language),
        days: lifeDays,
        address: ownAddress.linkTo(`/reg?invitation=${token}`),
      },
      now,
      usefulMs: lifeDays * DAY_MS,
    });
  }

  return {
    /** mount() has checked that the company lies in the caller's reach. */
    async invite(actor: Actor, body: Invite): Promise<{ accountId: string; expiresAt: string }> {
      const { accountId: inviterId, companyId: ownCompanyId } = actor.scope as Required<Scope>;
      const facts = { nickname: "", contact: "", ...body, companyId: body.companyId ?? ownCompanyId };
      const { companyId, language } = facts;
      const token = randomBytes(32).toString("base64url");
      const now = clock.now();
      const expiresAt = new Date(now + lifeDays * DAY_MS);
      const accountId = await db.transaction().execute(async (trx) => {
        await replaceEarlier(trx, actor, facts);
        const id = await companies.addInvited(trx, actor, facts);
        await insertInvitation(trx, {
          tokenHash: hash(token),
          accountId: id,
          createdAt: new Date(now),
          expiresAt,
        });
        const to = body.email ?? normalizePhone(body.phone as string);
        await writeInvitation(trx, { to, token, inviterId, companyId, language, now });
        return id;
      });
      return { accountId, expiresAt: expiresAt.toISOString() };
    },

    /** Throws A0240 for a link that is used up, has expired or never was. */
    async get(token: string, language: Language): Promise<DataOf<typeof endpoints.registry.getInvitation>> {
      const row = await findInvitation(db, { tokenHash: hash(token), now: new Date(clock.now()) });
      if (!row) throw new AppError("A0240", { messageKey: "field.invitationGone" });
      return {
        target: (row.email ?? row.phone) as string,
        userName: row.userName,
        companyName: companyName(row, language),
        expiresAt: row.expiresAt.toISOString(),
      };
    },

    /** The invitation of a link, its rows this transaction's. */
    take: (trx: Transaction, token: string): Promise<InvitationRow | undefined> =>
      findInvitation(trx, { tokenHash: hash(token), now: new Date(clock.now()), isLocking: true }),
  };
}

export type Invitations = ReturnType<typeof createInvitations>;
