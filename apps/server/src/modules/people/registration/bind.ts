import type { BodyOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { formatMoment, NOTICE_LIFETIME_MS, writeNotice } from "../../base/notices/notices.service.ts";
import {
  findAccountByContact,
  lockAccount,
  setVerifiedContact,
  verifyContact,
} from "../accounts/accounts.service.ts";
import { contactKindOf } from "../accounts/contacts.service.ts";
import { ROOT_EMAIL } from "../identity/root-account.service.ts";
import type { Codes } from "./codes.ts";
import type { ContactRelease } from "./contact-release.ts";
import type { TryCode } from "./try-code.ts";

type Bind = BodyOf<typeof endpoints.settings.bindContact>;
type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

interface Binding {
  readonly accountId: string;
  readonly target: string;
  readonly address: string;
}

async function lockOwnAccount(trx: Transaction, accountId: string): Promise<Account> {
  const account = await lockAccount(trx, accountId);
  if (!account) throw new AppError("A0201");
  return account;
}

/** Sets the email or phone of the caller's account, or verifies the current one; the old contact is notified. */
export function createBind(deps: {
  db: Db;
  clock: Clock;
  codes: Codes;
  tryCode: TryCode;
  contactRelease: ContactRelease;
}) {
  const { db, clock, codes, tryCode, contactRelease } = deps;

  /** Sent whatever the user's notification settings: a changed contact can take an account over. */
  async function notify(trx: Transaction, before: Account, { target, address }: Binding) {
    const to = before[contactKindOf(target)] ?? before.email ?? before.phone;
    if (to === null) return;
    const { language } = before;
    const now = clock.now();
    await writeNotice(trx, {
      to,
      language,
      subject: "mail.contactChanged.subject",
      text: "mail.contactChanged.text",
      params: { at: formatMoment(now, language), address },
      now,
      lifetimeMs: NOTICE_LIFETIME_MS,
    });
  }

  /** Sets the verified target, unless it is the account's already; returns what the audit records. */
  async function bind(trx: Transaction, binding: Binding) {
    const { accountId, target } = binding;
    const kind = contactKindOf(target);
    const before = await lockOwnAccount(trx, accountId);
    const holder = await findAccountByContact(trx, target);
    if (holder?.accountId === accountId) {
      await verifyContact(trx, { accountId, contact: target });
      return { proved: kind };
    }
    if (kind === "email" && before.email?.toLowerCase() === ROOT_EMAIL)
      throw new AppError("A0400", { fields: [{ path: "target", key: "field.rootEmail" }] });
    if (holder && !(await contactRelease.release(trx, { holder, target })))
      throw new AppError("A0111", { fields: [{ path: "target", key: "field.taken" }] });
    await notify(trx, before, binding);
    await setVerifiedContact(trx, { accountId, contact: target });
    return { fields: [kind] };
  }

  /** Throws A0240 for a wrong code, A0111 when another account took the target since the code was sent. */
  return async (scope: Scope, { target, code, address }: Bind & { address: string }) => {
    const accountId = scope.accountId as string;
    const stored = await tryCode({ purpose: "bind", target, accountId, code, address });
    return await db.transaction().execute(async (trx) => {
      await codes.use(trx, stored);
      const changed = await bind(trx, { accountId, target, address });
      await writeAudit(trx, {
        kind: "security",
        type: "account.update",
        actorId: accountId,
        companyId: scope.companyId,
        objectType: "account",
        objectId: accountId,
        new: changed,
        method: "code",
        address,
      });
      const { email, phone } = await lockOwnAccount(trx, accountId);
      return { email, phone };
    });
  };
}
