import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Creates a random nonce, by which the policy allows the styles of one response. */
export function createNonce(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * Policy of the page: nothing from other origins, no inline script, no eval; inline styles only with this nonce. Pictures
 * may come from one more origin, that of map tiles.
 */
export function pagePolicy(nonce: string, pictureOrigin?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${pictureOrigin === undefined ? "" : ` ${pictureOrigin}`}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * Files of the console that need more than the data policy: the worker may call this server only, and its offline page
 * has its own script and styles, as the page for responders has.
 */
export const filePolicies: ReadonlyMap<string, string> = new Map([
  ["service-worker.js", "default-src 'none'; connect-src 'self'"],
  [
    "offline/page.html",
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  [
    "responder/page.html",
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
]);

const dataPolicy = "default-src 'none'; frame-ancestors 'none'";
const ONE_YEAR_S = 31_536_000;

/** Headers of every response; a page replaces the policy by its own. */
export function securityHeaders(isBehindTls: boolean): Record<string, string> {
  return {
    "content-security-policy": dataPolicy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    // The camera scans labels of devices.
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
    ...(isBehindTls && { "strict-transport-security": `max-age=${ONE_YEAR_S}; includeSubDomains` }),
  };
}

/** Whether the user accesses the console over TLS. */
export function isBehindTls(request: FastifyRequest, publicUrl: string | undefined): boolean {
  return request.protocol === "https" || (publicUrl?.startsWith("https:") ?? false);
}

/** Sets the headers of every response, refusals included; only files may be cached. */
export function createHeaderSetter(publicUrl: string | undefined) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    void reply.headers({ ...securityHeaders(isBehindTls(request, publicUrl)), "cache-control": "no-store" });
  };
}
