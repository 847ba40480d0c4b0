import type { BodyOf, endpoints } from "@heliograph/contract";
import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { normalizeAccountName } from "../identity/identity.service.ts";
import { formatMoment, NOTICE_USEFUL_MS, writeNotice } from "../notices/notices.service.ts";
import type { Codes } from "./codes.ts";
import type { Contacts } from "./holders.repository.ts";
import { findHolder, lockContacts, writeContact } from "./holders.repository.ts";
import type { TryCode } from "./try-code.ts";

type Bind = BodyOf<typeof endpoints.settings.bindContact>;

/** Sets the email or phone an account is known by; whoever reads the old one is told. */
export function createBind(deps: { db: Db; clock: Clock; codes: Codes; tryCode: TryCode }) {
  const { db, clock, codes, tryCode } = deps;

  /** Always, also to who wants no mails: a changed contact is how an account is taken for good. */
  async function tell(trx: Transaction, before: Contacts, kind: "email" | "phone", address: string) {
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

  /** Throws A0240 for a wrong code, A0111 when another account took the target since it was sent. */
  return async (scope: Scope, { target, code, address }: Bind & { address: string }) => {
    const accountId = scope.accountId as string;
    const name = normalizeAccountName(target);
    const kind = name.includes("@") ? "email" : "phone";
    const stored = await tryCode({ purpose: "bind", target, code, address });
    return await db.transaction().execute(async (trx) => {
      await codes.use(trx, stored);
      const before = await lockContacts(trx, accountId);
      if (await findHolder(trx, name))
        throw new AppError("A0111", { fields: [{ path: "target", key: "field.taken" }] });
      await tell(trx, before, kind, address);
      await writeContact(trx, { accountId, kind, value: kind === "email" ? target : name });
      await writeAudit(trx, {
        kind: "security",
        type: "account.update",
        actorId: accountId,
        companyId: scope.companyId,
        objectType: "account",
        objectId: accountId,
        new: { fields: [kind] },
        method: "code",
        address,
      });
      const { email, phone } = await lockContacts(trx, accountId);
      return { email, phone };
    });
  };
}
