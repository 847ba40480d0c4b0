import type { FastifyRequest } from "fastify";

const COOKIE_NAME = "heliograph_kept";
const MAX_AGE_S = 14 * 24 * 3600;

/** Refresh token in the cookie of a browser that stays signed in. */
export function readRefreshCookie(request: FastifyRequest): string | undefined {
  for (const part of (request.headers.cookie ?? "").slice(0, 8_192).split(";")) {
    const [key, value = ""] = part.trim().split("=", 2);
    if (key === COOKIE_NAME && /^[\w-]{1,200}$/.test(value)) return value;
  }
  return undefined;
}

/** Formats the cookie, or its removal for null. Browsers send it only to the call that exchanges it; scripts cannot read it. */
export function formatRefreshCookie(
  token: string | null,
  { isBehindTls, publicUrl }: { isBehindTls: boolean; publicUrl: string | undefined },
): string {
  const folder = publicUrl === undefined ? "" : new URL(publicUrl).pathname.replace(/\/+$/, "");
  return [
    `${COOKIE_NAME}=${token ?? ""}`,
    `Path=${folder}/api/token/refresh`,
    `Max-Age=${token === null ? 0 : MAX_AGE_S}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(isBehindTls ? ["Secure"] : []),
  ].join("; ");
}
