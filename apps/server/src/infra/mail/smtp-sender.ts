import { createTransport } from "nodemailer";
import type { PendingMessage } from "./outbox.repository.ts";

/** Sends messages of one channel; `send` throws when it fails. */
export interface Sender {
  send(message: PendingMessage): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 30_000;

interface MailServer {
  host: string;
  port: number;
  secure: boolean;
  auth?: { user: string; pass: string };
  from: string;
}

/** Parses `smtps://user:secret@host:port?from=address`; `from` defaults to the user if it is an address, else no-reply@host. */
export function readSmtpUrl(smtpUrl: string): MailServer {
  const url = new URL(smtpUrl);
  const secure = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  const fallback = user.includes("@") ? user : `no-reply@${url.hostname}`;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ...(user !== "" && { auth: { user, pass: decodeURIComponent(url.password) } }),
    from: url.searchParams.get("from") ?? fallback,
  };
}

/** Headers by which mail programs offer to end mails of this kind with one click (RFC 8058). */
function unsubscribeHeaders(url: string | null | undefined): Record<string, string> {
  if (!url) return {};
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** Sends mails through the server of SMTP_URL, with TLS from the start (smtps) or as soon as the server offers it. */
export function createSmtpSender(smtpUrl: string): Sender {
  const { from, ...server } = readSmtpUrl(smtpUrl);
  const transport = createTransport({
    ...server,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails are plain text, attachments their own bytes: nothing in them may refer to a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.slice(from.lastIndexOf("@") + 1);
  return {
    async send({ id, recipient, subject, body, createdAt, unsubscribeUrl, attachment }) {
      await transport.sendMail({
        from,
        // As an object, so that it is parsed as a single address.
        to: { name: "", address: recipient },
        subject,
        text: body,
        ...(attachment && {
          attachments: [
            {
              filename: attachment.name,
              content: attachment.content,
              contentType: attachment.contentType,
            },
          ],
        }),
        date: createdAt,
        // The same at each attempt, so that a mail delivered twice can be recognized.
        messageId: `<${id}@${host}>`,
        headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(unsubscribeUrl) },
      });
    },
    close: () => transport.close(),
  };
}
