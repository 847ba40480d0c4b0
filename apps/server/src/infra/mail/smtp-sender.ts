import { createTransport } from "nodemailer";
import type { WaitingMessage } from "./outbox.repository.ts";

/** Sends one message, or throws why not. */
export interface Sender {
  send(message: WaitingMessage): Promise<void>;
  close(): void;
}

const giveUpAfterMs = 30_000;

interface MailServer {
  host: string;
  port: number;
  secure: boolean;
  auth?: { user: string; pass: string };
  from: string;
}

/** `smtps://user:secret@host:port?from=address`; without `from` the user where it is an address, else no-reply@host. */
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

/** Hands mails to the server of SMTP_URL; TLS from the start (smtps), else as soon as the server offers it. */
export function createSmtpSender(smtpUrl: string): Sender {
  const { from, ...server } = readSmtpUrl(smtpUrl);
  const transport = createTransport({
    ...server,
    connectionTimeout: giveUpAfterMs,
    greetingTimeout: giveUpAfterMs,
    socketTimeout: giveUpAfterMs,
    // A mail is text of ours: nothing in it may name a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.slice(from.lastIndexOf("@") + 1);
  return {
    async send({ id, recipient, subject, body, createdAt }) {
      await transport.sendMail({
        from,
        // As an object, so that it is one address whatever stands in it.
        to: { name: "", address: recipient },
        subject,
        text: body,
        date: createdAt,
        // The same at each try: a mail that came twice is told by it.
        messageId: `<${id}@${host}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => transport.close(),
  };
}
