import type { MessageKey } from "@heliograph/contract";
import type { Transaction } from "../../infra/postgres/database.ts";
import { rootAccount } from "../identity/identity.service.ts";
import { formatMoment, NOTICE_USEFUL_MS, writeNotice } from "../notices/notices.service.ts";
import type { AccountColumns, AccountRecord } from "./accounts.repository.ts";

interface Change {
  readonly account: AccountRecord;
  /** Where the change came from. */
  readonly address: string;
  readonly now: number;
}

async function tell(
  trx: Transaction,
  { account: { language }, address, now }: Change,
  {
    recipients,
    subject,
    text,
  }: { recipients: (string | null | undefined)[]; subject: MessageKey; text: MessageKey },
): Promise<void> {
  const params = { at: formatMoment(now, language), address };
  for (const to of new Set(recipients)) {
    // The built-in account's email is a name, not a mailbox.
    if (!to || to.toLowerCase() === rootAccount) continue;
    await writeNotice(trx, { to, language, subject, text, params, now, usefulMs: NOTICE_USEFUL_MS });
  }
}

/** To the old contact and the new one. Always, also to who wants no mails: by its contact an account is taken for good. */
export async function tellOfContacts(
  trx: Transaction,
  { after, ...change }: Change & { after: AccountColumns },
): Promise<void> {
  const before = change.account.columns;
  const changed = (["email", "phone"] as const).filter((kind) => before[kind] !== after[kind]);
  await tell(trx, change, {
    recipients: changed.flatMap((kind) => [before[kind] ?? before.email ?? before.phone, after[kind]]),
    subject: "mail.contactChanged.subject",
    text: "mail.contactChanged.text",
  });
}

/** Always: somebody else took what kept others out. */
export async function tellOfFactors(trx: Transaction, change: Change): Promise<void> {
  const { email, phone } = change.account.columns;
  await tell(trx, change, {
    recipients: [email ?? phone],
    subject: "mail.secondFactorsRemoved.subject",
    text: "mail.secondFactorsRemoved.text",
  });
}

/** Always, too: somebody else chose the password. */
export async function tellOfPassword(trx: Transaction, change: Change): Promise<void> {
  const { email, phone } = change.account.columns;
  await tell(trx, change, {
    recipients: [email ?? phone],
    subject: "mail.passwordChanged.subject",
    text: "mail.passwordChanged.text",
  });
}
