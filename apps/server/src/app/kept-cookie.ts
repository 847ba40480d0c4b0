import type { FastifyRequest } from "fastify";

const name = "heliograph_kept";
const lifeS = 14 * 24 * 3600;

/** The kept token of a request that comes from this console's own pages. */
export function readKeptToken(request: FastifyRequest): string | undefined {
  for (const part of (request.headers.cookie ?? "").slice(0, 8_192).split(";")) {
    const [key, value = ""] = part.trim().split("=", 2);
    if (key === name && /^[\w-]{1,200}$/.test(value)) return value;
  }
  return undefined;
}

/** Sets the cookie, or clears it for null: sent to the one call that exchanges it, and never shown to a script. */
export function keptCookie(
  token: string | null,
  { isBehindTls, publicUrl }: { isBehindTls: boolean; publicUrl: string | undefined },
): string {
  const folder = publicUrl === undefined ? "" : new URL(publicUrl).pathname.replace(/\/+$/, "");
  return [
    `${name}=${token ?? ""}`,
    `Path=${folder}/api/token/refresh`,
    `Max-Age=${token === null ? 0 : lifeS}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(isBehindTls ? ["Secure"] : []),
  ].join("; ");
}
