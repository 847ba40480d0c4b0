import type { Language, MessageKey, MessageParams } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import { writeMessage } from "../../../infra/mail/outbox.repository.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { findBrand } from "../configuration/configuration.service.ts";

export interface Notice {
  /** A normalized email or phone number. */
  to: string;
  language: Language;
  subject: MessageKey;
  text: MessageKey;
  /** `{brand}` is available in every text. */
  params?: MessageParams;
  /** Epoch milliseconds now, and the time after which the message is no longer sent. */
  now: number;
  lifetimeMs: number;
  /** Address at which the recipient of a mail ends this kind of mails; in the mail's headers. */
  unsubscribeUrl?: string;
}

/** How long sending of an informational message is retried. */
export const NOTICE_LIFETIME_MS = 3 * 24 * 3_600_000;

/** Writes a message in the transaction of the event it reports, so that both are stored or neither. */
export async function writeNotice(trx: Transaction, notice: Notice): Promise<void> {
  const { to, language, subject, text, now, lifetimeMs } = notice;
  const isMail = to.includes("@");
  const params = { brand: await findBrand(trx), ...notice.params };
  await writeMessage(trx, {
    channel: isMail ? "mail" : "sms",
    recipient: to,
    subject: isMail ? formatMessage(language, subject, params) : "",
    body: formatMessage(language, text, params),
    createdAt: new Date(now),
    expiresAt: new Date(now + lifetimeMs),
    ...(notice.unsubscribeUrl !== undefined && { unsubscribeUrl: notice.unsubscribeUrl }),
  });
}

const DATE_LOCALES: Readonly<Record<Language, string>> = {
  "zh-cn": "zh-CN",
  en: "en-GB",
  pt: "pt-BR",
  th: "th-TH-u-ca-gregory",
};

/** Formats an instant in a zone, in UTC unless given. */
export function formatMoment(at: number, language: Language, timeZone = "UTC"): string {
  const style = { dateStyle: "long", timeStyle: "short", timeZone } as const;
  return new Intl.DateTimeFormat(DATE_LOCALES[language], style).format(at);
}
