import { createHash, randomBytes } from "node:crypto";
import type { BodyOf, DataOf, endpoints, Language } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { OwnAddress } from "../../../infra/own-address.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { translateName } from "../../base/names/names.service.ts";
import { writeNotice } from "../../base/notices/notices.service.ts";
import type { AccountAdminService } from "../account-admin/account-admin.service.ts";
import { cancelAccount, findAccountByContact, lockAccount } from "../accounts/accounts.service.ts";
import { normalizePhone } from "../accounts/contacts.service.ts";
import type { InvitationRow } from "./invitations.repository.ts";
import {
  deleteInvitationsOf,
  findInvitation,
  findInviter,
  insertInvitation,
} from "./invitations.repository.ts";

type Invite = BodyOf<typeof endpoints.registry.invite>;
const DAY_MS = 24 * 3_600_000;
const LIFETIME_DAYS = 7;

const hash = (token: string) => createHash("sha256").update(token).digest();
const companyName = (row: { companyName: string; companyCode: string | null }, language: Language) =>
  translateName("company", { name: row.companyName, code: row.companyCode }, language);

interface Withdrawal {
  readonly accountId: string;
  readonly companyId: string;
  readonly actorId: string | undefined;
  readonly address: string;
  readonly at: Date;
}

/** Cancels an invited account without a password, so that its contacts are free again. */
export async function withdrawInvited(trx: Transaction, withdrawal: Withdrawal): Promise<void> {
  const { accountId, companyId, actorId, address, at } = withdrawal;
  const account = await lockAccount(trx, accountId);
  await deleteInvitationsOf(trx, accountId);
  if (!account || account.hasPassword || account.isCancelled) return;
  await cancelAccount(trx, { accountId, at });
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

/** Links to accounts without a password: 256 bits, stored as SHA-256, valid once within seven days. */
export function createInvitations(deps: {
  db: Db;
  clock: Clock;
  accountAdmin: AccountAdminService;
  ownAddress: OwnAddress;
}) {
  const { db, clock, accountAdmin, ownAddress } = deps;

  /**
   * Withdraws an earlier invitation of the same contact to the same company, so that its link is no longer valid. An
   * account that the caller may not withdraw stays, and its contact is taken like any other.
   */
  async function withdrawEarlier(
    trx: Transaction,
    { scope, address }: Actor,
    body: Invite & { companyId: string },
  ) {
    for (const contact of [body.email, body.phone]) {
      const holder = contact === undefined ? undefined : await findAccountByContact(trx, contact);
      if (holder?.state !== "invited" || holder.companyId !== body.companyId) continue;
      if (!(await accountAdmin.canWithdraw(trx, scope, holder.accountId))) continue;
      const at = new Date(clock.now());
      await withdrawInvited(trx, { ...holder, actorId: scope.accountId, address, at });
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
        days: LIFETIME_DAYS,
        address: ownAddress.linkTo(`/reg?invitation=${token}`),
      },
      now,
      lifetimeMs: LIFETIME_DAYS * DAY_MS,
    });
  }

  return {
    /** mount() has checked that the company is in the caller's scope. */
    async invite(actor: Actor, body: Invite): Promise<{ accountId: string; expiresAt: string }> {
      const { accountId: inviterId, companyId: ownCompanyId } = actor.scope as Required<Scope>;
      const input = { nickname: "", contact: "", ...body, companyId: body.companyId ?? ownCompanyId };
      const { companyId, language } = input;
      const token = randomBytes(32).toString("base64url");
      const now = clock.now();
      const expiresAt = new Date(now + LIFETIME_DAYS * DAY_MS);
      const accountId = await db.transaction().execute(async (trx) => {
        await withdrawEarlier(trx, actor, input);
        const id = await accountAdmin.addInvited(trx, actor, input);
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

    /** Throws A0240 for a link that is used, expired or unknown. */
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

    /** The invitation of a link, its rows locked until the transaction ends. */
    lock: (trx: Transaction, token: string): Promise<InvitationRow | undefined> =>
      findInvitation(trx, { tokenHash: hash(token), now: new Date(clock.now()), isLocking: true }),
  };
}

export type Invitations = ReturnType<typeof createInvitations>;
