import type { Language, MessageKey, MessageParams } from "@heliograph/contract";
import { say } from "@heliograph/contract";
import { writeMessage } from "../../infra/mail/outbox.repository.ts";
import type { Transaction } from "../../infra/postgres/database.ts";
import { findBrand } from "../configuration/configuration.service.ts";

export interface Notice {
  /** An email or a phone number, in the form it is stored in. */
  to: string;
  language: Language;
  subject: MessageKey;
  text: MessageKey;
  /** `{brand}` is known to every text. */
  params?: MessageParams;
  /** Milliseconds: now, and how long somebody can use the message. */
  now: number;
  usefulMs: number;
}

/** How long a message that only tells something is tried to be sent. */
export const NOTICE_USEFUL_MS = 3 * 24 * 3_600_000;

/** Writes a message to a person in the transaction of what it tells of: both happen, or neither. */
export async function writeNotice(trx: Transaction, notice: Notice): Promise<void> {
  const { to, language, subject, text, now, usefulMs } = notice;
  const isMail = to.includes("@");
  const params = { brand: await findBrand(trx), ...notice.params };
  await writeMessage(trx, {
    channel: isMail ? "mail" : "sms",
    recipient: to,
    subject: isMail ? say(language, subject, params) : "",
    body: say(language, text, params),
    createdAt: new Date(now),
    expiresAt: new Date(now + usefulMs),
  });
}

const dateLocales: Readonly<Record<Language, string>> = {
  "zh-cn": "zh-CN",
  en: "en",
  pt: "pt-BR",
  th: "th-TH-u-ca-gregory",
};

/** A moment in UTC as the language writes it. */
export function formatMoment(at: number, language: Language): string {
  const style = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(dateLocales[language], style).format(at);
}
