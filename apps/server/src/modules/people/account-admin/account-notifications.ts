import type { MessageKey } from "@heliograph/contract";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { formatMoment, NOTICE_LIFETIME_MS, writeNotice } from "../../base/notices/notices.service.ts";
import { ROOT_EMAIL } from "../identity/root-account.service.ts";
import type { AccountColumns, AccountRecord } from "./account-admin.repository.ts";

interface Change {
  readonly account: AccountRecord;
  /** Where the change came from. */
  readonly address: string;
  readonly now: number;
}

interface Message {
  readonly recipients: readonly (string | null | undefined)[];
  readonly subject: MessageKey;
  readonly text: MessageKey;
}

/** Sent whatever the user's notification settings: each of these changes can take an account over. */
async function notify(
  trx: Transaction,
  { account: { language }, address, now }: Change,
  { recipients, subject, text }: Message,
): Promise<void> {
  const params = { at: formatMoment(now, language), address };
  for (const to of new Set(recipients)) {
    // The built-in account's email is a name, not a mailbox.
    if (!to || to.toLowerCase() === ROOT_EMAIL) continue;
    await writeNotice(trx, { to, language, subject, text, params, now, lifetimeMs: NOTICE_LIFETIME_MS });
  }
}

const contactOf = ({ account }: Change) => account.columns.email ?? account.columns.phone;

/** Notifies the old contact and the new one. */
export async function notifyOfContacts(
  trx: Transaction,
  { after, ...change }: Change & { after: AccountColumns },
): Promise<void> {
  const before = change.account.columns;
  const changed = (["email", "phone"] as const).filter((kind) => before[kind] !== after[kind]);
  await notify(trx, change, {
    recipients: changed.flatMap((kind) => [before[kind] ?? contactOf(change), after[kind]]),
    subject: "mail.contactChanged.subject",
    text: "mail.contactChanged.text",
  });
}

export async function notifyOfSecondFactors(trx: Transaction, change: Change): Promise<void> {
  await notify(trx, change, {
    recipients: [contactOf(change)],
    subject: "mail.secondFactorsRemoved.subject",
    text: "mail.secondFactorsRemoved.text",
  });
}

export async function notifyOfPassword(trx: Transaction, change: Change): Promise<void> {
  await notify(trx, change, {
    recipients: [contactOf(change)],
    subject: "mail.passwordChanged.subject",
    text: "mail.passwordChanged.text",
  });
}
