import { createHmac, timingSafeEqual } from "node:crypto";

const PURPOSE = "alarm-mail-unsubscribe";
const TOKEN = /^([0-9a-f-]{36})\.([\w-]{43})$/;

function sign(key: Buffer, accountId: string): Buffer {
  return createHmac("sha256", key).update(`${PURPOSE}:${accountId}`).digest();
}

/** A token with which the recipient of a mail ends the mails without a session. It does not expire, as mails do not. */
export function createUnsubscribeToken(key: Buffer, accountId: string): string {
  return `${accountId}.${sign(key, accountId).toString("base64url")}`;
}

/** The account of a token that this server has signed. */
export function readUnsubscribeToken(key: Buffer, token: string): string | undefined {
  const [, accountId, signature] = TOKEN.exec(token) ?? [];
  if (accountId === undefined || signature === undefined) return undefined;
  return timingSafeEqual(sign(key, accountId), Buffer.from(signature, "base64url")) ? accountId : undefined;
}
