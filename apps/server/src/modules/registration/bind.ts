import type { BodyOf, endpoints } from "@heliograph/contract";
import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { normalizeAccountName, rootAccount } from "../identity/identity.service.ts";
import { formatMoment, NOTICE_USEFUL_MS, writeNotice } from "../notices/notices.service.ts";
import type { Codes } from "./codes.ts";
import type { ContactRelease } from "./contact-release.ts";
import type { ContactKind, Contacts } from "./holders.repository.ts";
import { findHolder, kindOf, lockContacts, writeContact, writeProof } from "./holders.repository.ts";
import type { TryCode } from "./try-code.ts";

type Bind = BodyOf<typeof endpoints.settings.bindContact>;

/** Sets the email or phone an account is known by, or proves the one it has; whoever reads an old one is told. */
export function createBind(deps: {
  db: Db;
  clock: Clock;
  codes: Codes;
  tryCode: TryCode;
  contactRelease: ContactRelease;
}) {
  const { db, clock, codes, tryCode, contactRelease } = deps;

  /** Always, also to who wants no mails: a changed contact is how an account is taken for good. */
  async function tell(trx: Transaction, before: Contacts, kind: ContactKind, address: string) {
    const to = before[kind] ?? before.email ?? before.phone;
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
      usefulMs: NOTICE_USEFUL_MS,
    });
  }

  /** Sets the proved target, unless it is the account's already; answers how the log tells it. */
  async function set(
    trx: Transaction,
    { accountId, target, address }: { accountId: string; target: string; address: string },
  ) {
    const name = normalizeAccountName(target);
    const kind = kindOf(name);
    const before = await lockContacts(trx, accountId);
    const holder = await findHolder(trx, name);
    if (holder?.accountId === accountId) {
      await writeProof(trx, { accountId, target: name });
      return { proved: kind };
    }
    if (kind === "email" && before.email?.toLowerCase() === rootAccount)
      throw new AppError("A0400", { fields: [{ path: "target", key: "field.rootEmail" }] });
    if (holder && !(await contactRelease.release(trx, { holder, target: name })))
      throw new AppError("A0111", { fields: [{ path: "target", key: "field.taken" }] });
    await tell(trx, before, kind, address);
    await writeContact(trx, { accountId, kind, value: kind === "email" ? target : name });
    return { fields: [kind] };
  }

  /** Throws A0240 for a wrong code, A0111 when another account took the target since it was sent. */
  return async (scope: Scope, { target, code, address }: Bind & { address: string }) => {
    const accountId = scope.accountId as string;
    const stored = await tryCode({ purpose: "bind", target, accountId, code, address });
    return await db.transaction().execute(async (trx) => {
      await codes.use(trx, stored);
      const changed = await set(trx, { accountId, target, address });
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
      const { email, phone } = await lockContacts(trx, accountId);
      return { email, phone };
    });
  };
}
