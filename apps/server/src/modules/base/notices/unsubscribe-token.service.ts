import { createHmac, timingSafeEqual } from "node:crypto";

const TOKEN = /^([0-9a-f-]{36})\.([\w-]{43})$/;

function sign(key: Buffer, purpose: string, id: string): Buffer {
  return createHmac("sha256", key).update(`${purpose}:${id}`).digest();
}

/** A token with which the recipient of a mail ends mails of its kind without a session. It does not expire, as mails do not. */
export function createUnsubscribeToken(key: Buffer, purpose: string, id: string): string {
  return `${id}.${sign(key, purpose, id).toString("base64url")}`;
}

/** The id in a token that this server has signed for the purpose. */
export function readUnsubscribeToken(key: Buffer, purpose: string, token: string): string | undefined {
  const [, id, signature] = TOKEN.exec(token) ?? [];
  if (id === undefined || signature === undefined) return undefined;
  return timingSafeEqual(sign(key, purpose, id), Buffer.from(signature, "base64url")) ? id : undefined;
}
