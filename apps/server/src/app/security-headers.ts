import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A value that no earlier answer had: styles that carry it are ours. */
export function createNonce(): string {
  return randomBytes(16).toString("base64url");
}

/** Nothing from elsewhere, no inline script, no eval; inline styles only with this answer's nonce. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
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
 * Files of the console that need more than the policy of data: the worker may ask this server and nobody else, and
 * the page it shows without a connection has its own script and styles.
 */
export const filePolicies: ReadonlyMap<string, string> = new Map([
  ["service-worker.js", "default-src 'none'; connect-src 'self'"],
  [
    "offline/page.html",
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
]);

const dataPolicy = "default-src 'none'; frame-ancestors 'none'";
const oneYearS = 31_536_000;

/** The headers of every answer; a page replaces the policy by its own. */
export function securityHeaders(isBehindTls: boolean): Record<string, string> {
  return {
    "content-security-policy": dataPolicy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ...(isBehindTls && { "strict-transport-security": `max-age=${oneYearS}; includeSubDomains` }),
  };
}

/** Whether the person reaches the console over TLS. */
export function isBehindTls(request: FastifyRequest, publicUrl: string | undefined): boolean {
  return request.protocol === "https" || (publicUrl?.startsWith("https:") ?? false);
}

/** Sets them before anything else answers, refusals included; nothing is stored anywhere unless a file says so. */
export function createHeaderSetter(publicUrl: string | undefined) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    void reply.headers({ ...securityHeaders(isBehindTls(request, publicUrl)), "cache-control": "no-store" });
  };
}
