import type { Clock } from "../../../infra/clock.ts";
import type { OwnAddress } from "../../../infra/own-address.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { NOTICE_LIFETIME_MS, writeNotice } from "../../base/notices/notices.service.ts";
import type { ContactHolder } from "../accounts/accounts.service.ts";
import { findRecipient, removeUnverifiedContact } from "../accounts/accounts.service.ts";
import { contactKindOf } from "../accounts/contacts.service.ts";
import { findAdministratorOf } from "./contact-release.repository.ts";
import { deleteInvitationsOf } from "./invitations.repository.ts";

const TEXTS = {
  released: { subject: "mail.contactReleased.subject", text: "mail.contactReleased.text" },
  confirmed: { subject: "mail.contactConfirmed.subject", text: "mail.contactConfirmed.text" },
} as const;

/** What happens to an account with an unverified contact once the owner of the contact verifies it. */
export function createContactRelease({ clock, ownAddress }: { clock: Clock; ownAddress: OwnAddress }) {
  /** Notifies who added the account, or else administers its company: only they can give it another contact. */
  async function notify(trx: Transaction, accountId: string, event: keyof typeof TEXTS): Promise<void> {
    const administrator = await findAdministratorOf(trx, accountId);
    const recipient = administrator && (await findRecipient(trx, administrator.administratorId));
    if (!administrator || !recipient?.contact) return;
    await writeNotice(trx, {
      to: recipient.contact,
      language: recipient.language,
      ...TEXTS[event],
      params: { account: administrator.accountName, address: ownAddress.linkTo("/account/list") },
      now: clock.now(),
      lifetimeMs: NOTICE_LIFETIME_MS,
    });
  }

  return {
    /**
     * Removes a contact, which a code has just verified to belong to another person, from an account that has not
     * verified it. Returns false where the account has verified it, also concurrently. The audit row has no actor and no
     * address: the account's administrators learn nothing about the owner.
     */
    async release(
      trx: Transaction,
      { holder, target }: { holder: ContactHolder; target: string },
    ): Promise<boolean> {
      const { accountId, companyId } = holder;
      if (!(await removeUnverifiedContact(trx, { accountId, contact: target }))) return false;
      await deleteInvitationsOf(trx, accountId);
      await writeAudit(trx, {
        kind: "security",
        type: "account.contact-released",
        companyId,
        objectType: "account",
        objectId: accountId,
        new: { fields: [contactKindOf(target)] },
        method: "code",
      });
      await notify(trx, accountId, "released");
      return true;
    },

    /** A new password by a code has verified the contact of an account that another user added. */
    notifyConfirmed: (trx: Transaction, accountId: string): Promise<void> =>
      notify(trx, accountId, "confirmed"),
  };
}

export type ContactRelease = ReturnType<typeof createContactRelease>;
