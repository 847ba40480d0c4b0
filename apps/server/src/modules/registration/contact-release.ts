import type { Clock } from "../../infra/clock.ts";
import type { OwnAddress } from "../../infra/own-address.ts";
import type { Transaction } from "../../infra/postgres/database.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { NOTICE_USEFUL_MS, writeNotice } from "../notices/notices.service.ts";
import { findAdministratorOf, removeUnverifiedContact } from "./contact-release.repository.ts";
import type { Holder } from "./holders.repository.ts";
import { kindOf } from "./holders.repository.ts";

const texts = {
  released: { subject: "mail.contactReleased.subject", text: "mail.contactReleased.text" },
  confirmed: { subject: "mail.contactConfirmed.subject", text: "mail.contactConfirmed.text" },
} as const;

/** What happens to an account whose contact nobody had verified, once the owner of the contact appears. */
export function createContactRelease({ clock, ownAddress }: { clock: Clock; ownAddress: OwnAddress }) {
  /** To whoever added the account, or else administers its company: only they can give it another contact. */
  async function notify(trx: Transaction, accountId: string, event: keyof typeof texts): Promise<void> {
    const administrator = await findAdministratorOf(trx, accountId);
    if (!administrator?.contact) return;
    const { contact, language, accountName } = administrator;
    await writeNotice(trx, {
      to: contact,
      language,
      ...texts[event],
      params: { account: accountName, address: ownAddress.linkTo("/account/list") },
      now: clock.now(),
      usefulMs: NOTICE_USEFUL_MS,
    });
  }

  return {
    /**
     * Takes a contact, which a code has just proved to be somebody else's, from an account that never verified it.
     * Returns false where the account has verified it, also at the same moment. The audit row names no actor and no
     * address: the account's administrators are told nothing about the owner.
     */
    async release(
      trx: Transaction,
      { holder, target }: { holder: Holder; target: string },
    ): Promise<boolean> {
      const { accountId, companyId } = holder;
      if (!(await removeUnverifiedContact(trx, { accountId, target }))) return false;
      await writeAudit(trx, {
        kind: "security",
        type: "account.contact-released",
        companyId,
        objectType: "account",
        objectId: accountId,
        new: { fields: [kindOf(target)] },
        method: "code",
      });
      await notify(trx, accountId, "released");
      return true;
    },

    /** A new password by a code has verified the contact of an account that somebody else added. */
    notifyConfirmed: (trx: Transaction, accountId: string): Promise<void> =>
      notify(trx, accountId, "confirmed"),
  };
}

export type ContactRelease = ReturnType<typeof createContactRelease>;
